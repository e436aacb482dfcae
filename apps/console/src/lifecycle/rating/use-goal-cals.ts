import type { Artefact, Link } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { getAssessments } from '@carapace/shared/lifecycle/rating/tara.contract'
import { useEndpoint } from '../../core/call/query.ts'
import { usePageContext, usePageGraph } from '../../graph/page/page-context.tsx'
import { chosenCal, goalCal, threatsAnswered } from './goal-cal.ts'
import { useAgain } from '../../graph/drawer/use-detail.ts'
import { assessmentsIn } from './assessments.ts'

/** Maximum number of assessments in one request. */
const mostRequested = 200

/**
 * The CALs of goals by uuid, even if the page itself does not know their threat scenarios. `more` has links of these
 * goals that the page does not know.
 */
export function useGoalCals(goals: readonly Artefact[], more: readonly Link[]): ReadonlyMap<string, number | null> {
  const {
    program: { programUuid },
  } = usePageContext()
  const rated = usePageGraph(assessmentsIn)
  const links = new Map([...usePageGraph((graph) => graph.links), ...more.map((each) => [each.uuid, each] as const)])
  const unknown = goals
    .filter((goal) => chosenCal(goal) === null)
    .flatMap((goal) => threatsAnswered({ links }, goal))
    .filter((uuid) => !rated.has(uuid))
    .slice(0, mostRequested)
  const { data, refetch } = useEndpoint(
    getAssessments,
    { program_uuid: programUuid, uuids: unknown.join(',') },
    { enabled: unknown.length > 0 },
  )
  useAgain(refetch)
  const assessments = new Map([...(data?.assessments ?? []).map((each) => [each.threat_uuid, each] as const), ...rated])
  return new Map(goals.map((goal) => [goal.uuid, goalCal({ links, assessments }, goal)]))
}

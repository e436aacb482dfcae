import type { Artefact, Link } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { getAssessments } from '@carapace/shared/lifecycle/rating/tara.contract'
import { useEndpoint } from '../../core/call/query.ts'
import { useDesk, useDeskGraph } from '../../graph/page/desk.tsx'
import { chosenCal, goalCal, threatsAnswered } from './goal-cal.ts'
import { useAgain } from '../../graph/drawer/use-detail.ts'

/** So many assessments are asked for by name. */
const mostAsked = 200

/**
 * The CALs of goals by uuid, whatever the page itself knows of their threat scenarios; `more`: links at these goals
 * that it does not.
 */
export function useGoalCals(goals: readonly Artefact[], more: readonly Link[]): ReadonlyMap<string, number | null> {
  const {
    program: { programUuid },
  } = useDesk()
  const own = useDeskGraph((graph) => graph)
  const links = new Map([...own.links, ...more.map((each) => [each.uuid, each] as const)])
  const unknown = goals
    .filter((goal) => chosenCal(goal) === null)
    .flatMap((goal) => threatsAnswered({ links }, goal))
    .filter((uuid) => !own.assessments.has(uuid))
    .slice(0, mostAsked)
  const { data, refetch } = useEndpoint(
    getAssessments,
    { program_uuid: programUuid, uuids: unknown.join(',') },
    { enabled: unknown.length > 0 },
  )
  useAgain(refetch)
  const assessments = new Map([
    ...(data?.assessments ?? []).map((each) => [each.threat_uuid, each] as const),
    ...own.assessments,
  ])
  return new Map(goals.map((goal) => [goal.uuid, goalCal({ links, assessments }, goal)]))
}

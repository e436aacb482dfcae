import type { Artefact, Link } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { calOfGoal } from '@carapace/shared/lifecycle/rating/risk'
import { type GraphState, linksAt } from '../../graph/store/graph-state.ts'
import { type Assessed, assessmentsIn } from './assessments.ts'

interface Known extends Pick<GraphState, 'links'> {
  readonly assessments: ReadonlyMap<string, Pick<Assessed, 'cal'>>
}
type Goal = Pick<Artefact, 'uuid' | 'fields'>

/** The threat scenarios that a goal answers. */
export function threatsAnswered(
  { links }: Pick<Known, 'links'>,
  { uuid }: Pick<Goal, 'uuid'>,
): readonly Link['from'][] {
  return linksAt({ links }, uuid).flatMap(({ kind, from, to }) => (kind === 'answered-by' && to === uuid ? [from] : []))
}

/** What was chosen as a goal's CAL; null: it follows its threat scenarios. */
export const chosenCal = ({ fields }: Pick<Goal, 'fields'>) => (fields.cal as string | null | undefined) ?? null

/**
 * A goal's CAL, chosen or of the threat scenarios that it answers, as far as these are known; null: none (rule RISK-3
 * of packages/shared/src/lifecycle/SPEC.md).
 */
export function goalCal(known: Known, goal: Goal): number | null {
  return (
    calOfGoal(
      chosenCal(goal),
      threatsAnswered(known, goal).map((uuid) => known.assessments.get(uuid)?.cal),
    ) || null
  )
}

/** The same, as far as the page knows the assessments. */
export function goalCalIn(graph: Pick<GraphState, 'links' | 'computed'>, goal: Goal): number | null {
  return goalCal({ links: graph.links, assessments: assessmentsIn(graph) }, goal)
}

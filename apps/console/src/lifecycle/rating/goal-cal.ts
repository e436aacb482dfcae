import type { Artefact, Link } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { calOfGoal } from '@carapace/shared/lifecycle/rating/risk'
import { type GraphState, linksAt } from '../../graph/store/graph-state.ts'
import { type Assessed, assessmentsIn } from './assessments.ts'

interface Known extends Pick<GraphState, 'links'> {
  readonly assessments: ReadonlyMap<string, Pick<Assessed, 'cal'>>
}
type Goal = Pick<Artefact, 'uuid' | 'fields'>

/** The threat scenarios that a goal addresses. */
export function threatsAnswered(
  { links }: Pick<Known, 'links'>,
  { uuid }: Pick<Goal, 'uuid'>,
): readonly Link['from'][] {
  return linksAt({ links }, uuid).flatMap(({ kind, from, to }) => (kind === 'answered-by' && to === uuid ? [from] : []))
}

/** The chosen CAL of a goal; null: it follows from its threat scenarios. */
export const chosenCal = ({ fields }: Pick<Goal, 'fields'>) => (fields.cal as string | null | undefined) ?? null

/**
 * A goal's CAL: chosen, or from the known threat scenarios that it addresses; null: none (rule RISK-3 of
 * packages/shared/src/lifecycle/SPEC.md).
 */
export function goalCal(known: Known, goal: Goal): number | null {
  return (
    calOfGoal(
      chosenCal(goal),
      threatsAnswered(known, goal).map((uuid) => known.assessments.get(uuid)?.cal),
    ) || null
  )
}

/** The same, from the assessments that the page knows. */
export function goalCalIn(graph: Pick<GraphState, 'links' | 'computed'>, goal: Goal): number | null {
  return goalCal({ links: graph.links, assessments: assessmentsIn(graph) }, goal)
}

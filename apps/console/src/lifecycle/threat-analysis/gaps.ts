import type { Artefact } from '@carapace/shared/graph/artefacts/artefacts.contract'
import {
  type Feasibility,
  feasibilities,
  type ImpactLevel,
  impactLevels,
  type Treatment,
} from '@carapace/shared/lifecycle/methods/method'
import { type TreatmentGap, treatmentGapsOf } from '@carapace/shared/lifecycle/rating/risk'
import { type GraphState, linkedWith } from '../../graph/store/graph-state.ts'
import { assessmentOf, methodOf } from '../rating/assessments.ts'

/** The gaps in a threat scenario's treatment (rule RISK-5). */
export function gapsOf(graph: GraphState, row: Artefact): readonly TreatmentGap[] {
  const answers = linkedWith(graph, row.uuid, 'downstream', 'answered-by')
  return treatmentGapsOf(methodOf(graph), {
    treatment: (row.fields.treatment as Treatment | null | undefined) ?? null,
    risk: assessmentOf(graph, row.uuid)?.scenarios.initial.risk ?? null,
    goals: answers.filter(({ node }) => node.kind === 'goal').length,
    claims: answers.filter(({ node }) => node.kind === 'claim').length,
  })
}

type Matrix = Readonly<Record<ImpactLevel, Readonly<Record<Feasibility, number>>>>

/** The number of scenarios by impact and initial feasibility; unrated ones are not counted (rule TARA-1). */
export function matrixOf(graph: Pick<GraphState, 'computed'>, rows: readonly Pick<Artefact, 'uuid'>[]): Matrix {
  const places = rows
    .flatMap(({ uuid }) => assessmentOf(graph, uuid) ?? [])
    .map(({ overall, scenarios }) => `${overall} ${scenarios.initial.feasibility}`)
  const count = (impact: ImpactLevel, feasibility: Feasibility) =>
    places.filter((place) => place === `${impact} ${feasibility}`).length
  return Object.fromEntries(
    impactLevels.map((impact) => [
      impact,
      Object.fromEntries(feasibilities.map((feasibility) => [feasibility, count(impact, feasibility)])),
    ]),
  ) as Matrix
}

/** The number of scenarios of each risk, 5 first; unrated ones are not counted (rule TARA-1). */
export function risksOf(
  graph: Pick<GraphState, 'computed'>,
  rows: readonly Pick<Artefact, 'uuid'>[],
  scenario: 'initial' | 'today' | 'target',
): readonly { readonly risk: number; readonly count: number }[] {
  const risks = rows.map(({ uuid }) => assessmentOf(graph, uuid)?.scenarios[scenario].risk)
  return [5, 4, 3, 2, 1].map((risk) => ({ risk, count: risks.filter((each) => each === risk).length }))
}

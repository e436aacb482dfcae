import type { GraphState } from '../../graph/store/graph-state.ts'
import { type Assessed, type Assessments, assessmentKind, type MethodUsed } from './assessments.ts'

/** The graph with these assessments, by the uuid of their threat scenario. */
export function withAssessed(graph: GraphState, assessed: readonly (readonly [string, Assessed])[]): GraphState {
  const values: Assessments = { byThreat: new Map(assessed), method: {} as MethodUsed }
  return { ...graph, computed: new Map([[assessmentKind, values]]) }
}

import type { Artefact } from '@carapace/shared/lifecycle/artefacts.contract'
import { type GraphState, linkedWith } from '../../graph/graph-state.ts'

/** What a requirement's tests come to. */
export const verdicts = { verified: 'Verified', failed: 'Failed', blocked: 'Blocked', 'in-part': 'Verified in part', 'not-run': 'Not run', 'no-test': 'No test' } as const
export type Verdict = keyof typeof verdicts

/** The tests that verify it. */
export function testsOf(graph: GraphState, uuid: string): readonly Artefact[] {
  return linkedWith(graph, uuid, 'downstream', 'verified').flatMap(({ node }) => graph.artefacts.get(node.uuid) ?? [])
}

/** One that failed decides, then one that is blocked; verified is what all of its tests passed (rule VR1). */
export function verdictOf(results: readonly unknown[]): Verdict {
  if (results.length === 0) return 'no-test'
  if (results.includes('failed')) return 'failed'
  if (results.includes('blocked')) return 'blocked'
  const passed = results.filter((result) => result === 'passed').length
  if (passed === results.length) return 'verified'
  return passed > 0 ? 'in-part' : 'not-run'
}

export function verdictIn(graph: GraphState, row: Artefact): Verdict {
  return verdictOf(testsOf(graph, row.uuid).map(({ fields }) => fields.result))
}

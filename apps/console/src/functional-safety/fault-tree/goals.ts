import type { Artefact } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { type GraphState, linkedWith } from '../../graph/store/graph-state.ts'

/** The safety goals that a tree analyses. */
export function goalsOf(graph: GraphState, treeUuid: string): readonly Artefact[] {
  return linkedWith(graph, treeUuid, 'upstream', 'analysed-in').flatMap(({ node }) => {
    const artefact = graph.artefacts.get(node.uuid)
    return artefact?.kind === 'safety-goal' ? [artefact] : []
  })
}

import type { Artefact } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { type Verdict, verdictsOf } from '@carapace/shared/lifecycle/compliance/verdicts'
import { type GraphState, linkedWith } from '../../graph/store/graph-state.ts'

/** The tests that verify a requirement. */
export function testsOf(graph: GraphState, uuid: string): readonly Artefact[] {
  return linkedArtefacts(graph, uuid, 'verified')
}

/** The requirements that refine this one. */
export function partsOf(graph: GraphState, uuid: string): readonly Artefact[] {
  return linkedArtefacts(graph, uuid, 'refines')
}

function linkedArtefacts(graph: GraphState, uuid: string, link: string): readonly Artefact[] {
  return linkedWith(graph, uuid, 'downstream', link).flatMap(({ node }) => graph.artefacts.get(node.uuid) ?? [])
}

const cache = new WeakMap<GraphState, ReadonlyMap<string, Verdict>>()

/**
 * The verdict of a requirement by its tests and by the requirements that refine it (rule VERIFICATION-1). The verdicts
 * of a whole graph are computed at once.
 */
export function verdictIn(graph: GraphState, { uuid }: Pick<Artefact, 'uuid'>): Verdict {
  let verdicts = cache.get(graph)
  if (!verdicts) cache.set(graph, (verdicts = verdictsIn(graph)))
  return verdicts.get(uuid) ?? 'no-test'
}

function verdictsIn(graph: GraphState): ReadonlyMap<string, Verdict> {
  const requirements = [...graph.artefacts.values()].filter(({ kind }) => kind === 'requirement')
  return verdictsOf(
    new Map(requirements.map(({ uuid }) => [uuid, testsOf(graph, uuid).map(({ fields }) => fields.result)])),
    new Map(requirements.map(({ uuid }) => [uuid, partsOf(graph, uuid).map((part) => part.uuid)])),
  )
}

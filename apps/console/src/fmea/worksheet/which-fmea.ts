import type { Artefact } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { artefactOf, type GraphState, linkedWith } from '../../graph/store/graph-state.ts'

/** The FMEAs of the program, by number. */
export function fmeasIn({ artefacts }: Pick<GraphState, 'artefacts'>): readonly Artefact[] {
  return [...artefacts.values()].filter(({ kind }) => kind === 'fmea').sort((a, b) => a.number - b.number)
}

/** The FMEA of the address; without one that of the open line, action or failure, else the first. */
export function whichFmea(
  graph: GraphState,
  { fmea, open }: { readonly fmea?: string | undefined; readonly open?: string | undefined },
): Artefact | undefined {
  const named = artefactOf(graph, fmea)
  if (named?.kind === 'fmea') return named
  const opened = artefactOf(graph, open)
  return (opened && fmeaOf(graph, opened)) ?? fmeasIn(graph)[0]
}

function fmeaOf(graph: GraphState, { uuid, kind }: Artefact): Artefact | undefined {
  const line = lineNear(graph, uuid, kind)
  const fmea = line === undefined ? undefined : linkedWith(graph, line, 'upstream', 'has-line')[0]
  return fmea && graph.artefacts.get(fmea.node.uuid)
}

function lineNear(graph: GraphState, uuid: string, kind: string): string | undefined {
  if (kind === 'fmea-line') return uuid
  if (kind === 'fmea-action') return linkedWith(graph, uuid, 'upstream', 'improved-by')[0]?.node.uuid
  return linkedWith(graph, uuid, 'downstream', 'joined-in')[0]?.node.uuid
}

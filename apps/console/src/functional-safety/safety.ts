import { type AsilTag, highestTag, type HazardRating } from '@carapace/shared/functional-safety/asil'
import { asilOfEvent as asilOfFields, asilsOf, decompositionsIn } from '@carapace/shared/functional-safety/asil-graph'
import { haraOf } from '@carapace/shared/functional-safety/hara-graph'
import { type HaraFinding, haraFindings } from '@carapace/shared/functional-safety/hara-rules'
import { hazardousEventKind } from '@carapace/shared/functional-safety/kinds/hazard.kinds'
import type { StoredAsil } from '@carapace/shared/functional-safety/stored-asil'
import { storedFields } from '@carapace/shared/graph/artefacts/artefact-kind'
import type { Artefact, Link } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { type GraphState, linkedWith } from '../graph/store/graph-state.ts'
import { catalogueOf } from './methods.ts'

type Graph = Pick<GraphState, 'artefacts' | 'links'>

/** What follows from a graph, computed once for each state of it. */
function perGraph<G extends Graph, T>(
  compute: (rows: readonly Artefact[], links: readonly Link[], graph: G) => T,
  also: (graph: G) => unknown = () => undefined,
): (graph: G) => T {
  const known = new WeakMap<Graph['artefacts'], { readonly by: readonly unknown[]; readonly value: T }>()
  return (graph) => {
    const by = [graph.links, also(graph)]
    const before = known.get(graph.artefacts)
    if (before?.by.every((each, place) => each === by[place])) return before.value
    const value = compute([...graph.artefacts.values()], [...graph.links.values()], graph)
    known.set(graph.artefacts, { by, value })
    return value
  }
}

/** The ASILs of hazardous events, safety goals, concepts and requirements, by uuid, with their problems. */
export const asilsIn = perGraph((rows, links) => asilsOf(rows, links))

/** The complete decompositions that the page knows. */
export const decompositionsOf = perGraph((_rows, links, { artefacts }) =>
  decompositionsIn(
    artefacts,
    links.filter(({ from, to }) => artefacts.has(from) && artefacts.has(to)),
  ),
)

function foundIn(rows: readonly Artefact[], links: readonly Link[], graph: GraphState) {
  const levels = new Map([...asilsIn(graph)].map(([uuid, { tag }]) => [uuid, tag?.level ?? null]))
  const all = haraFindings(haraOf(rows, links, levels, catalogueOf(graph)))
  const pairs = all.flatMap((finding) => finding.rows.map((uuid) => ({ uuid, finding })))
  return { all, byRow: Map.groupBy(pairs, ({ uuid }) => uuid) }
}
const findings = perGraph<GraphState, ReturnType<typeof foundIn>>(foundIn, catalogueOf)
const none: readonly HaraFinding[] = []

/** The problems of the hazard analysis; none before everything is loaded (rule SAFETY-UI-5). */
export const findingsIn = (graph: GraphState): readonly HaraFinding[] => (graph.isWhole ? findings(graph).all : none)

/** The problems about one artefact. */
export function findingsOn(graph: GraphState, uuid: string): readonly HaraFinding[] {
  return graph.isWhole ? (findings(graph).byRow.get(uuid) ?? []).map(({ finding }) => finding) : none
}

/** The ASIL of a hazardous event; null: its classes are not complete. */
export const asilOfEvent = ({ fields }: Pick<Artefact, 'fields'>) => asilOfFields(fields)

/** The classes of a hazardous event. */
export function classesIn(fields: Artefact['fields']): HazardRating {
  const { severity, exposure, controllability } = storedFields(hazardousEventKind, fields)
  return { severity, exposure, controllability }
}

/** The ASIL of an artefact; null: none, or not known. */
export const asilOn = (graph: Graph, uuid: string): AsilTag | null => asilsIn(graph).get(uuid)?.tag ?? null

/** What is wrong with the ASIL of an artefact; nothing before everything is loaded. */
export const asilProblemsOn = (graph: GraphState, uuid: string): StoredAsil['problems'] =>
  graph.isWhole ? (asilsIn(graph).get(uuid)?.problems ?? []) : []

/** The highest ASIL of what an artefact is linked with on one side. */
export function highestLinked(
  graph: GraphState,
  uuid: string,
  side: 'upstream' | 'downstream',
  ...links: readonly string[]
): AsilTag | null {
  return highestTag(linkedWith(graph, uuid, side, ...links).map(({ node }) => asilOn(graph, node.uuid)))
}

/** The artefacts of one kind. */
export function ofKind({ artefacts }: Pick<Graph, 'artefacts'>, kind: string): readonly Artefact[] {
  return [...artefacts.values()].filter((row) => row.kind === kind)
}

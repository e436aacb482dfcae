import { inheritingLinks } from '@carapace/shared/functional-safety/asil-graph'
import { type Asil, allowedDecompositions, type AsilTag, tagText } from '@carapace/shared/functional-safety/asil'
import { uuidInProgram } from '@carapace/shared/graph/artefacts/artefact-uuid'
import type { Artefact, ArtefactInput } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { linksAt, type GraphState } from '../../graph/store/graph-state.ts'
import type { Writing } from '../../graph/store/program-writes.ts'

type Graph = Pick<GraphState, 'artefacts' | 'links'>

/** What is derived from an artefact with a share: the parts of its decomposition, two if it is complete. */
export const partsOf = (graph: Graph, uuid: string) =>
  derivedFrom(graph, uuid).filter(({ fields }) => typeof fields.share === 'string')

interface PairChoice {
  /** `B(D) + B(D)` */
  readonly key: string
  readonly shares: readonly [Asil, Asil]
}

/** The pairs that a requirement with this ASIL may be decomposed into (rule SAFETY-UI-12). */
export function pairsFor(tag: AsilTag | null): readonly PairChoice[] {
  return tag === null
    ? []
    : allowedDecompositions(tag).map(([one, other]) => ({
        key: `${tagText(one)} + ${tagText(other)}`,
        shares: [one.level, other.level],
      }))
}

/** The requirements that are derived from it, which a decomposition may take as its parts. */
export function derivedFrom(graph: Graph, uuid: string): readonly Artefact[] {
  return linksAt(graph, uuid)
    .flatMap(({ kind, from, to }) => (kind === 'derived-to' && from === uuid ? (graph.artefacts.get(to) ?? []) : []))
    .sort((a, b) => a.number - b.number)
}

/** The uuid of a safety goal that an artefact is derived from, or that it is; undefined: none is known. */
export function goalAbove(graph: Graph, { uuid, kind }: Pick<Artefact, 'uuid' | 'kind'>): string | undefined {
  const seen = new Set([uuid])
  if (kind === 'safety-goal') return uuid
  for (const each of seen)
    for (const link of linksAt(graph, each)) {
      if (link.to !== each || !(inheritingLinks as readonly string[]).includes(link.kind)) continue
      if (graph.artefacts.get(link.from)?.kind === 'safety-goal') return link.from
      seen.add(link.from)
    }
  return undefined
}

/** A part of a decomposition: a requirement that exists, or the title of a new one. */
export type PartInput = { readonly existing: Artefact } | { readonly title: string }

interface DecompositionInput {
  readonly shares: readonly [Asil, Asil]
  readonly parts: readonly [PartInput, PartInput]
  readonly isIndependent: boolean
  readonly independence: string
}

/** The write that decomposes a requirement; new parts are derived from it, in its project. */
export function decompositionWrite(
  programUuid: string,
  whole: Artefact,
  { shares, parts, isIndependent, independence }: DecompositionInput,
): Writing {
  const link: { kind: string; from: string; to: string }[] = []
  const artefacts = parts.map((part, place): ArtefactInput => {
    const fields = { share: shares[place]! }
    if ('existing' in part)
      return { uuid: part.existing.uuid, kind: part.existing.kind, revision: part.existing.revision, fields }
    const uuid = uuidInProgram(programUuid, crypto.randomUUID())
    link.push({ kind: 'derived-to', from: whole.uuid, to: uuid })
    return {
      kind: 'safety-requirement',
      new_uuid: uuid,
      title: part.title,
      project_uuid: whole.project_uuid,
      fields: { ...fields, type: whole.fields.type ?? null },
    }
  })
  const own = {
    uuid: whole.uuid,
    kind: whole.kind,
    revision: whole.revision,
    fields: { is_independent: isIndependent, independence: independence.trim() },
  }
  return { artefacts: [own, ...artefacts], link }
}

/** The write that ends a decomposition: its parts stay, and inherit the ASIL undivided. */
export const endOfDecomposition = (parts: readonly Artefact[]): Writing => ({
  artefacts: parts.map(({ uuid, kind, revision }) => ({ uuid, kind, revision, fields: { share: null } })),
})

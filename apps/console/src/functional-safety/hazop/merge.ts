import type { Artefact, ArtefactInput } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { artefactKindNamed } from '@carapace/shared/artefact-kinds'
import { type Parsed, parsed, refused } from '@carapace/shared/core/parsed'
import { type GraphState, linksAt, nodeAt } from '../../graph/store/graph-state.ts'
import type { LinkInput } from '../../graph/store/program-api.ts'

/** Artefacts whose titles are the same by letters and digits, the oldest first; groups of two or more. */
export function duplicatesIn(rows: readonly Artefact[]): readonly (readonly Artefact[])[] {
  const plain = (text: string) =>
    text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
  return [...Map.groupBy(rows, ({ title }) => plain(title)).values()]
    .filter((group) => group.length > 1)
    .map((group) => group.toSorted((a, b) => a.number - b.number))
}

interface Merge {
  readonly artefacts: readonly ArtefactInput[]
  readonly link: readonly LinkInput[]
  /** Removed once the links are made. */
  readonly remove: readonly Pick<Artefact, 'uuid' | 'revision'>[]
}

/**
 * Joins `gone` into `keep`: it gets their links, and their text where it has none of its own (rule SAFETY-UI-11). All
 * of them are given with their long fields. Refused: an artefact that a field of another one names, such as a basic
 * event of a fault tree.
 */
export function mergeOf(
  graph: Pick<GraphState, 'artefacts' | 'nodes' | 'links'>,
  keep: Artefact,
  gone: readonly Artefact[],
): Parsed<Merge> {
  const uuids = new Set(gone.map(({ uuid }) => uuid))
  const moved = gone.flatMap(({ uuid }) => linksAt(graph, uuid))
  const fixed = moved.find(({ kind, to }) => {
    const end = nodeAt(graph, to)
    return end !== undefined && artefactKindNamed(end.kind)?.impliedLinkKinds.includes(kind) === true
  })
  if (fixed) {
    const [one, user] = [nodeAt(graph, fixed.from), nodeAt(graph, fixed.to)]
    return refused(`${user?.code} uses ${one?.code}. Keep that one, or change ${user?.code} first.`)
  }
  const there = new Set(linksAt(graph, keep.uuid).map(({ kind, from, to }) => `${kind} ${from} ${to}`))
  const link: LinkInput[] = []
  for (const { kind, from, to } of moved) {
    const next = { kind, from: uuids.has(from) ? keep.uuid : from, to: uuids.has(to) ? keep.uuid : to }
    const key = `${kind} ${next.from} ${next.to}`
    if (next.from === next.to || there.has(key)) continue
    there.add(key)
    link.push(next)
  }
  const fields = mergedFields(keep, gone)
  return parsed({
    artefacts:
      Object.keys(fields).length === 0 ? [] : [{ uuid: keep.uuid, kind: keep.kind, revision: keep.revision, fields }],
    link,
    remove: gone.map(({ uuid, revision }) => ({ uuid, revision })),
  })
}

/** The fields of `keep` that are empty, with the first value that one of the others has. */
function mergedFields(keep: Artefact, gone: readonly Artefact[]): Readonly<Record<string, unknown>> {
  const isEmpty = (value: unknown) => value === undefined || value === null || value === '' || isEmptyList(value)
  return Object.fromEntries(
    Object.keys(artefactKindNamed(keep.kind)?.fields ?? {}).flatMap((name) => {
      if (!isEmpty(keep.fields[name])) return []
      const found = gone.find(({ fields }) => !isEmpty(fields[name]))
      return found ? [[name, found.fields[name]]] : []
    }),
  )
}

const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0

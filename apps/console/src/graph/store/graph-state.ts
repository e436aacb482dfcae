import { artefactKindNamed } from '@carapace/shared/artefact-kinds'
import type {
  Artefact,
  getArtefacts,
  Link,
  Node,
  saveArtefacts,
} from '@carapace/shared/graph/artefacts/artefacts.contract'
import type { z } from 'zod'

export type ArtefactsPage = Pick<z.output<typeof getArtefacts.output>, 'artefacts' | 'links' | 'nodes' | 'seq'>

/**
 * Values that a module computes on the server for a program's artefacts. They are read with the graph if a page wants
 * them, and again when the program channel reports that they changed.
 */
export interface Computed<T> {
  /** Their name in the program channel and in the graph. */
  readonly kind: string
  /** All values of a program. */
  all(programUuid: string, signal: AbortSignal): Promise<T>
  /** `before` with the values of these artefacts read again. */
  some(programUuid: string, uuids: readonly string[], before: T, signal: AbortSignal): Promise<T>
}

export type ComputedValues = ReadonlyMap<string, unknown>

/**
 * What a page knows of a program's graph: its artefacts of some kinds, their links, and the nodes at the other ends.
 */
export interface GraphState {
  readonly artefacts: ReadonlyMap<string, Artefact>
  readonly links: ReadonlyMap<string, Link>
  /** The nodes of other kinds at the ends of links. */
  readonly nodes: ReadonlyMap<string, Node>
  /** The computed values that the page wants, by their kind, once they have been read. */
  readonly computed: ComputedValues
  /** Everything has been read. */
  readonly isWhole: boolean
  /** Why it is incomplete or out of date. */
  readonly problem: string | undefined
  /** The latest known graph version. */
  readonly seq: number
}

export const nothingKnown: GraphState = {
  artefacts: new Map(),
  links: new Map(),
  nodes: new Map(),
  computed: new Map(),
  isWhole: false,
  problem: undefined,
  seq: 0,
}

/** The state after another page of a list was read (rule GRAPH-UI-1). */
export function withPage(before: GraphState, { artefacts, links, nodes, seq }: ArtefactsPage): GraphState {
  return {
    ...before,
    artefacts: withNewer(before.artefacts, artefacts),
    links: withEach(before.links, links),
    nodes: withEach(before.nodes, nodes),
    seq: Math.max(before.seq, seq),
  }
}

/**
 * The state after some artefacts were read again. An artefact that is missing from the answer is removed with its links
 * (rule GRAPH-UI-2).
 */
export function withReread(
  before: GraphState,
  kinds: readonly string[],
  requested: readonly string[],
  { artefacts, links, nodes, seq }: ArtefactsPage,
): GraphState {
  const come = new Set(artefacts.map(({ uuid }) => uuid))
  const reread = new Set(requested)
  const kept = new Map([...before.artefacts].filter(([uuid]) => !reread.has(uuid) || come.has(uuid)))
  const own = withNewer(
    kept,
    artefacts.filter(({ kind }) => kinds.includes(kind)),
  )
  const others = artefacts.filter(({ kind }) => !kinds.includes(kind)).map(nodeOf)
  const stay = [...before.links].filter(([, { from, to }]) => !reread.has(from) && !reread.has(to))
  const ours = links.filter(({ from, to }) => own.has(from) || own.has(to))
  return {
    ...before,
    artefacts: own,
    links: withEach(new Map(stay), ours),
    nodes: withEach(before.nodes, [...nodes, ...others]),
    seq: Math.max(before.seq, seq),
  }
}

type Written = Pick<z.output<typeof saveArtefacts.output>, 'artefacts' | 'links' | 'ended' | 'seq'>

/** The state after a write, with the artefacts that it created or changed, and the links that it began or ended. */
export function withWritten(
  before: GraphState,
  kinds: readonly string[],
  { artefacts, links, ended, seq }: Written,
): GraphState {
  const own = withNewer(
    before.artefacts,
    artefacts.filter(({ kind }) => kinds.includes(kind)),
  )
  const over = new Set(ended)
  const stay = ended.length === 0 ? before.links : new Map([...before.links].filter(([uuid]) => !over.has(uuid)))
  return {
    ...before,
    artefacts: own,
    links: withEach(
      stay,
      links.filter(({ from, to }) => own.has(from) || own.has(to)),
    ),
    seq: Math.max(before.seq, seq),
  }
}

function withEach<T extends { readonly uuid: string }>(
  before: ReadonlyMap<string, T>,
  more: readonly T[],
): ReadonlyMap<string, T> {
  return more.length === 0 ? before : new Map([...before, ...more.map((one) => [one.uuid, one] as const)])
}

/** The state with these artefacts; a known artefact is not replaced by an older version. */
function withNewer(before: ReadonlyMap<string, Artefact>, more: readonly Artefact[]): ReadonlyMap<string, Artefact> {
  return withEach(
    before,
    more.filter((one) => one.seq >= (before.get(one.uuid)?.seq ?? 0)),
  )
}

export function nodeOf({ uuid, kind, code, title, status }: Artefact): Node {
  return { uuid, kind, code, title, status }
}

const indexes = new WeakMap<ReadonlyMap<string, Link>, ReadonlyMap<string, readonly Link[]>>()

/** All links of an artefact. */
export function linksAt({ links }: Pick<GraphState, 'links'>, uuid: string): readonly Link[] {
  let index = indexes.get(links)
  if (!index) indexes.set(links, (index = indexOf(links)))
  return index.get(uuid) ?? []
}

function indexOf(links: ReadonlyMap<string, Link>): ReadonlyMap<string, readonly Link[]> {
  const index = new Map<string, Link[]>()
  const put = (uuid: string, link: Link) => {
    const there = index.get(uuid)
    if (there) there.push(link)
    else index.set(uuid, [link])
  }
  for (const link of links.values()) {
    put(link.from, link)
    put(link.to, link)
  }
  return index
}

/** The node with this uuid, whatever its kind. */
export function nodeAt({ artefacts, nodes }: Pick<GraphState, 'artefacts' | 'nodes'>, uuid: string): Node | undefined {
  const own = artefacts.get(uuid)
  return own ? nodeOf(own) : nodes.get(uuid)
}

export interface Linked {
  readonly link: Link
  readonly node: Node
}

/** The nodes `upstream` or `downstream` of an artefact along links of some kinds, sorted by code. */
export function linkedWith(
  graph: GraphState,
  uuid: string,
  side: 'upstream' | 'downstream',
  ...kinds: readonly string[]
): readonly Linked[] {
  const found = linksAt(graph, uuid).flatMap((link) => {
    const isMatch = kinds.includes(link.kind) && (side === 'upstream' ? link.to : link.from) === uuid
    const node = isMatch ? nodeAt(graph, side === 'upstream' ? link.from : link.to) : undefined
    return node ? [{ link, node }] : []
  })
  return found.sort((a, b) => a.node.code.localeCompare(b.node.code, 'en', { numeric: true }))
}

/** The suspect links that end at an artefact: something upstream has changed since the link was last confirmed. */
export function suspectsAt(graph: Pick<GraphState, 'links'>, uuid: string): readonly Link[] {
  return linksAt(graph, uuid).filter(({ to, suspect }) => to === uuid && suspect !== null)
}

/** The console page that shows a kind. */
export function pageOf(kind: string): string | undefined {
  return artefactKindNamed(kind)?.page
}

/**
 * The graph with only the artefacts of one project, for figures about its contents (rule GRAPH-UI-18). All links stay,
 * and the nodes at their other ends keep their names.
 */
export function ofProject(graph: GraphState, projectUuid: string | undefined): GraphState {
  if (projectUuid === undefined) return graph
  const [own, others] = [new Map<string, Artefact>(), new Map(graph.nodes)]
  for (const [uuid, row] of graph.artefacts) {
    if (row.project_uuid === projectUuid) own.set(uuid, row)
    else others.set(uuid, nodeOf(row))
  }
  return { ...graph, artefacts: own, nodes: others }
}

/** The artefact of this uuid or code. */
export function artefactOf(
  { artefacts }: Pick<GraphState, 'artefacts'>,
  name: string | undefined,
): Artefact | undefined {
  if (name === undefined) return undefined
  return artefacts.get(name) ?? [...artefacts.values()].find(({ code }) => code === name)
}

import { isSame } from '@carapace/shared/graph/artefacts/changes'
import type { DiagramLayout } from '@carapace/shared/lifecycle/kinds/item.kinds'

export type Placed = DiagramLayout['nodes'][number]
export type Drawn = DiagramLayout['edges'][number]

/** The change of one entry: before and after; undefined where it did not or does not exist. */
interface Turn<T> {
  readonly key: string
  readonly before: T | undefined
  readonly after: T | undefined
}

/** The change of a layout, entry by entry: it can be applied to another layout, and inverted. */
export interface Patch {
  readonly nodes: readonly Turn<Placed>[]
  readonly edges: readonly Turn<Drawn>[]
}

export const nothing: Patch = { nodes: [], edges: [] }

export const edgeKey = ({ channel, from, to }: Drawn) => `${channel} ${from} ${to}`
const nodeKey = ({ uuid }: Placed) => uuid

/** The patch that turns one layout into another. */
export function patchBetween(before: DiagramLayout, after: DiagramLayout): Patch {
  return { nodes: turns(before.nodes, after.nodes, nodeKey), edges: turns(before.edges, after.edges, edgeKey) }
}

function turns<T>(before: readonly T[], after: readonly T[], keyOf: (one: T) => string): Turn<T>[] {
  const was = new Map(before.map((one) => [keyOf(one), one]))
  const is = new Map(after.map((one) => [keyOf(one), one]))
  return [...new Set([...was.keys(), ...is.keys()])]
    .filter((key) => !isSame(was.get(key), is.get(key)))
    .map((key) => ({ key, before: was.get(key), after: is.get(key) }))
}

/** The layout with a patch applied: each entry in the patch gets the value of the patch (rule DIAGRAM-7). */
export function patched(layout: DiagramLayout, { nodes, edges }: Patch): DiagramLayout {
  return { nodes: turned(layout.nodes, nodes, nodeKey), edges: turned(layout.edges, edges, edgeKey) }
}

function turned<T>(entries: readonly T[], news: readonly Turn<T>[], keyOf: (one: T) => string): T[] {
  const all = new Map(entries.map((one) => [keyOf(one), one]))
  for (const { key, after } of news) {
    if (after === undefined) all.delete(key)
    else all.set(key, after)
  }
  return [...all.values()]
}

/** The patch that undoes another. */
export function inverseOf({ nodes, edges }: Patch): Patch {
  const back = <T>(all: readonly Turn<T>[]) =>
    all.map(({ key, before, after }) => ({ key, before: after, after: before }))
  return { nodes: back(nodes), edges: back(edges) }
}

export const isNothing = ({ nodes, edges }: Patch) => nodes.length === 0 && edges.length === 0

/** The layout without elements that no longer exist (rule DIAGRAM-8), and without lines that lost an end. */
export function pruned(layout: DiagramLayout, isThere: (uuid: string) => boolean): DiagramLayout {
  const nodes = layout.nodes.filter(({ uuid }) => isThere(uuid))
  const shown = new Set(nodes.map(({ uuid }) => uuid))
  const edges = layout.edges.filter(({ channel, from, to }) => isThere(channel) && shown.has(from) && shown.has(to))
  return nodes.length === layout.nodes.length && edges.length === layout.edges.length ? layout : { nodes, edges }
}

/** The layout without some nodes and lines; a line is removed with either of its ends (rule DIAGRAM-2). */
export function without(layout: DiagramLayout, nodes: ReadonlySet<string>, edges: ReadonlySet<string>): DiagramLayout {
  return {
    nodes: layout.nodes.filter(({ uuid }) => !nodes.has(uuid)),
    edges: layout.edges.filter((edge) => !nodes.has(edge.from) && !nodes.has(edge.to) && !edges.has(edgeKey(edge))),
  }
}

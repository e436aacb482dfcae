import type { PlaybookEdge, PlaybookGraph, PlaybookNode } from './playbook.ts'

/** A graph, prepared for running and checking. Build it with `readGraph`. */
export interface ReadGraph {
  readonly nodes: ReadonlyMap<string, PlaybookNode>
  readonly into: ReadonlyMap<string, readonly PlaybookEdge[]>
  readonly outOf: ReadonlyMap<string, readonly PlaybookEdge[]>
  /** The ids in an order in which each comes behind those that lead to it; without the nodes of cycles. */
  readonly order: readonly string[]
  /** For each node the for-each nodes in whose bodies it is, the outermost first. */
  readonly loopsOf: ReadonlyMap<string, readonly string[]>
}

/** Prepares a graph. Edges from or to nodes that do not exist are left out. */
export function readGraph({ nodes: list, edges: all }: PlaybookGraph): ReadGraph {
  const nodes = new Map(list.map((node) => [node.id, node]))
  const edges = all.filter(({ from, to }) => nodes.has(from) && nodes.has(to))
  const into = grouped(edges, ({ to }) => to)
  const outOf = grouped(edges, ({ from }) => from)
  const order = inOrder([...nodes.keys()], into, outOf)
  return { nodes, into, outOf, order, loopsOf: loopsIn(nodes, outOf, order) }
}

function grouped(edges: readonly PlaybookEdge[], key: (edge: PlaybookEdge) => string): Map<string, PlaybookEdge[]> {
  return Map.groupBy(edges, key)
}

/** Kahn's algorithm. */
function inOrder(
  ids: readonly string[],
  into: ReadonlyMap<string, readonly PlaybookEdge[]>,
  outOf: ReadonlyMap<string, readonly PlaybookEdge[]>,
): string[] {
  const missing = new Map(ids.map((id) => [id, into.get(id)?.length ?? 0]))
  const order = ids.filter((id) => missing.get(id) === 0)
  for (let at = 0; at < order.length; at += 1)
    for (const { to } of outOf.get(order[at]!) ?? []) {
      const left = missing.get(to)! - 1
      missing.set(to, left)
      if (left === 0) order.push(to)
    }
  return order
}

function loopsIn(
  nodes: ReadonlyMap<string, PlaybookNode>,
  outOf: ReadonlyMap<string, readonly PlaybookEdge[]>,
  order: readonly string[],
): Map<string, readonly string[]> {
  const loops = new Map<string, readonly string[]>([...nodes.keys()].map((id) => [id, []]))
  // an outer for-each comes first in the order, and so do its bodies' loops
  for (const id of order)
    if (nodes.get(id)!.type === 'for_each')
      for (const inside of bodyOf(id, outOf)) loops.set(inside, [...loops.get(inside)!, id])
  return loops
}

/** The nodes that an iteration of a for-each reaches. */
function bodyOf(loop: string, outOf: ReadonlyMap<string, readonly PlaybookEdge[]>): Set<string> {
  const first = (outOf.get(loop) ?? []).filter(({ port }) => port === 'each').map(({ to }) => to)
  return reachedFrom(first, outOf)
}

/** All nodes on ways from these, themselves included; only along edges that pass the filter. */
export function reachedFrom(
  first: readonly string[],
  outOf: ReadonlyMap<string, readonly PlaybookEdge[]>,
  passes: (edge: PlaybookEdge) => boolean = () => true,
): Set<string> {
  const reached = new Set(first)
  const open = [...reached]
  for (let id = open.pop(); id !== undefined; id = open.pop())
    for (const edge of outOf.get(id) ?? [])
      if (passes(edge) && !reached.has(edge.to)) {
        reached.add(edge.to)
        open.push(edge.to)
      }
  return reached
}

/** All nodes from which ways lead to this one, without itself. */
export function nodesBefore({ into }: ReadGraph, id: string): Set<string> {
  const before = new Set<string>()
  const open = [id]
  for (let at = open.pop(); at !== undefined; at = open.pop())
    for (const { from } of into.get(at) ?? [])
      if (!before.has(from)) {
        before.add(from)
        open.push(from)
      }
  return before
}

/** Nodes with which a run starts. */
export function entries({ nodes, into }: ReadGraph): string[] {
  return [...nodes.keys()].filter((id) => !into.has(id))
}

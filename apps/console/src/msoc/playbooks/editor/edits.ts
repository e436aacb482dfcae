import {
  bounds,
  type PlaybookEdge,
  type PlaybookGraph,
  type PlaybookNode,
} from '@carapace/shared/msoc/playbooks/playbook'
import { sizes } from './layout.ts'

/** An exit of a node. */
export interface Exit {
  readonly from: string
  readonly port: string
}

export const isSameEdge = (a: PlaybookEdge, b: PlaybookEdge) => a.from === b.from && a.port === b.port && a.to === b.to

/** An id that no node has: the given word, with a number from the second on (rule PLAYBOOK-UI-11). */
export function freeId({ nodes }: Pick<PlaybookGraph, 'nodes'>, word: string): string {
  const used = new Set(nodes.map(({ id }) => id))
  const base =
    word
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '_')
      .replace(/^[^a-z]+/, '')
      .slice(0, 36) || 'step'
  if (!used.has(base)) return base
  for (let index = 2; ; index++) if (!used.has(`${base}_${index}`)) return `${base}_${index}`
}

/**
 * Adds a node after an exit. What followed there follows the new node instead, by its first exit (rule
 * PLAYBOOK-UI-11); without an exit it stands alone.
 */
export function withNode(
  graph: PlaybookGraph,
  node: PlaybookNode,
  after: Exit | undefined,
  firstPort: string | undefined,
): PlaybookGraph {
  const nodes = [...graph.nodes, node]
  if (after === undefined) return { ...graph, nodes }
  const isAfter = ({ from, port }: PlaybookEdge) => from === after.from && port === after.port
  const kept = firstPort === undefined ? graph.edges : graph.edges.filter((edge) => !isAfter(edge))
  const moved =
    firstPort === undefined ? [] : graph.edges.filter(isAfter).map(({ to }) => ({ from: node.id, port: firstPort, to }))
  return { nodes, edges: [...kept, { ...after, to: node.id }, ...moved] }
}

/** The exit after which Enter adds: the first that leads nowhere, or else the first (rule PLAYBOOK-UI-11). */
export function exitFor({ edges }: PlaybookGraph, from: string, ports: readonly string[]): Exit | undefined {
  const port = ports.find((each) => !edges.some((edge) => edge.from === from && edge.port === each)) ?? ports[0]
  return port === undefined ? undefined : { from, port }
}

/** The place below a node that no other node has. */
export function placeBelow({ nodes }: PlaybookGraph, id: string | undefined): { x: number; y: number } {
  const above = nodes.find((node) => node.id === id)?.position
  const lowest = nodes.reduce((most, { position }) => Math.max(most, position.y), -sizes.card)
  let { x, y } = above ?? { x: 0, y: lowest }
  y += sizes.card + sizes.exits + sizes.rankGap
  while (nodes.some(({ position }) => Math.abs(position.x - x) < sizes.width && Math.abs(position.y - y) < sizes.card))
    x += sizes.width + sizes.gap
  return { x, y }
}

/**
 * Removes nodes with their edges. Where a removed node had one follower, its predecessors lead to that follower (rule
 * PLAYBOOK-UI-12).
 */
export function withoutNodes(graph: PlaybookGraph, ids: ReadonlySet<string>): PlaybookGraph {
  let edges = graph.edges
  for (const id of ids) {
    const followers = new Set(edges.filter(({ from }) => from === id).map(({ to }) => to))
    const [only] = followers
    const bridges =
      followers.size === 1 ? edges.filter(({ to }) => to === id).map((edge) => ({ ...edge, to: only! })) : []
    const others = edges.filter(({ from, to }) => from !== id && to !== id)
    edges = [...others, ...bridges.filter((bridge) => !others.some((edge) => isSameEdge(edge, bridge)))]
  }
  return { nodes: graph.nodes.filter(({ id }) => !ids.has(id)), edges }
}

/** Copies nodes beside themselves, with the edges between them; also returns the ids of the copies. */
export function duplicated(graph: PlaybookGraph, ids: ReadonlySet<string>): { graph: PlaybookGraph; copies: string[] } {
  const names = new Map<string, string>()
  let nodes = graph.nodes
  for (const node of graph.nodes) {
    if (!ids.has(node.id)) continue
    const id = freeId({ nodes }, node.id.replace(/_\d+$/, ''))
    names.set(node.id, id)
    const position = { x: node.position.x + sizes.width + sizes.gap, y: node.position.y }
    nodes = [...nodes, { ...node, id, position, settings: structuredClone(node.settings) }]
  }
  const between = graph.edges.flatMap((edge) => {
    const [from, to] = [names.get(edge.from), names.get(edge.to)]
    return from === undefined || to === undefined ? [] : [{ ...edge, from, to }]
  })
  return { graph: { nodes, edges: [...graph.edges, ...between] }, copies: [...names.values()] }
}

/** Why two nodes cannot be connected; undefined if they can (rule PLAYBOOK-UI-12). */
export function whyNotConnected(graph: PlaybookGraph, edge: PlaybookEdge): string | undefined {
  if (edge.from === edge.to) return 'A step cannot follow itself.'
  if (graph.edges.some((each) => isSameEdge(each, edge))) return 'They are connected already.'
  if (graph.edges.length >= bounds.edges) return `A playbook has at most ${bounds.edges} connections.`
  if (leadsTo(graph, edge.to, edge.from)) return 'That would be a circle: a step cannot follow what it leads to.'
  return undefined
}

export function withEdge(graph: PlaybookGraph, edge: PlaybookEdge): PlaybookGraph {
  return whyNotConnected(graph, edge) === undefined ? { ...graph, edges: [...graph.edges, edge] } : graph
}

export function withoutEdge(graph: PlaybookGraph, edge: PlaybookEdge): PlaybookGraph {
  return { ...graph, edges: graph.edges.filter((each) => !isSameEdge(each, edge)) }
}

/** Whether the edges lead from one node to another. */
export function leadsTo({ edges }: PlaybookGraph, from: string, to: string): boolean {
  const seen = new Set([from])
  for (const id of seen) {
    if (id === to) return true
    for (const edge of edges) if (edge.from === id) seen.add(edge.to)
  }
  return false
}

/** Changes one node. */
export function changed(graph: PlaybookGraph, id: string, change: Partial<PlaybookNode>): PlaybookGraph {
  return { ...graph, nodes: graph.nodes.map((node) => (node.id === id ? { ...node, ...change } : node)) }
}

/** Moves nodes to whole pixels. */
export function moved(
  graph: PlaybookGraph,
  to: ReadonlyMap<string, { readonly x: number; readonly y: number }>,
): PlaybookGraph {
  return {
    ...graph,
    nodes: graph.nodes.map((node) => {
      const place = to.get(node.id)
      return place === undefined ? node : { ...node, position: { x: Math.round(place.x), y: Math.round(place.y) } }
    }),
  }
}

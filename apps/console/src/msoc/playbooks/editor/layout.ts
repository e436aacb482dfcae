import type { PlaybookGraph, PlaybookNode } from '@carapace/shared/msoc/playbooks/playbook'
import { arranged, type Place } from '../../../core/flow/arrange.ts'

/** Sizes in px: a card, and the row of its exits where there are several. */
export const sizes = { width: 232, card: 58, exits: 20, gap: 28, rankGap: 44 } as const

/** The box of a node on the canvas, px. */
export function sizeOf(ports: readonly string[]): { readonly width: number; readonly height: number } {
  return { width: Math.max(sizes.width, ports.length * 76), height: sizes.card + (ports.length > 1 ? sizes.exits : 0) }
}

type PortsOf = (node: PlaybookNode) => readonly string[]

/** The graph with every node at a place below its predecessors, where few edges cross (rule PLAYBOOK-UI-14). */
export function laidOut(graph: PlaybookGraph, portsOf: PortsOf): PlaybookGraph {
  const places = arranged(
    graph.nodes.map((node) => ({ id: node.id, ...sizeOf(portsOf(node)) })),
    inPortOrder(graph, portsOf),
    { direction: 'TB', gap: sizes.gap, rankGap: sizes.rankGap },
  )
  const side = isMirrored(graph, portsOf, places) ? -1 : 1
  return {
    ...graph,
    nodes: graph.nodes.map((node) => {
      const place = places.get(node.id)
      if (place === undefined) return node
      return { ...node, position: { x: side === 1 ? place.x : -place.x - place.width, y: place.y } }
    }),
  }
}

/** Whether more exits lead to the wrong side than to the right one: dagre knows no order of exits. */
function isMirrored(graph: PlaybookGraph, portsOf: PortsOf, places: ReadonlyMap<string, Place>): boolean {
  const middle = (id: string) => {
    const place = places.get(id)
    return place === undefined ? 0 : place.x + place.width / 2
  }
  const wrong = graph.nodes.reduce((sum, node) => {
    const targets = portsOf(node).flatMap((port) =>
      graph.edges.filter(({ from, port: exit }) => from === node.id && exit === port).map(({ to }) => middle(to)),
    )
    return sum + targets.slice(1).reduce((signs, x, index) => signs + Math.sign(targets[index]! - x), 0)
  }, 0)
  return wrong > 0
}

/** The edges by the order of their exits, so that the first exit is drawn at the left. */
function inPortOrder({ nodes, edges }: PlaybookGraph, portsOf: PortsOf): (readonly [string, string])[] {
  const rank = new Map(nodes.flatMap((node) => portsOf(node).map((port, index) => [`${node.id} ${port}`, index])))
  return edges
    .toSorted((a, b) => (rank.get(`${a.from} ${a.port}`) ?? 0) - (rank.get(`${b.from} ${b.port}`) ?? 0))
    .map(({ from, to }) => [from, to] as const)
}

/** Whether nodes lie on one another, as those of an import without positions do. */
export function overlaps({ nodes }: PlaybookGraph): boolean {
  const seen = new Set<string>()
  return nodes.some(({ position: { x, y } }) => {
    const cell = `${Math.round(x / 40)} ${Math.round(y / 40)}`
    if (seen.has(cell)) return true
    seen.add(cell)
    return false
  })
}

export type Arrow = 'up' | 'down' | 'left' | 'right'

/**
 * The node that an arrow key leads to: up and down along the edges, or else to the nearest node in that direction;
 * sideways to the nearest node at about the same height (rule PLAYBOOK-UI-13).
 */
export function neighbour(graph: PlaybookGraph, from: string | undefined, arrow: Arrow): string | undefined {
  const start = graph.nodes.find(({ id }) => id === from)
  if (start === undefined) return topmost(graph)
  const linked = along(graph, start.id, arrow)
  const candidates = (linked.length > 0 ? linked : graph.nodes).filter(
    ({ id, position }) => id !== start.id && isTowards(start.position, position, arrow),
  )
  const pool = candidates.length > 0 ? candidates : linked
  return pool.toSorted((a, b) => farness(start, a, arrow) - farness(start, b, arrow))[0]?.id
}

function along({ nodes, edges }: PlaybookGraph, id: string, arrow: Arrow): PlaybookNode[] {
  if (arrow === 'left' || arrow === 'right') return []
  const ids = new Set(
    arrow === 'down'
      ? edges.filter(({ from }) => from === id).map(({ to }) => to)
      : edges.filter(({ to }) => to === id).map(({ from }) => from),
  )
  return nodes.filter((node) => ids.has(node.id))
}

interface Point {
  readonly x: number
  readonly y: number
}

function isTowards(from: Point, to: Point, arrow: Arrow): boolean {
  if (arrow === 'down') return to.y > from.y
  if (arrow === 'up') return to.y < from.y
  return arrow === 'right' ? to.x > from.x : to.x < from.x
}

/** The distance, in which a step to the side of the wanted direction counts three times. */
function farness(from: PlaybookNode, to: PlaybookNode, arrow: Arrow): number {
  const across = Math.abs(to.position.x - from.position.x)
  const down = Math.abs(to.position.y - from.position.y)
  return arrow === 'left' || arrow === 'right' ? across + 3 * down : down + 3 * across
}

function topmost({ nodes }: PlaybookGraph): string | undefined {
  return nodes.toSorted((a, b) => a.position.y - b.position.y || a.position.x - b.position.x)[0]?.id
}

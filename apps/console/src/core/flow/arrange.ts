import * as dagre from '@dagrejs/dagre'

/** A node to place: its size, and the box that contains it, px. */
export interface Placeable {
  readonly id: string
  readonly width: number
  readonly height: number
  readonly within?: string | undefined
}

/** The place of a node: its upper left corner and its size, px. */
export interface Place {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

interface Arrangement {
  /** The direction of edges: down (TB) or to the right (LR). */
  readonly direction: 'TB' | 'LR'
  /** The distance between neighbours, and between ranks, px. */
  readonly gap: number
  readonly rankGap: number
  /** Neighbours keep the order of the input: for trees, in which nothing crosses anyway. */
  readonly keepsOrder?: boolean
}

/**
 * Places for nodes so that edges point in one direction and rarely cross, by the layered layout of dagre. The nodes of
 * a box are placed inside it, and the box gets the size of its content; an empty box keeps its own size.
 */
export function arranged(
  nodes: readonly Placeable[],
  edges: readonly (readonly [from: string, to: string])[],
  { direction, gap, rankGap, keepsOrder = false }: Arrangement,
): ReadonlyMap<string, Place> {
  const graph = new dagre.graphlib.Graph({ compound: true, multigraph: true })
  graph.setGraph({ rankdir: direction, nodesep: gap, edgesep: gap / 2, ranksep: rankGap, rankalign: 'top' })
  graph.setDefaultEdgeLabel(() => ({}))
  const known = new Set(nodes.map(({ id }) => id))
  const boxes = new Set(nodes.flatMap(({ within }) => (within !== undefined && known.has(within) ? [within] : [])))
  for (const { id, width, height } of nodes) graph.setNode(id, { width, height })
  for (const { id, within } of nodes) if (within !== undefined && known.has(within)) graph.setParent(id, within)
  edges.forEach(([from, to], index) => {
    // dagre cannot rank an edge that ends at a box
    if (known.has(from) && known.has(to) && !boxes.has(from) && !boxes.has(to) && from !== to)
      graph.setEdge(from, to, {}, String(index))
  })
  dagre.layout(graph, { disableOptimalOrderHeuristic: keepsOrder })
  return new Map(nodes.map(({ id }) => [id, placeOf(graph.node(id) as Place)]))
}

/** dagre returns the centre. */
function placeOf({ x, y, width, height }: Place): Place {
  return {
    x: Math.round(x - width / 2),
    y: Math.round(y - height / 2),
    width: Math.round(width),
    height: Math.round(height),
  }
}

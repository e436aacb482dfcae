import * as dagre from '@dagrejs/dagre'

/** What is to be placed: its size, and the box that it lies in, px. */
export interface Placeable {
  readonly id: string
  readonly width: number
  readonly height: number
  readonly within?: string | undefined
}

/** Where something lies: its upper left corner and its size, px. */
export interface Place {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

interface Arrangement {
  /** Which way edges run: down (TB) or to the right (LR). */
  readonly direction: 'TB' | 'LR'
  /** Between neighbours, and between one rank and the next, px. */
  readonly gap: number
  readonly rankGap: number
  /** Neighbours stay in the order in which they were named: for trees, in which nothing crosses anyway. */
  readonly keepsOrder?: boolean
}

/**
 * Places for nodes so that edges run one way and cross seldom, by the layered method of dagre. What lies in a box is
 * placed there, and the box takes the size of what is in it; a box that is empty keeps its own.
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

/** dagre says where the middle is. */
function placeOf({ x, y, width, height }: Place): Place {
  return {
    x: Math.round(x - width / 2),
    y: Math.round(y - height / 2),
    width: Math.round(width),
    height: Math.round(height),
  }
}

import type { NamedPosition } from './tree.queries.ts'

interface Edge {
  readonly from: number
  readonly to: number
  readonly provides: boolean
}

/** Reads the edges that leave some components, and the components at some positions. */
export interface GraphReader {
  readonly edgesFrom: (positions: readonly number[]) => Promise<readonly Edge[]>
  readonly components: (positions: readonly number[]) => Promise<readonly NamedPosition[]>
}

/**
 * The dependency graph around a component, breadth first, up to `limit` nodes; each node states how many of its
 * dependencies are not drawn (rule SBOM-31).
 */
export async function graphAround(middle: number, limit: number, { edgesFrom, components }: GraphReader) {
  const distances = new Map([[middle, 0]])
  const edges: Edge[] = []
  let front = [middle]
  for (let distance = 1; front.length > 0 && distances.size < limit; distance++) {
    const found = await edgesFrom(front)
    const next: number[] = []
    for (const edge of found) {
      if (!distances.has(edge.to)) {
        if (distances.size >= limit) continue
        distances.set(edge.to, distance)
        next.push(edge.to)
      }
      edges.push(edge)
    }
    front = next
  }
  // the last front's edges among drawn nodes
  const known = new Set(edges.map(({ from, to }) => `${from} ${to}`))
  for (const edge of front.length > 0 ? await edgesFrom(front) : [])
    if (distances.has(edge.to) && !known.has(`${edge.from} ${edge.to}`)) edges.push(edge)
  const drawn = Map.groupBy(edges, ({ from }) => from)
  const nodes = (await components([...distances.keys()])).map(({ position, name, version, type, children }) => ({
    position,
    name,
    version,
    type,
    distance: distances.get(position)!,
    hidden: Math.max(0, children - (drawn.get(position)?.length ?? 0)),
  }))
  return { nodes: nodes.sort((a, b) => a.distance - b.distance || a.position - b.position), edges }
}

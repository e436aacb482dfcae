import type { getImpact, Link } from '@carapace/shared/graph/artefacts/artefacts.contract'
import type { z } from 'zod'

type Reached = z.output<typeof getImpact.output>['nodes'][number]

export interface PlacedNode {
  readonly node: Pick<Reached, 'uuid' | 'kind' | 'code' | 'title' | 'status'> & { readonly is_suspect?: boolean }
  readonly x: number
  readonly y: number
}

export interface ImpactLayout {
  readonly nodes: readonly PlacedNode[]
  readonly links: readonly { readonly link: Link; readonly from: PlacedNode; readonly to: PlacedNode }[]
  readonly width: number
  readonly height: number
}

export const box = { width: 190, height: 40, gapX: 56, gapY: 10, pad: 12 } as const

interface Side {
  readonly nodes: readonly Reached[]
  readonly links: readonly Link[]
}

/**
 * The positions of all artefacts in the impact view: sources on the left, derived artefacts on the right, one column
 * per step (rule GRAPH-UI-14).
 */
export function impactLayout(self: PlacedNode['node'], upstream: Side, downstream: Side): ImpactLayout {
  const columns = new Map<number, PlacedNode['node'][]>([[0, [self]]])
  const put = (column: number, node: Reached) => columns.set(column, [...(columns.get(column) ?? []), node])
  for (const node of upstream.nodes) if (node.uuid !== self.uuid) put(-node.depth, node)
  const left = new Set(upstream.nodes.map(({ uuid }) => uuid))
  for (const node of downstream.nodes) if (node.uuid !== self.uuid && !left.has(node.uuid)) put(node.depth, node)
  const first = Math.min(...columns.keys())
  const tallest = Math.max(...[...columns.values()].map(({ length }) => length))
  const height = tallest * (box.height + box.gapY) - box.gapY + 2 * box.pad
  const nodes = [...columns].flatMap(([column, own]) =>
    own.map((node, row): PlacedNode => ({
      node,
      x: box.pad + (column - first) * (box.width + box.gapX),
      y: box.pad + ((tallest - own.length) * (box.height + box.gapY)) / 2 + row * (box.height + box.gapY),
    })),
  )
  const placed = new Map(nodes.map((each) => [each.node.uuid, each]))
  const links = [
    ...new Map([...upstream.links, ...downstream.links].map((link) => [link.uuid, link])).values(),
  ].flatMap((link) => {
    const [from, to] = [placed.get(link.from), placed.get(link.to)]
    return from && to ? [{ link, from, to }] : []
  })
  const span = Math.max(...columns.keys()) - first + 1
  return { nodes, links, width: span * (box.width + box.gapX) - box.gapX + 2 * box.pad, height }
}

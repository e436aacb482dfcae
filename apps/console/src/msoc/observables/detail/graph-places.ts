import type { OutputOf } from '@carapace/shared/core/endpoint'
import type { observableGraph } from '@carapace/shared/msoc/observables/observables.contract'

export type Graph = OutputOf<typeof observableGraph>
export type GraphNode = Graph['nodes'][number]

/** The size of a node and the distances between them, px. */
export const nodeSize = { width: 232, height: 40 } as const
const gap = { x: 96, y: 12 } as const

/**
 * Places in columns: the other observables at the left, the observable itself, its alerts, and the cases at the right.
 * The first node is the observable itself.
 */
export function placesOf(nodes: readonly GraphNode[]): ReadonlyMap<string, { readonly x: number; readonly y: number }> {
  const [centre, ...others] = nodes
  const columns: readonly (readonly GraphNode[])[] = [
    others.filter(({ kind }) => kind === 'observable'),
    centre === undefined ? [] : [centre],
    others.filter(({ kind }) => kind === 'alert'),
    others.filter(({ kind }) => kind === 'case'),
  ]
  const highest = Math.max(...columns.map((column) => column.length))
  const step = nodeSize.height + gap.y
  return new Map(
    columns.flatMap((column, x) =>
      column.map(({ id }, row) => [
        id,
        { x: x * (nodeSize.width + gap.x), y: ((highest - column.length) / 2 + row) * step },
      ]),
    ),
  )
}

import { readGraph } from '../graph.ts'
import type { NodeType, SettingsOf } from '../node-settings.ts'
import { initialFor } from '../node-types.ts'
import type { PlaybookGraph, PlaybookNode } from '../playbook.ts'

/** A node of a template; settings that are left out are those with which the editor begins. */
export function node<T extends NodeType>(
  id: string,
  type: T,
  title: string,
  settings: Partial<SettingsOf<T>> = {},
): PlaybookNode {
  return { id, type, title, position: { x: 0, y: 0 }, settings: { ...initialFor(type), ...settings } }
}

/** A graph with edges in short, `ask.approved>block`, drawn from top to bottom. */
export function graph(nodes: readonly PlaybookNode[], edges: string): PlaybookGraph {
  const plain = {
    nodes: [...nodes],
    edges: edges
      .split(/\s+/)
      .filter(Boolean)
      .map((edge) => {
        const [from, port, to] = edge.split(/[.>]/) as [string, string, string]
        return { from, port, to }
      }),
  }
  return { ...plain, nodes: placed(plain) }
}

const columnWidth = 280
const rowHeight = 130

/** Each node below the lowest one that leads to it, beside the others of its row. */
function placed(plain: PlaybookGraph): PlaybookNode[] {
  const { order, into } = readGraph(plain)
  const rows = new Map<string, number>()
  for (const id of order)
    rows.set(id, Math.max(0, ...(into.get(id) ?? []).map(({ from }) => (rows.get(from) ?? 0) + 1)))
  const used = new Map<number, number>()
  return plain.nodes.map((one) => {
    const row = rows.get(one.id) ?? 0
    const column = used.get(row) ?? 0
    used.set(row, column + 1)
    return { ...one, position: { x: column * columnWidth, y: row * rowHeight } }
  })
}

export const analysts = { kind: 'role', role: 'ANALYST' } as const

/** Conditions that must all hold, each as [path, operator, value]. */
export function all(
  ...tests: [field: string, op: 'equals' | 'at_least' | 'greater' | 'contains' | 'is_set', value?: string][]
) {
  return {
    conditions: { match: 'all' as const, tests: tests.map(([field, op, value = '']) => ({ field, op, value })) },
  }
}

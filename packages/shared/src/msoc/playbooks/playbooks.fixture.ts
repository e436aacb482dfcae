import { initialFor } from './node-types.ts'
import type { PlaybookGraph, PlaybookNode } from './playbook.ts'

/** A node for tests; settings that are left out are those with which the editor begins. */
export function node(id: string, type: string, settings: Record<string, unknown>, more: Partial<PlaybookNode> = {}) {
  return { id, type, title: id, position: { x: 0, y: 0 }, settings: { ...initialFor(type), ...settings }, ...more }
}

/** A graph with edges in short: `ask.approved>block ask.rejected>close`. */
export function graphOf(nodes: readonly PlaybookNode[], edges: string): PlaybookGraph {
  const all = edges.split(/\s+/).filter(Boolean)
  return {
    nodes: [...nodes],
    edges: all.map((edge) => {
      const [, from, port, to] = /^(\w+)\.(\w+)>(\w+)$/.exec(edge)!
      return { from: from!, port: port!, to: to! }
    }),
  }
}

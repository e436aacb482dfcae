import { beyond, type NodeTable } from './node-table.ts'

/**
 * The part of a node table that is reached from some roots, children first: nodes have new numbers, and each has the
 * number of its variable. The first nodes are the table's terminals.
 */
export interface Diagram {
  readonly variable: Int32Array
  /** Edges as in the table: with a complement bit in a BDD, without in a ZBDD. */
  readonly low: Int32Array
  readonly high: Int32Array
  readonly root: number
}

/** A ZBDD without sets. */
export const noSets: Diagram = {
  variable: Int32Array.of(-1, -1),
  low: new Int32Array(2),
  high: new Int32Array(2),
  root: 0,
}

/** @param shift How many bits an edge has below the number of the node: 1 in a BDD, 0 in a ZBDD. */
export function extracted(table: NodeTable, root: number, shift: 0 | 1, variables: ArrayLike<number>): Diagram {
  const reached = new Uint8Array(table.size)
  const top = root >> shift
  reached[top] = 1
  for (let node = top; node >= 0; node--) {
    if (reached[node] === 0 || table.level[node] === beyond) continue
    reached[table.low[node]! >> shift] = 1
    reached[table.high[node]! >> shift] = 1
  }
  const terminals = 2 - shift
  const numbers = new Int32Array(top + 1)
  let many = 0
  for (let node = 0; node <= Math.max(top, terminals - 1); node++)
    if (node < terminals || reached[node] === 1) numbers[node] = many++
  const moved = (edge: number) => (numbers[edge >> shift]! << shift) | (edge & shift)
  const variable = new Int32Array(many).fill(-1)
  const low = new Int32Array(many)
  const high = new Int32Array(many)
  for (let node = terminals; node <= top; node++) {
    if (reached[node] === 0) continue
    const at = numbers[node]!
    variable[at] = variables[table.level[node]!]!
    low[at] = moved(table.low[node]!)
    high[at] = moved(table.high[node]!)
  }
  return { variable, low, high, root: moved(root) }
}

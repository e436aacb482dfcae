import { beyond, type Budget, NodeTable, ResultCache } from './node-table.ts'

/** An edge to a node: twice its number, plus one for the complement of its function. Node 0 is the constant true. */
export type Edge = number
export const ONE: Edge = 0
export const ZERO: Edge = 1

const AND = 1
const XOR = 2

/**
 * Reduced ordered binary decision diagrams (Bryant 1986, "Graph-based algorithms for Boolean function manipulation")
 * with complement edges (Brace, Rudell and Bryant 1990): a high edge is never a complement, so that equal functions
 * have equal edges.
 */
export class Bdd {
  readonly table: NodeTable
  private readonly cache = new ResultCache()

  constructor(budget: Budget) {
    this.table = new NodeTable(1, budget)
  }

  /** The function that is `high` if the variable of this level is true, else `low`. */
  choose(level: number, low: Edge, high: Edge): Edge {
    if (low === high) return low
    const flip = high & 1
    return (this.table.node(level, low ^ flip, high ^ flip) << 1) | flip
  }

  and(a: Edge, b: Edge): Edge {
    if (a === b || b === ONE) return a
    if (a === ONE) return b
    if (a === ZERO || b === ZERO || a === (b ^ 1)) return ZERO
    if (a > b) [a, b] = [b, a]
    const known = this.cache.get(AND, a, b)
    if (known >= 0) return known
    const { table } = this
    table.step()
    const i = a >> 1
    const j = b >> 1
    const levelA = table.level[i]!
    const levelB = table.level[j]!
    const level = levelA < levelB ? levelA : levelB
    const flipA = a & 1
    const flipB = b & 1
    const lowA = levelA === level ? table.low[i]! ^ flipA : a
    const highA = levelA === level ? table.high[i]! ^ flipA : a
    const lowB = levelB === level ? table.low[j]! ^ flipB : b
    const highB = levelB === level ? table.high[j]! ^ flipB : b
    const high = this.and(highA, highB)
    const result = this.choose(level, this.and(lowA, lowB), high)
    this.cache.fit(table.size)
    this.cache.set(AND, a, b, result)
    return result
  }

  or(a: Edge, b: Edge): Edge {
    return this.and(a ^ 1, b ^ 1) ^ 1
  }

  xor(a: Edge, b: Edge): Edge {
    const flip = (a ^ b) & 1
    a &= ~1
    b &= ~1
    if (a === b) return ZERO ^ flip
    if (a === ONE) return b ^ 1 ^ flip
    if (b === ONE) return a ^ 1 ^ flip
    if (a > b) [a, b] = [b, a]
    const known = this.cache.get(XOR, a, b)
    if (known >= 0) return known ^ flip
    const { table } = this
    table.step()
    const i = a >> 1
    const j = b >> 1
    const levelA = table.level[i]!
    const levelB = table.level[j]!
    const level = levelA < levelB ? levelA : levelB
    const lowA = levelA === level ? table.low[i]! : a
    const highA = levelA === level ? table.high[i]! : a
    const lowB = levelB === level ? table.low[j]! : b
    const highB = levelB === level ? table.high[j]! : b
    const high = this.xor(highA, highB)
    const result = this.choose(level, this.xor(lowA, lowB), high)
    this.cache.set(XOR, a, b, result)
    return result ^ flip
  }

  /** Whether an edge leads to a constant. */
  isConstant(edge: Edge): boolean {
    return this.table.level[edge >> 1] === beyond
  }
}

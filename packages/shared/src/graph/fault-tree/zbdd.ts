import { beyond, type Budget, NodeTable, ResultCache } from './node-table.ts'
import type { Bdd, Edge } from './bdd.ts'

/** The number of a node: a family of sets. */
export type Family = number
/** No set at all: it cannot occur. */
export const NONE: Family = 0
/** The empty set alone: it occurs anyway. */
export const EMPTY_SET: Family = 1

const UNION = 1
const PRODUCT = 2
const WITHOUT = 3
const MINIMAL = 4
const OUTSIDE = 5

/**
 * Families of minimal sets as zero-suppressed decision diagrams (Minato 1993, "Zero-suppressed BDDs for set
 * manipulation in combinatorial problems"). No set of a family contains another: every operation drops the sets that do
 * (Rauzy 1993, "New algorithms for fault trees analysis").
 */
export class Zbdd {
  readonly table: NodeTable
  private readonly cache = new ResultCache()

  constructor(budget: Budget) {
    this.table = new NodeTable(2, budget)
  }

  /** The sets of `low`, and those of `high` with this level's variable. */
  choose(level: number, low: Family, high: Family): Family {
    return high === NONE ? low : this.table.node(level, low, high)
  }

  /** The minimal sets among those of both. */
  union(a: Family, b: Family): Family {
    if (a === b || b === NONE) return a
    if (a === NONE) return b
    if (a === EMPTY_SET || b === EMPTY_SET) return EMPTY_SET
    if (a > b) [a, b] = [b, a]
    const known = this.cache.get(UNION, a, b)
    if (known >= 0) return known
    const { table } = this
    table.step()
    const levelA = table.level[a]!
    const levelB = table.level[b]!
    let result: Family
    if (levelA < levelB) {
      const low = this.union(table.low[a]!, b)
      result = this.choose(levelA, low, this.without(table.high[a]!, b))
    } else if (levelB < levelA) {
      const low = this.union(a, table.low[b]!)
      result = this.choose(levelB, low, this.without(table.high[b]!, a))
    } else {
      const low = this.union(table.low[a]!, table.low[b]!)
      result = this.choose(levelA, low, this.without(this.union(table.high[a]!, table.high[b]!), low))
    }
    this.cache.fit(table.size)
    this.cache.set(UNION, a, b, result)
    return result
  }

  /** The minimal sets among the unions of a set of one and a set of the other. */
  product(a: Family, b: Family): Family {
    if (a === NONE || b === NONE) return NONE
    if (a === EMPTY_SET || a === b) return b
    if (b === EMPTY_SET) return a
    if (a > b) [a, b] = [b, a]
    const known = this.cache.get(PRODUCT, a, b)
    if (known >= 0) return known
    const { table } = this
    table.step()
    const levelA = table.level[a]!
    const levelB = table.level[b]!
    let result: Family
    if (levelA < levelB) {
      const low = this.product(table.low[a]!, b)
      result = this.choose(levelA, low, this.without(this.product(table.high[a]!, b), low))
    } else if (levelB < levelA) {
      const low = this.product(a, table.low[b]!)
      result = this.choose(levelB, low, this.without(this.product(a, table.high[b]!), low))
    } else {
      const lowA = table.low[a]!
      const highA = table.high[a]!
      const lowB = table.low[b]!
      const highB = table.high[b]!
      const low = this.product(lowA, lowB)
      const high = this.union(this.product(highA, this.union(lowB, highB)), this.product(lowA, highB))
      result = this.choose(levelA, low, this.without(high, low))
    }
    this.cache.fit(table.size)
    this.cache.set(PRODUCT, a, b, result)
    return result
  }

  /** The sets of `a` that contain no set of `b`. */
  without(a: Family, b: Family): Family {
    if (a === NONE || b === NONE) return a
    if (a === b || b === EMPTY_SET) return NONE
    const { table } = this
    const levelA = table.level[a]!
    let levelB = table.level[b]!
    while (levelB < levelA) {
      b = table.low[b]!
      if (b === NONE) return a
      if (b === EMPTY_SET || a === b) return NONE
      levelB = table.level[b]!
    }
    const known = this.cache.get(WITHOUT, a, b)
    if (known >= 0) return known
    table.step()
    let high: Family
    let low: Family
    if (levelA < levelB) {
      high = this.without(table.high[a]!, b)
      low = this.without(table.low[a]!, b)
    } else {
      high = this.without(this.without(table.high[a]!, table.high[b]!), table.low[b]!)
      low = this.without(table.low[a]!, table.low[b]!)
    }
    const result = this.choose(levelA, low, high)
    this.cache.fit(table.size)
    this.cache.set(WITHOUT, a, b, result)
    return result
  }

  /**
   * The minimal cut sets of a function, as Rauzy defines them for any (2001, "Mathematical foundations of minimal
   * cutsets"): the smallest sets of variables with which it is true when all others are false. They are the minimal
   * positive parts of its prime implicants: those of its low branch, and those of its high branch that contain none of
   * these. A set contains one if it makes the low branch true, which is quicker to decide, but holds only if the
   * function is coherent (Rauzy 1993). Levels are those of the BDD.
   */
  minimalOf(bdd: Bdd, edge: Edge, coherent: boolean): Family {
    if (bdd.isConstant(edge)) return edge & 1 ? NONE : EMPTY_SET
    const known = this.cache.get(MINIMAL, edge, 0)
    if (known >= 0) return known
    this.table.step()
    const node = edge >> 1
    const flip = edge & 1
    const lower = bdd.table.low[node]! ^ flip
    const low = this.minimalOf(bdd, lower, coherent)
    const high = this.minimalOf(bdd, bdd.table.high[node]! ^ flip, coherent)
    const kept = coherent ? this.outside(high, bdd, lower) : this.without(high, low)
    const result = this.choose(bdd.table.level[node]!, low, kept)
    this.cache.fit(this.table.size)
    this.cache.set(MINIMAL, edge, 0, result)
    return result
  }

  /** The sets that do not make a coherent function true. */
  private outside(family: Family, bdd: Bdd, edge: Edge): Family {
    const level = this.table.level[family]!
    while (bdd.table.level[edge >> 1]! < level) edge = bdd.table.low[edge >> 1]! ^ (edge & 1)
    if (bdd.isConstant(edge)) return edge & 1 ? family : NONE
    if (family === NONE) return NONE
    const known = this.cache.get(OUTSIDE, family, edge)
    if (known >= 0) return known
    const { table } = this
    table.step()
    const node = edge >> 1
    const flip = edge & 1
    const isSame = bdd.table.level[node] === level
    const low = this.outside(table.low[family]!, bdd, isSame ? bdd.table.low[node]! ^ flip : edge)
    const high = this.outside(table.high[family]!, bdd, isSame ? bdd.table.high[node]! ^ flip : edge)
    const result = this.choose(level, low, high)
    this.cache.fit(table.size)
    this.cache.set(OUTSIDE, family, edge, result)
    return result
  }

  /** Whether a family is one of the two without variables. */
  isConstant(family: Family): boolean {
    return this.table.level[family] === beyond
  }
}

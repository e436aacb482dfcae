/** Thrown inside the engine when an attempt needs more nodes, time or stack than it has: never seen by callers. */
export class OverBudget extends Error {
  /** How large the table was after each gate that was done. */
  readonly sizes: readonly number[]

  constructor(sizes: readonly number[] = []) {
    super('over budget')
    this.sizes = sizes
  }
}

/** Whether an attempt failed for lack of nodes, time or stack, and not because of a defect. */
export const isOverBudget = (thrown: unknown): boolean => thrown instanceof OverBudget || thrown instanceof RangeError

export interface Budget {
  /** The most nodes that a table may hold. */
  readonly nodes: number
  /** Called every few ten thousand operations; throws `OverBudget` if it is time to stop. */
  readonly check: () => void
}

const checkEvery = 1 << 15

/**
 * The unique table of a decision diagram (Bryant 1986; Brace, Rudell and Bryant 1990): nodes in typed arrays that grow,
 * each with the level of its variable and two edges. Equal nodes are one. Children have lower numbers than their
 * parents. The first `terminals` nodes have no variable: their level is beyond all others.
 */
export class NodeTable {
  level: Int32Array
  low: Int32Array
  high: Int32Array
  size: number
  private next: Int32Array
  private buckets: Int32Array
  private mask: number
  private untilCheck = checkEvery
  private readonly budget: Budget

  constructor(terminals: number, budget: Budget) {
    const capacity = 1 << 8
    this.level = new Int32Array(capacity)
    this.low = new Int32Array(capacity)
    this.high = new Int32Array(capacity)
    this.next = new Int32Array(capacity)
    this.buckets = new Int32Array(capacity).fill(-1)
    this.mask = capacity - 1
    this.level.fill(beyond, 0, terminals)
    this.size = terminals
    this.budget = budget
  }

  /** The node with this level and these edges. @throws {OverBudget} */
  node(level: number, low: number, high: number): number {
    const bucket = hash(level, low, high) & this.mask
    for (let node = this.buckets[bucket]!; node >= 0; node = this.next[node]!)
      if (this.low[node] === low && this.high[node] === high && this.level[node] === level) return node
    if (this.size === this.level.length) {
      this.grow()
      return this.node(level, low, high)
    }
    const node = this.size++
    this.level[node] = level
    this.low[node] = low
    this.high[node] = high
    this.next[node] = this.buckets[bucket]!
    this.buckets[bucket] = node
    return node
  }

  /** To be called by each operation that is not answered from a cache. @throws {OverBudget} */
  step(): void {
    if (--this.untilCheck > 0) return
    this.untilCheck = checkEvery
    this.budget.check()
  }

  private grow(): void {
    if (this.size >= this.budget.nodes) throw new OverBudget()
    const capacity = Math.min(this.size * 2, Math.max(this.budget.nodes, this.size + 1))
    this.level = grown(this.level, capacity)
    this.low = grown(this.low, capacity)
    this.high = grown(this.high, capacity)
    this.next = new Int32Array(capacity)
    while (this.mask + 1 < capacity) this.mask = this.mask * 2 + 1
    this.buckets = new Int32Array(this.mask + 1).fill(-1)
    for (let node = 0; node < this.size; node++) {
      if (this.level[node] === beyond) continue
      const bucket = hash(this.level[node]!, this.low[node]!, this.high[node]!) & this.mask
      this.next[node] = this.buckets[bucket]!
      this.buckets[bucket] = node
    }
  }
}

/** The level of terminal nodes. */
export const beyond = 0x7fff_ffff

function hash(level: number, low: number, high: number): number {
  let mixed = Math.imul(low, 0x9e37_79b1) ^ Math.imul(high, 0x85eb_ca77) ^ Math.imul(level, 0xc2b2_ae3d)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b_3c6d)
  return mixed ^ (mixed >>> 13)
}

function grown(array: Int32Array, capacity: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(capacity)
  larger.set(array)
  return larger
}

/** A cache of results of operations with two operands: a later result takes the place of an earlier one. */
export class ResultCache {
  private entries: Int32Array
  private mask: number

  constructor(bits = 8) {
    this.entries = new Int32Array(4 << bits)
    this.mask = (1 << bits) - 1
  }

  /** The result of an operation, or -1. Operations have numbers from 1. */
  get(operation: number, a: number, b: number): number {
    const at = (hash(operation, a, b) & this.mask) << 2
    const { entries } = this
    return entries[at] === operation && entries[at + 1] === a && entries[at + 2] === b ? entries[at + 3]! : -1
  }

  set(operation: number, a: number, b: number, result: number): void {
    const at = (hash(operation, a, b) & this.mask) << 2
    const { entries } = this
    entries[at] = operation
    entries[at + 1] = a
    entries[at + 2] = b
    entries[at + 3] = result
  }

  /** Grows with the table of nodes, up to 2^22 results. */
  fit(nodes: number): void {
    if (nodes <= this.mask || this.mask >= (1 << 22) - 1) return
    let bits = 9
    while (1 << bits <= nodes && bits < 22) bits++
    const { entries } = this
    this.entries = new Int32Array(4 << bits)
    this.mask = (1 << bits) - 1
    for (let at = 0; at < entries.length; at += 4)
      if (entries[at] !== 0) this.set(entries[at]!, entries[at + 1]!, entries[at + 2]!, entries[at + 3]!)
  }
}

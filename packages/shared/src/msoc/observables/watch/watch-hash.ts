import type { ObservableType } from '../observables.ts'

/**
 * A 53-bit number of a typed value: what ingest keeps of each entry of a watchlist (rule OBSERVABLE-14). Two 32-bit
 * multiply-and-rotate mixes (the finaliser of MurmurHash3), joined to a number that a double holds exactly; never 0.
 */
export function watchHash(type: ObservableType, value: string): number {
  let high = 0x9e3779b9
  let low = 0x85ebca6b
  for (let i = 0; i < type.length; i++) {
    high = Math.imul(high ^ type.charCodeAt(i), 0x9e3779b1)
    low = Math.imul(low ^ type.charCodeAt(i), 0x5f356495)
  }
  for (let i = 0; i < value.length; i++) {
    const unit = value.charCodeAt(i)
    high = Math.imul(high ^ unit, 0x85ebca77)
    high = (high << 13) | (high >>> 19)
    low = Math.imul(low ^ unit, 0xc2b2ae3d)
    low = (low << 11) | (low >>> 21)
  }
  high = Math.imul(high ^ (high >>> 16) ^ low, 0x85ebca6b)
  low = Math.imul(low ^ (low >>> 13) ^ high, 0xc2b2ae35)
  return ((high ^ (high >>> 16)) & 0x1fffff) * 0x1_0000_0000 + (((low ^ (low >>> 16)) >>> 0) | 1)
}

/** A set of hashes without an object for each: 16 bytes an entry. */
export interface HashSet {
  readonly size: number
  readonly bytes: number
  has(hash: number): boolean
}

/** A set that is being filled. */
export interface GrowingHashSet extends HashSet {
  /** @throws {Error} when the set was made for fewer hashes */
  add(hash: number): void
  /** All hashes, in no order. */
  hashes(): Iterable<number>
}

/** Returns an empty set for this many hashes. Open addressing, at most half full. */
export function createHashSet(expected: number): GrowingHashSet {
  let slots = 16
  while (slots < expected * 2) slots *= 2
  const mask = slots - 1
  const table = new Float64Array(slots)
  let size = 0
  const slotOf = (hash: number) => {
    // the low half is mixed; its lowest bit is always 1
    let slot = ((hash % 0x1_0000_0000) >>> 1) & mask
    while (table[slot] !== 0 && table[slot] !== hash) slot = (slot + 1) & mask
    return slot
  }
  return {
    get size() {
      return size
    },
    bytes: table.byteLength,
    has: (hash) => table[slotOf(hash)] !== 0,
    *hashes() {
      for (const hash of table) if (hash !== 0) yield hash
    },
    add(hash) {
      if (size * 2 > slots) throw new Error('The set was made for fewer hashes.')
      const slot = slotOf(hash)
      if (table[slot] === hash) return
      table[slot] = hash
      size += 1
    },
  }
}

/** Reproducible randomness: all output of the fleet is a function of its seed and the clock. */

/** Mixes up to four integers into one 32-bit hash (murmur3's finaliser between words). */
export function hash(a: number, b = 0, c = 0, d = 0): number {
  let h = finish(a | 0)
  h = finish(h ^ Math.imul(b | 0, 0x9e3779b1))
  h = finish(h ^ Math.imul(c | 0, 0x85ebca77))
  return finish(h ^ Math.imul(d | 0, 0xc2b2ae3d))
}

function finish(h: number): number {
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return (h ^ (h >>> 16)) >>> 0
}

/** The hash as a number in [0, 1). */
export function chance(a: number, b = 0, c = 0, d = 0): number {
  return hash(a, b, c, d) / 4294967296
}

/** Converts a whole number that may exceed 32 bits (a clock in ms, a slot) into one that fits. */
export function folded(n: number): number {
  return ((n % 4294967296) ^ Math.floor(n / 4294967296)) | 0
}

/** A sequence of numbers in [0, 1) (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

/**
 * The n-th card of a deck that is shuffled again each time it is used up: all kinds appear equally often, in no fixed
 * order.
 */
export function dealt<T>(deck: readonly T[], n: number, seed: number): T {
  const round = Math.floor(n / deck.length)
  const random = randomFrom(hash(seed, folded(round), 77))
  const cards = [...deck]
  for (let i = cards.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1))
    const held = cards[i]!
    cards[i] = cards[j]!
    cards[j] = held
  }
  return cards[n - round * deck.length]!
}

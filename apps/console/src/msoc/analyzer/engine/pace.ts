/**
 * How far off its cycle an id counts as fast or slow: an injection doubles the rate at the least, a lost frame does not
 * (rule ANALYZER-15).
 */
const offCycle = { fast: 0.6, slow: 1.7 } as const

/** A silence of so many cycles is one, and no part of how often an id comes. */
const silentCycles = 3

/** Times between frames that are needed to speak of a pace. */
const fewest = 4

/**
 * Whether frames keep their cycle, ms (NaN: not known), and how far apart they usually are; undefined: they do, or
 * nobody knows.
 */
export function paceOf(
  times: Float32Array | Float64Array,
  expected: number | undefined,
): { readonly is: 'fast' | 'slow'; readonly usual: number } | undefined {
  if (expected === undefined || expected <= 0) return undefined
  const intervals = times.filter((ms) => !Number.isNaN(ms))
  if (intervals.length < fewest) return undefined
  // two senders' frames may follow each other at once: the mean tells how often they come, the median does not
  const mean = meanOf(intervals.filter((ms) => ms <= silentCycles * expected))
  if (mean < expected * offCycle.fast) return { is: 'fast', usual: mean }
  const median = intervals.sort()[intervals.length >> 1]!
  return median > expected * offCycle.slow ? { is: 'slow', usual: median } : undefined
}

/** So soon after the one before that the cycle does not allow it. */
export const isEarly = (ms: number, expected: number): boolean => ms < expected * offCycle.fast

function meanOf(values: Float32Array | Float64Array): number {
  let sum = 0
  for (const value of values) sum += value
  return sum / values.length
}

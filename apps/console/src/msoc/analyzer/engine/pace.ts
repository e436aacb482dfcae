/**
 * The ratios to the cycle at which an id counts as fast or slow: an injection at least doubles the rate, a lost frame
 * does not (rule ANALYZER-15).
 */
const offCycle = { fast: 0.6, slow: 1.7 } as const

/** A gap of this number of cycles is a silence, and is excluded from the rate of an id. */
const silentCycles = 3

/** Minimum number of times between frames to determine a rate. */
const fewest = 4

/**
 * Whether frames are too fast or too slow for their cycle, and their usual distance, ms (NaN: unknown); undefined if
 * they keep the cycle, or if that is unknown.
 */
export function paceOf(
  times: Float32Array | Float64Array,
  expected: number | undefined,
): { readonly is: 'fast' | 'slow'; readonly usual: number } | undefined {
  if (expected === undefined || expected <= 0) return undefined
  const intervals = times.filter((ms) => !Number.isNaN(ms))
  if (intervals.length < fewest) return undefined
  // two senders' frames may follow each other at once: the mean reflects the rate, the median does not
  const mean = meanOf(intervals.filter((ms) => ms <= silentCycles * expected))
  if (mean < expected * offCycle.fast) return { is: 'fast', usual: mean }
  const median = intervals.sort()[intervals.length >> 1]!
  return median > expected * offCycle.slow ? { is: 'slow', usual: median } : undefined
}

/** Whether a frame follows the previous one sooner than the cycle allows. */
export const isEarly = (ms: number, expected: number): boolean => ms < expected * offCycle.fast

function meanOf(values: Float32Array | Float64Array): number {
  let sum = 0
  for (const value of values) sum += value
  return sum / values.length
}

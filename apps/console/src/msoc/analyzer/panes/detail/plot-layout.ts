import { axisStep } from '../../times.ts'

export interface Range {
  readonly low: number
  readonly high: number
  readonly step: number
}

/** An axis from a whole step below the least value to one above the greatest; a flat line lies in the middle of one. */
export function rangeOf(least: number, greatest: number, steps = 4): Range {
  if (!Number.isFinite(least) || !Number.isFinite(greatest)) return { low: 0, high: 1, step: 0.5 }
  const [low, high] = greatest > least ? [least, greatest] : [least - 1, greatest + 1]
  const step = axisStep((high - low) / steps)
  return { low: Math.floor(low / step + 1e-9) * step, high: Math.ceil(high / step - 1e-9) * step, step }
}

/** The ticks of an axis. */
export const ticksOf = ({ low, high, step }: Range): number[] =>
  Array.from({ length: Math.round((high - low) / step) + 1 }, (_, index) =>
    Number((low + index * step).toPrecision(12)),
  )

interface Points {
  readonly at: Float64Array
}

/** The last point at or before a moment; -1: there is none. */
export function indexAt({ at }: Points, time: number): number {
  let low = 0
  let high = at.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (at[middle]! <= time) low = middle + 1
    else high = middle
  }
  return low - 1
}

/**
 * Which points are drawn between two moments: those within and, so that the line does not end in the open, one more on
 * either side.
 */
export function within(points: Points, from: number, to: number): readonly [number, number] {
  return [Math.max(0, indexAt(points, from)), Math.min(points.at.length, indexAt(points, to) + 2)]
}

/** The range of several series between two moments; what is not a number is passed over. */
export function spread(
  series: readonly (Points & { readonly value: Float32Array })[],
  from: number,
  to: number,
): Range {
  let least = Infinity
  let greatest = -Infinity
  for (const points of series) {
    const [first, end] = within(points, from, to)
    for (let i = first; i < end; i++) {
      const value = points.value[i]!
      if (value < least) least = value
      if (value > greatest) greatest = value
    }
  }
  return rangeOf(least, greatest)
}

/**
 * The longest times between frames, one in a hundred, do not flatten all others: they stand at the top (rule
 * ANALYZER-UI-12).
 */
const counted = 0.99

/**
 * The axis of times between frames, from nothing to what is usual, with the cycle's band well inside. A time over
 * frames that were left out is not a number.
 */
export function timingRange(ms: Float32Array, bandHigh: number | undefined): Range {
  const sorted = ms.filter((each) => !Number.isNaN(each)).sort()
  const usual = sorted[Math.floor((sorted.length - 1) * counted)] ?? 0
  return rangeOf(0, Math.max(usual * 1.1, (bandHigh ?? 0) * 1.4, 0.1), 3)
}

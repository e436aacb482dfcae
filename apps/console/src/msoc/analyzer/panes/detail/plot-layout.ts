import { axisStep } from '../../times.ts'

export interface Range {
  readonly low: number
  readonly high: number
  readonly step: number
}

/** An axis from a round step below the minimum to one above the maximum; a flat line is in the middle of a step. */
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

/** The index of the last point at or before a time; -1 if there is none. */
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
 * The range of points to draw between two times: those within, and one more on either side, so that the line does not
 * end in empty space.
 */
export function within(points: Points, from: number, to: number): readonly [number, number] {
  return [Math.max(0, indexAt(points, from)), Math.min(points.at.length, indexAt(points, to) + 2)]
}

/** The value range of several series between two times; values that are not numbers are skipped. */
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
 * The share of times between frames that determines the axis: the longest hundredth must not flatten all others, and is
 * drawn at the top (rule ANALYZER-UI-12).
 */
const counted = 0.99

/**
 * The axis of the times between frames, from zero to the usual values, with the cycle's band well inside. A time across
 * dropped frames is not a number.
 */
export function timingRange(ms: Float32Array, bandHigh: number | undefined): Range {
  const sorted = ms.filter((each) => !Number.isNaN(each)).sort()
  const usual = sorted[Math.floor((sorted.length - 1) * counted)] ?? 0
  return rangeOf(0, Math.max(usual * 1.1, (bandHigh ?? 0) * 1.4, 0.1), 3)
}

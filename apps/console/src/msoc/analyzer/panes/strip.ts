import { bandOf, type Cycle } from '../engine/cycle.ts'

interface Timed {
  readonly intervals: Float32Array
  readonly expected: Cycle | undefined
  /** The current mean time between frames, ms. */
  readonly period: number | undefined
}

interface Strip {
  /** px. */
  readonly ticks: readonly number[]
  /** From, to. */
  readonly band: readonly [number, number] | undefined
}

/** Minimum width of the band on either side, px, so that the band of a very steady cycle is visible. */
const leastBand = 5

/**
 * The positions of ticks and band on a strip with the cycle in the middle and twice the cycle at its end; undefined if
 * there is no cycle.
 */
export function stripOf({ intervals, expected, period }: Timed, width: number): Strip | undefined {
  const middle = expected?.ms ?? period
  if (middle === undefined || middle <= 0) return undefined
  const x = (ms: number) => Math.min(width - 1, (ms / (2 * middle)) * width)
  const half = expected && Math.max(leastBand, Math.min(width / 2, x(bandOf(expected).high) - width / 2))
  return { ticks: [...intervals].map(x), band: half === undefined ? undefined : [width / 2 - half, width / 2 + half] }
}

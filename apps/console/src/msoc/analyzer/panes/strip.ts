import { bandOf, type Cycle } from '../engine/cycle.ts'

interface Timed {
  readonly intervals: Float32Array
  readonly expected: Cycle | undefined
  /** What the frames come at now, ms. */
  readonly period: number | undefined
}

interface Strip {
  /** px. */
  readonly ticks: readonly number[]
  /** From, to. */
  readonly band: readonly [number, number] | undefined
}

/** However steady a cycle is, its band can be seen, px on either side. */
const leastBand = 5

/**
 * Where ticks and band stand on a strip on which the cycle is in the middle and twice the cycle at its end; undefined
 * where there is no cycle.
 */
export function stripOf({ intervals, expected, period }: Timed, width: number): Strip | undefined {
  const middle = expected?.ms ?? period
  if (middle === undefined || middle <= 0) return undefined
  const x = (ms: number) => Math.min(width - 1, (ms / (2 * middle)) * width)
  const half = expected && Math.max(leastBand, Math.min(width / 2, x(bandOf(expected).high) - width / 2))
  return { ticks: [...intervals].map(x), band: half === undefined ? undefined : [width / 2 - half, width / 2 + half] }
}

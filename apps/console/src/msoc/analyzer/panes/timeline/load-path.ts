import { tickText, timeTicks, stepOf } from '../../../../core/chart/time-ticks.ts'
import { axisStep, signedSpan } from '../../times.ts'

export interface TimeScale {
  /** Epoch ms. */
  readonly from: number
  readonly to: number
  /** px. */
  readonly width: number
  readonly x: (at: number) => number
  readonly at: (x: number) => number
  readonly holds: (at: number) => boolean
}

interface Load {
  readonly from: number
  readonly step: number
  readonly share: Float32Array
}

/** The scale between times and positions; undefined while there is no data or no room. */
export function scaleOf(load: Load | undefined, width: number): TimeScale | undefined {
  if (load === undefined || load.share.length === 0 || width <= 0) return undefined
  const { from, step } = load
  const span = Math.max(1, step * load.share.length)
  return {
    from,
    to: from + span,
    width,
    x: (at) => ((at - from) / span) * width,
    at: (x) => from + (Math.max(0, Math.min(width, x)) / width) * span,
    holds: (at) => at >= from && at <= from + span,
  }
}

/** The share at the top of the chart: the lowest of these that is at least as great as any value. */
export function percentTop(share: Float32Array): number {
  let most = 0
  for (const value of share) most = Math.max(most, value)
  return [0.1, 0.2, 0.3, 0.6, 1].find((each) => each >= most) ?? most
}

/** The shares as an SVG path in a box, at most one point per px: the greatest value of each. */
export function loadPath(share: Float32Array, width: number, height: number, most: number): string {
  const per = Math.max(1, share.length / Math.max(1, width))
  const points: string[] = []
  for (let first = 0; first < share.length; first += per) {
    let value = 0
    for (let i = Math.floor(first); i < Math.min(share.length, first + per); i++) value = Math.max(value, share[i]!)
    const x = ((first + per / 2) / share.length) * width
    points.push(
      `${points.length === 0 ? 'M0' : `L${x.toFixed(1)}`} ${(height * (1 - Math.min(1, value / most))).toFixed(1)}`,
    )
  }
  return `${points.join('')}H${width}`
}

/**
 * The axis labels: for live frames the age, for stored frames the clock, or within ten seconds the time since the
 * first.
 */
export function axisTicks(
  { from, to, width, x }: TimeScale,
  isLive: boolean,
): { readonly x: number; readonly text: string }[] {
  const most = Math.max(2, Math.floor(width / 110))
  const edge = (to - from) * 0.02
  if (!isLive && to - from > 10_000) {
    const step = stepOf(from, to, most)
    return timeTicks(from + edge, to - edge, most).map((at) => ({ x: x(at), text: tickText(at, step) }))
  }
  const origin = isLive ? to : from
  const step = axisStep((to - from) / most)
  const first = Math.ceil((from + edge - origin) / step)
  const last = Math.floor((to - edge - origin) / step)
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => (first + index) * step).map((ms) => ({
    x: x(origin + ms),
    text: signedSpan(ms),
  }))
}

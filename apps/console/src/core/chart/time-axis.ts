import { stepOf, tickText, timeTicks } from './time-ticks.ts'

const edgePart = 0.03

/**
 * A time axis from `from` to `to` (epoch ms) with at most `labels` labels, at whole steps of the clock in the user's
 * zone (rules CHART-1, CHART-2).
 */
export function timeAxis(from: number, to: number, labels = 12) {
  // a label is centred on its time: at the very edge half of it would be cut off
  const edge = (to - from) * edgePart
  const step = stepOf(from + edge, to - edge, labels)
  return {
    type: 'time' as const,
    min: from,
    max: to,
    axisLabel: {
      customValues: timeTicks(from + edge, to - edge, labels),
      formatter: (at: number) => tickText(at, step),
      hideOverlap: true,
    },
  }
}

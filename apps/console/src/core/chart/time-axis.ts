import { stepOf, tickText, timeTicks } from './time-ticks.ts'

/** A time axis from `from` to `to` (epoch ms) with at most `labels` labels, at whole steps in UTC (rules G1, G2). */
export function timeAxis(from: number, to: number, labels = 12) {
  const step = stepOf(from, to, labels)
  return {
    type: 'time' as const,
    min: from,
    max: to,
    axisLabel: { customValues: timeTicks(from, to, labels), formatter: (at: number) => tickText(at, step), hideOverlap: true },
  }
}

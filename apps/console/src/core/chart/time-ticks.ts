import { clock, clockWithSeconds, dayAndMonth } from '../format/format.ts'
import { evenSpans, instantOf, wallOf } from '../format/zone.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** The usual steps of time. */
const steps = [
  second,
  2 * second,
  5 * second,
  10 * second,
  30 * second,
  minute,
  2 * minute,
  5 * minute,
  10 * minute,
  15 * minute,
  30 * minute,
  hour,
  2 * hour,
  3 * hour,
  6 * hour,
  12 * hour,
  day,
  2 * day,
  7 * day,
  14 * day,
  28 * day,
] as const

/** The step between labels: the shortest whole step with at most `most` labels (rule CHART-1). */
export function stepOf(from: number, to: number, most: number): number {
  return steps.find((step) => (to - from) / step <= most) ?? Math.ceil((to - from) / most / day) * day
}

/** The times of the labels: at whole steps of the clock in the user's zone (rule CHART-1). */
export function timeTicks(from: number, to: number, most: number): number[] {
  const step = stepOf(from, to, most)
  // days follow the calendar: a day may have 23 hours
  if (step >= day) return wholeSteps(wallOf(from), wallOf(to), step).map((wall) => instantOf(wall))
  return evenSpans(from, to).flatMap((span) =>
    wholeSteps(span.from + span.offset, span.to + span.offset, step).map((wall) => wall - span.offset),
  )
}

function wholeSteps(from: number, to: number, step: number): number[] {
  const first = Math.ceil(from / step) * step
  return Array.from({ length: Math.max(0, Math.floor((to - first) / step) + 1) }, (_, index) => first + index * step)
}

/**
 * The text of a label: the time of day, with seconds for steps below a minute, and the date at midnight where the
 * window has several days (rule CHART-2).
 */
export function tickText(at: number, step: number): string {
  if (step >= day || (step >= hour && wallOf(at) % day === 0)) return dayAndMonth(at)
  return step < minute ? clockWithSeconds(at) : clock(at)
}

import type { ParsedVersion, Sign, VersionOrder } from './define-order.ts'
import type { Constraint } from './vers.ts'

/** One end of an interval. Without a version the interval has no end on this side. */
interface End {
  readonly text: string
  readonly version: ParsedVersion
  readonly inclusive: boolean
}

/** All versions from the lower to the upper end. */
export interface Interval {
  readonly lower: End | undefined
  readonly upper: End | undefined
}

/**
 * Returns the versions for which all constraints hold, as an interval; undefined if there are none, or if a version
 * can't be read. `!=` is not for this function.
 */
export function intervalOf(order: VersionOrder, constraints: readonly Constraint[]): Interval | undefined {
  let interval: Interval = { lower: undefined, upper: undefined }
  for (const { comparator, version: text } of constraints) {
    const version = order.parse(text)
    if (!version) return undefined
    const end = { text, version, inclusive: comparator.endsWith('=') }
    if (!comparator.startsWith('<')) interval = { ...interval, lower: higher(order, interval.lower, end) }
    if (!comparator.startsWith('>')) interval = { ...interval, upper: lower(order, interval.upper, end) }
  }
  return isEmpty(order, interval) ? undefined : interval
}

function higher(order: VersionOrder, a: End | undefined, b: End): End {
  if (!a) return b
  const sign = order.compare(a.version, b.version)
  return sign > 0 || (sign === 0 && !a.inclusive) ? a : b
}

function lower(order: VersionOrder, a: End | undefined, b: End): End {
  if (!a) return b
  const sign = order.compare(a.version, b.version)
  return sign < 0 || (sign === 0 && !a.inclusive) ? a : b
}

function isEmpty(order: VersionOrder, { lower, upper }: Interval): boolean {
  if (!lower || !upper) return false
  const sign = order.compare(lower.version, upper.version)
  return sign > 0 || (sign === 0 && !(lower.inclusive && upper.inclusive))
}

/** Returns the constraints of VERS for the union of the intervals, or `*`. Those that overlap or touch become one. */
export function unionOf(order: VersionOrder, intervals: readonly Interval[]): '*' | Constraint[] {
  const merged: Interval[] = []
  for (const interval of intervals.toSorted((a, b) => compareLowerEnds(order, a.lower, b.lower))) {
    const last = merged.at(-1)
    if (last && meets(order, last, interval)) merged[merged.length - 1] = joined(order, last, interval)
    else merged.push(interval)
  }
  const constraints = merged.flatMap((interval) => constraintsOf(order, interval))
  return constraints.length === 0 ? '*' : constraints
}

function compareLowerEnds(order: VersionOrder, a: End | undefined, b: End | undefined): Sign {
  if (!a || !b) return a ? 1 : b ? -1 : 0
  const sign = order.compare(a.version, b.version)
  return sign !== 0 || a.inclusive === b.inclusive ? sign : a.inclusive ? -1 : 1
}

/** Whether the second, which begins no earlier than the first, begins within it or right at its end. */
function meets(order: VersionOrder, { upper }: Interval, { lower }: Interval): boolean {
  if (!upper || !lower) return true
  const sign = order.compare(lower.version, upper.version)
  return sign < 0 || (sign === 0 && (lower.inclusive || upper.inclusive))
}

function joined(order: VersionOrder, a: Interval, b: Interval): Interval {
  if (!a.upper || !b.upper) return { lower: a.lower, upper: undefined }
  const sign = order.compare(a.upper.version, b.upper.version)
  return { lower: a.lower, upper: sign > 0 || (sign === 0 && a.upper.inclusive) ? a.upper : b.upper }
}

function constraintsOf(order: VersionOrder, { lower, upper }: Interval): Constraint[] {
  if (lower && upper && order.compare(lower.version, upper.version) === 0) {
    return [{ comparator: '=', version: lower.text }]
  }
  return [
    ...(lower ? [{ comparator: lower.inclusive ? '>=' : '>', version: lower.text } as const] : []),
    ...(upper ? [{ comparator: upper.inclusive ? '<=' : '<', version: upper.text } as const] : []),
  ]
}

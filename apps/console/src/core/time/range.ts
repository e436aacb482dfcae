import { clock, dateTime } from '../format/format.ts'
import { instantOf, wallOf } from '../format/zone.ts'

/** The window that all views share: a span until now, or a fixed window. Times are epoch ms. */
export type TimeRange =
  | { readonly mode: 'live'; readonly spanMs: number }
  | { readonly mode: 'fixed'; readonly from: number; readonly to: number }

export interface TimeWindow {
  readonly from: number
  readonly to: number
  readonly live: boolean
}

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** The offered spans, with their text in the address. */
export const spans = [
  { word: '5min', ms: 5 * minute, title: 'Last 5 minutes' },
  { word: '15min', ms: 15 * minute, title: 'Last 15 minutes' },
  { word: '1h', ms: hour, title: 'Last hour' },
  { word: '6h', ms: 6 * hour, title: 'Last 6 hours' },
  { word: '24h', ms: day, title: 'Last 24 hours' },
  { word: '3d', ms: 3 * day, title: 'Last 3 days' },
  { word: '7d', ms: 7 * day, title: 'Last 7 days' },
  { word: '30d', ms: 30 * day, title: 'Last 30 days' },
] as const

export const usualRange: TimeRange = { mode: 'live', spanMs: day }

/** The minimum width of a fixed window: a drag of one pixel must not give an empty chart. */
const leastMs = 1_000
/** Longer than any data is kept. */
const mostMs = 400 * day

/** A range as text in the address: `24h`, or two times, `2025-11-17T10:00:00Z~2025-11-18T10:00:00Z`. */
export function wordOf(range: TimeRange): string {
  if (range.mode === 'fixed') return `${instantText(range.from)}~${instantText(range.to)}`
  return spans.find(({ ms }) => ms === range.spanMs)?.word ?? `${Math.round(range.spanMs / minute)}min`
}

/** A time without zero milliseconds: people read addresses, too. */
function instantText(ms: number): string {
  return new Date(ms).toISOString().replace('.000Z', 'Z')
}

/** The range in an address, or undefined if it is not valid (rules TIME-1, TIME-2). */
export function rangeNamed(word: string): TimeRange | undefined {
  const [from, to] = word.split('~')
  return to === undefined ? spanNamed(word) : fixedBetween(Date.parse(from ?? ''), Date.parse(to))
}

const units: Readonly<Record<string, number>> = { min: minute, h: hour, d: day }

function spanNamed(word: string): TimeRange | undefined {
  const [, count, unit] = /^(\d{1,6})(min|h|d)$/.exec(word) ?? []
  const spanMs = Number(count) * (units[unit ?? ''] ?? 0)
  return spanMs >= minute && spanMs <= mostMs ? { mode: 'live', spanMs } : undefined
}

/** The window between two times, in any order; undefined unless both are valid (rule TIME-2). */
export function fixedBetween(a: number, b: number): TimeRange | undefined {
  if (!Number.isFinite(a) || !Number.isFinite(b)) return undefined
  const from = Math.min(a, b)
  const to = Math.max(a, b, from + leastMs)
  return to - from <= mostMs ? { mode: 'fixed', from, to } : undefined
}

/** The window of a range at a given time. */
export function windowAt(range: TimeRange, now: number): TimeWindow {
  if (range.mode === 'fixed') return { from: range.from, to: range.to, live: false }
  return { from: now - range.spanMs, to: now, live: true }
}

/** The live range with a fixed range's width: the shortest offered span that covers it (rule TIME-4). */
export function liveAgain(range: TimeRange): TimeRange {
  if (range.mode === 'live') return range
  const span = spans.find(({ ms }) => ms >= range.to - range.from) ?? spans.at(-1)!
  return { mode: 'live', spanMs: span.ms }
}

/** `Last 24 hours`; for a span that is not offered, its duration; for a fixed range `Fixed window`. */
export function titleOf(range: TimeRange): string {
  if (range.mode === 'fixed') return 'Fixed window'
  return spans.find(({ ms }) => ms === range.spanMs)?.title ?? `Last ${Math.round(range.spanMs / minute)} minutes`
}

/** `17 Nov 2025, 10:32 pm – now`; a day that both ends share is shown once. */
export function textOf({ from, to, live }: TimeWindow): string {
  if (live) return `${dateTime(from)} – now`
  const sameDay = Math.floor(wallOf(from) / day) === Math.floor(wallOf(to) / day)
  return `${dateTime(from)} – ${sameDay ? clock(to) : dateTime(to)}`
}

/** The address text after a zoom out, and the remaining zooms; undefined if there is no zoom to undo (rule TIME-5). */
export function zoomedOut(
  stack: readonly string[],
  current: string,
): { readonly word: string; readonly stack: readonly string[] } | undefined {
  const index = stack.findLastIndex((word) => word !== current)
  const word = stack[index]
  return word === undefined ? undefined : { word, stack: stack.slice(0, index) }
}

/** The absolute window that a user typed, in their own zone, or the message that explains the error (rule TIME-6). */
export function typedRange(from: string, to: string): TimeRange | string {
  const start = typedInstant(from)
  const end = typedInstant(to)
  if (Number.isNaN(start)) return 'Say when the window begins.'
  if (Number.isNaN(end)) return 'Say when the window ends.'
  if (end <= start) return 'The window must end after it begins.'
  return fixedBetween(start, end) ?? 'A window is at most 400 days long.'
}

/** A `datetime-local` field's text as an instant, in the user's zone; NaN if it is no time. */
export function typedInstant(text: string): number {
  const wall = Date.parse(`${text}Z`)
  return Number.isNaN(wall) ? wall : instantOf(wall)
}

/** A time as the value of a `datetime-local` field, in the user's zone. */
export function fieldValue(ms: number): string {
  return new Date(wallOf(ms)).toISOString().slice(0, 16)
}

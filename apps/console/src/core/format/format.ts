import { useSyncExternalStore } from 'react'
import { keptByZone, shownZone } from './zone.ts'

/** A time as calls and channels hold it, or as epoch milliseconds. */
type DateInput = string | number | Date

/** `18 Nov 2025, 10:32 pm`, in the user's zone. */
export const dateTime = written({ day: '2-digit', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' })

/** `18 Nov 2025`. */
export const date = written({ day: '2-digit', month: 'short', year: 'numeric' })

/** `18 Nov`. */
export const dayAndMonth = written({ day: '2-digit', month: 'short' })

/** `10:32 pm`. */
export const clock = written({ hour: '2-digit', minute: '2-digit' })

/** `10:31:44 pm`. */
export const clockWithSeconds = written({ hour: '2-digit', minute: '2-digit', second: '2-digit' })

/** A formatter of times, in the zone that is shown when it is called (rule FORMAT-1). */
function written(parts: Intl.DateTimeFormatOptions): (when: DateInput) => string {
  const formatIn = keptByZone((timeZone) => new Intl.DateTimeFormat('en-IN', { ...parts, hour12: true, timeZone }))
  return (when) => formatIn().format(new Date(when))
}

const anywhere = new Intl.DateTimeFormat('en-IN', { day: '2-digit', month: 'short', year: 'numeric', timeZone: 'UTC' })

/** `12 Dec 2025`: a calendar day, YYYY-MM-DD in the API, which is the same in every zone. */
export function calendarDay(day: string): string {
  return anywhere.format(new Date(day))
}

/** The format of days in the API: the Swedish locale writes them so. */
const wireDay = keptByZone((timeZone) => new Intl.DateTimeFormat('sv-SE', { timeZone }))

/** How many days a calendar day is ahead of today in the user's zone; negative: it is in the past. */
export function daysAhead(day: string, now: DateInput): number {
  return Math.round((Date.parse(day) - Date.parse(wireDay().format(new Date(now)))) / 86_400_000)
}

/** `18 Nov 2025, 10:32 pm UTC`, `… GMT+5:30`: for places without a stated zone, such as a tooltip. */
export function zonedDateTime(when: DateInput): string {
  return `${dateTime(when)} ${offsetText(when)}`
}

const offsets = keptByZone((timeZone) => new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'shortOffset' }))

/** The offset of a zone's clocks from UTC at a time: `UTC`, `GMT+5:30`, `GMT-4`. */
export function offsetText(when: DateInput, zone = shownZone()): string {
  if (zone === 'UTC') return zone
  return (
    offsets(zone)
      .formatToParts(new Date(when))
      .find(({ type }) => type === 'timeZoneName')?.value ?? zone
  )
}

const spans = [
  { unit: 'd', ms: 86_400_000 },
  { unit: 'h', ms: 3_600_000 },
  { unit: 'min', ms: 60_000 },
  { unit: 's', ms: 1_000 },
] as const

/**
 * A duration in its largest whole unit: `21 s`, `1 min`, `2 h`, `3 d`. It is never negative: a clock that runs ahead
 * gives `0 s`.
 */
export function age(ms: number): string {
  const { unit, ms: span } = spans.find((each) => ms >= each.ms) ?? spans[3]
  return `${Math.max(0, Math.floor(ms / span))} ${unit}`
}

/** A short duration with one decimal below ten seconds, for data ages: `0.4 s`, `24 s`, `2 min`. */
export function fineAge(ms: number): string {
  return ms < 10_000 ? `${(Math.max(0, ms) / 1000).toFixed(1)} s` : age(ms)
}

/** A delay: `180 ms`, `4.2 s`; `0 ms` where a clock that runs ahead would make it negative. */
export function delay(ms: number): string {
  return ms < 1_000 ? `${Math.round(Math.max(0, ms))} ms` : fineAge(ms)
}

const separated = new Intl.NumberFormat('en', { maximumFractionDigits: 1 })

/** `1,048,231`. */
export function number(n: number): string {
  return separated.format(n)
}

/** A number in at most four characters and a letter: `984`, `1.2k`, `58.4k`, `1.1M`. */
export function compact(n: number): string {
  if (Math.abs(n) < 999.5) return String(Math.round(n))
  if (Math.abs(n) < 999_950) return `${(n / 1_000).toFixed(1)}k`
  return `${(n / 1_000_000).toFixed(1)}M`
}

/** A constant of the API as text: `IN_PROGRESS` and `IN-PROGRESS` are `In progress`. */
export function sentenceCase(word: string): string {
  const spaced = word.replaceAll(/[_-]+/g, ' ').toLowerCase()
  return spaced.charAt(0).toUpperCase() + spaced.slice(1)
}

interface Ticker {
  now: number
  timer: ReturnType<typeof setInterval> | undefined
  readonly listeners: Set<() => void>
  readonly subscribe: (listener: () => void) => () => void
}

const tickers = new Map<number, Ticker>()

/** One interval per period for the whole page, which runs only while it has listeners. */
function tickerOf(everyMs: number): Ticker {
  const existing = tickers.get(everyMs)
  if (existing) return existing

  const listeners = new Set<() => void>()
  const ticker: Ticker = { now: Date.now(), timer: undefined, listeners, subscribe }
  tickers.set(everyMs, ticker)
  return ticker

  function subscribe(listener: () => void): () => void {
    listeners.add(listener)
    ticker.timer ??= setInterval(tick, everyMs)
    return () => {
      listeners.delete(listener)
      if (listeners.size > 0) return
      clearInterval(ticker.timer)
      ticker.timer = undefined
    }
  }

  function tick(): void {
    ticker.now = Date.now()
    for (const listener of listeners) listener()
  }
}

/** The time, epoch ms, refreshed every `everyMs`. Callers with the same period share one clock and render together. */
export function useNow(everyMs: number): number {
  const ticker = tickerOf(everyMs)
  return useSyncExternalStore(ticker.subscribe, () => currentOf(ticker, everyMs))
}

/** A ticker without listeners is stopped: this updates it before its first reader sees an old time. */
function currentOf(ticker: Ticker, everyMs: number): number {
  if (ticker.timer === undefined && Date.now() - ticker.now >= everyMs) ticker.now = Date.now()
  return ticker.now
}

/** A number of bytes in its largest whole unit. */
export function bytesText(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`
  if (bytes < 1_000_000) return `${(bytes / 1_000).toFixed(1)} kB`
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}

import type { QuietHours } from './notifications.ts'

const dayMinutes = 24 * 60
const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** The minute of the day in a time zone, from 0 to 1,439. An unknown zone counts as UTC. */
function minuteOfDay(time: Date, zone: string): number {
  const parts = formatterOf(zone).formatToParts(time)
  const part = (type: string) => Number(parts.find((each) => each.type === type)?.value ?? 0)
  return part('hour') * 60 + part('minute')
}

const formatters = new Map<string, Intl.DateTimeFormat>()

function formatterOf(zone: string): Intl.DateTimeFormat {
  const known = formatters.get(zone)
  if (known) return known
  const made = madeFormatter(zone) ?? madeFormatter('UTC')!
  formatters.set(zone, made)
  return made
}

function madeFormatter(zone: string): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  } catch {
    return undefined // a zone that this server does not know
  }
}

/**
 * The next time at which the clocks of a zone show this minute of the day: later than `after`, at most 25 hours. When
 * the clocks are put forward over it, the time right after the gap.
 */
export function nextAt(minute: number, zone: string, after: Date): Date {
  const start = Math.floor(after.getTime() / minuteMs) * minuteMs
  const ahead = (minute - minuteOfDay(after, zone) + dayMinutes) % dayMinutes || dayMinutes
  const guess = new Date(start + ahead * minuteMs)
  // the clocks may have been changed in between: by an hour at most
  const error = ((minute - minuteOfDay(guess, zone) + dayMinutes * 1.5) % dayMinutes) - dayMinutes / 2
  const mended = new Date(guess.getTime() + error * minuteMs)
  return minuteOfDay(mended, zone) === minute && mended > after ? mended : guess
}

/** When the quiet hours that hold at this time end; undefined: none hold. */
export function quietUntil(quiet: QuietHours | null, zone: string, now: Date): Date | undefined {
  if (quiet === null || quiet.from === quiet.until) return undefined
  const minute = minuteOfDay(now, zone)
  const holds =
    quiet.from < quiet.until
      ? minute >= quiet.from && minute < quiet.until
      : minute >= quiet.from || minute < quiet.until
  return holds ? nextAt(quiet.until, zone, now) : undefined
}

/** The end of the current hour, in UTC. */
export function nextHour(now: Date): Date {
  return new Date((Math.floor(now.getTime() / hourMs) + 1) * hourMs)
}

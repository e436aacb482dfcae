/** A calendar day without a zone: `2026-03-29`. */
export type LocalDate = string

const dayMs = 86_400_000

/** The instant, epoch ms, at which the clocks of a zone show a time on a day (rule SHIFT-2). */
export function instantOf(date: LocalDate, time: string, zone: string): number {
  const wanted = Date.parse(`${date}T${time}:00Z`)
  // the clock an hour and a half before any change, and behind it
  const [before, behind] = [offsetMs(wanted - dayMs, zone), offsetMs(wanted + dayMs, zone)]
  const early = wanted - before
  if (shown(early, zone) === wanted) return early
  const late = wanted - behind
  // in the hour that is left out no clock shows the time: the shift moves with the clock
  return shown(late, zone) === wanted ? late : early
}

/** The day that the clocks of a zone show. */
export function localDateOf(at: number, zone: string): LocalDate {
  return new Date(shown(at, zone)).toISOString().slice(0, 10)
}

/** The day some days later. */
export function dayAfter(date: LocalDate, days = 1): LocalDate {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)
}

/** 1 is Monday, 7 is Sunday. */
export function weekdayOf(date: LocalDate): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay() || 7
}

/** Number of days from one to another; negative if the other is earlier. */
export function daysBetween(from: LocalDate, to: LocalDate): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs)
}

/**
 * The days of a span in a zone, with the instant at which each begins; the first one begins before the span, or with
 * it.
 */
export function daysIn(from: number, to: number, zone: string): { readonly day: LocalDate; readonly at: number }[] {
  const days: { day: LocalDate; at: number }[] = []
  const last = localDateOf(to - 1, zone)
  for (let day = localDateOf(from, zone); day <= last; day = dayAfter(day))
    days.push({ day, at: instantOf(day, '00:00', zone) })
  return days
}

/** What the clocks of a zone show at an instant, as if it were UTC, epoch ms. */
function shown(at: number, zone: string): number {
  return at + offsetMs(at, zone)
}

const formats = new Map<string, Intl.DateTimeFormat>()

function offsetMs(at: number, zone: string): number {
  const parts = new Map(
    formatOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const of = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? 0
  const local = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'))
  return local - Math.floor(at / 1_000) * 1_000
}

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  formats.set(zone, made)
  return made
}

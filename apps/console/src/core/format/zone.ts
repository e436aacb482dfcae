import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

interface Shown {
  readonly zone: string
  /** Increased when the zone changed and the drawn times must be drawn again. */
  readonly turn: number
}

const shown = createStore<Shown>(() => ({ zone: 'UTC', turn: 0 }))

/** The IANA zone that times are shown and typed in; UTC until the signed-in user has chosen a zone (rule FORMAT-1). */
export function shownZone(): string {
  return shown.getState().zone
}

export function useZone(): string {
  return useStore(shown, ({ zone }) => zone)
}

/** A React key for elements that show times: a new value draws them again. */
export function useZoneTurn(): number {
  return useStore(shown, ({ turn }) => turn)
}

/** Shows times in a zone from now on. A zone that this browser does not know counts as not chosen. */
export function showZone(zone: string | undefined): void {
  const next = known(zone)
  if (next !== shownZone()) shown.setState(({ turn }) => ({ zone: next, turn: turn + 1 }))
}

/** The same, for the page where the user chooses the zone: it redraws its own times, and must keep its state. */
export function chooseZone(zone: string): void {
  shown.setState({ zone: known(zone) })
}

function known(zone: string | undefined): string {
  return zone !== undefined && isZone(zone) ? zone : 'UTC'
}

/** Whether this browser can format times in a zone. */
export function isZone(zone: string): boolean {
  try {
    return zone !== '' && wallClockOf(zone) !== undefined
  } catch {
    return false // a RangeError: no such zone
  }
}

/** A zone in its readable form: `America/New York`. */
export function zoneTitle(zone: string): string {
  return zone.replaceAll('_', ' ')
}

/** Creating a formatter costs a thousand times more than using it, so this keeps one for each zone. */
export function keptByZone(make: (timeZone: string) => Intl.DateTimeFormat): (zone?: string) => Intl.DateTimeFormat {
  const kept = new Map<string, Intl.DateTimeFormat>()
  return (zone = shownZone()) => {
    const format = kept.get(zone) ?? make(zone)
    kept.set(zone, format)
    return format
  }
}

const wallClockOf = keptByZone(
  (timeZone) =>
    new Intl.DateTimeFormat('en', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    }),
)

/** The wall clock time of a zone at an instant, as the epoch ms at which UTC clocks show the same (rule FORMAT-4). */
export function wallOf(ms: number, zone = shownZone()): number {
  if (zone === 'UTC') return ms
  const parts = wallClockOf(zone).formatToParts(ms)
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((each) => each.type === type)?.value)
  const wall = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
  return wall + (ms - Math.floor(ms / 1_000) * 1_000)
}

/** How far a zone's clocks are ahead of UTC at an instant, ms. */
export function offsetAt(ms: number, zone?: string): number {
  return wallOf(ms, zone) - ms
}

const day = 86_400_000

/**
 * The instant at which a zone's clocks show this wall clock time. A time that they show twice is its first occurrence.
 * A time that they skip is as long after the skip as it claims to be (rule FORMAT-4).
 */
export function instantOf(wall: number, zone?: string): number {
  const before = wall - offsetAt(wall - day, zone)
  const after = wall - offsetAt(wall + day, zone)
  return wallOf(before, zone) === wall || wallOf(after, zone) !== wall ? before : after
}

interface EvenSpan {
  readonly from: number
  readonly to: number
  /** How far the clocks are ahead of UTC in the whole span, ms. */
  readonly offset: number
}

/** A span of a few days, split where the zone's clocks are put forward or back. */
export function evenSpans(from: number, to: number, zone?: string): EvenSpan[] {
  const offset = offsetAt(from, zone)
  const last = offsetAt(to, zone)
  if (offset === last) return [{ from, to, offset }]
  const change = changeBetween(from, to, offset, zone)
  return [
    { from, to: change - 1, offset },
    { from: change, to, offset: last },
  ]
}

/** The first millisecond of the other offset, found by bisection. */
function changeBetween(from: number, to: number, offset: number, zone: string | undefined): number {
  let before = from
  let after = to
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (offsetAt(middle, zone) === offset) before = middle
    else after = middle
  }
  return after
}

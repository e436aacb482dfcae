import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

interface Shown {
  readonly zone: string
  /** Counted on where the zone changed under what is drawn already: that is to be drawn anew. */
  readonly turn: number
}

const shown = createStore<Shown>(() => ({ zone: 'UTC', turn: 0 }))

/** The IANA zone that times are shown and typed in; UTC until the signed-in person has chosen one (rule FORMAT-1). */
export function shownZone(): string {
  return shown.getState().zone
}

export function useZone(): string {
  return useStore(shown, ({ zone }) => zone)
}

/** A key for what shows times: another one means that it is to be drawn anew. */
export function useZoneTurn(): number {
  return useStore(shown, ({ turn }) => turn)
}

/** Shows times in a zone from now on. A zone that this browser doesn't know is as good as none. */
export function showZone(zone: string | undefined): void {
  const next = known(zone)
  if (next !== shownZone()) shown.setState(({ turn }) => ({ zone: next, turn: turn + 1 }))
}

/** The same, for the page that the zone is chosen on: it writes its own times anew, and must keep its place. */
export function chooseZone(zone: string): void {
  shown.setState({ zone: known(zone) })
}

function known(zone: string | undefined): string {
  return zone !== undefined && isZone(zone) ? zone : 'UTC'
}

/** Whether this browser can tell the time in a zone. */
export function isZone(zone: string): boolean {
  try {
    return zone !== '' && wallClockOf(zone) !== undefined
  } catch {
    return false // a RangeError: no such zone
  }
}

/** A zone as people write it: `America/New York`. */
export function zoneTitle(zone: string): string {
  return zone.replaceAll('_', ' ')
}

/** Making a formatter costs a thousand times what using it does, so each zone's is kept. */
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

/**
 * What clocks in a zone show at a moment, written as the epoch ms at which clocks in UTC show the same (rule FORMAT-4).
 */
export function wallOf(ms: number, zone = shownZone()): number {
  if (zone === 'UTC') return ms
  const parts = wallClockOf(zone).formatToParts(ms)
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((each) => each.type === type)?.value)
  const wall = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
  return wall + (ms - Math.floor(ms / 1_000) * 1_000)
}

/** By how much a zone's clocks are ahead of UTC at a moment, ms. */
export function offsetAt(ms: number, zone?: string): number {
  return wallOf(ms, zone) - ms
}

const day = 86_400_000

/**
 * The moment at which a zone's clocks show this. A time that they show twice is its first; one that they skip is as
 * long after the skip as it pretends to be (rule FORMAT-4).
 */
export function instantOf(wall: number, zone?: string): number {
  const before = wall - offsetAt(wall - day, zone)
  const after = wall - offsetAt(wall + day, zone)
  return wallOf(before, zone) === wall || wallOf(after, zone) !== wall ? before : after
}

interface EvenSpan {
  readonly from: number
  readonly to: number
  /** By how much clocks are ahead of UTC in all of it, ms. */
  readonly offset: number
}

/** A span of a few days, cut where the zone's clocks are put forward or back. */
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

/** The first millisecond of the other offset: halved until it is found. */
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

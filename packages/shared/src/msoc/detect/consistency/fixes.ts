import type { PositionEvent } from '../../events/events.ts'
import { distanceM } from '../geo.ts'

/** A position, as far as it is compared with other sources. */
export interface Fix {
  readonly at: number
  readonly lat: number
  readonly lon: number
  readonly speedKph: number | null
  readonly headingDeg: number | null
}

/** A worse dilution of precision than this is not compared. */
const hdopMost = 5
/** Below this speed the heading of a receiver wanders, km/h. */
const turningKph = 20
const turningMs = 3_000
/** Without a speed of the receiver's own it is the distance over this time, ms. */
const chordMs = { least: 4_000, most: 10_000 } as const

/**
 * Returns the fix of an event; undefined if it proves nothing: it is imprecise, or to the last digit where the one
 * before was, as of a receiver that lost its satellites and repeats what it knew.
 */
export function fixOf(event: PositionEvent, before: Fix | undefined): Fix | undefined {
  const { ts: at, lat, lon, speedKph, headingDeg, hdop } = event
  if (hdop !== null && hdop > hdopMost) return undefined
  if (before !== undefined && before.lat === lat && before.lon === lon) return undefined
  return { at, lat, lon, speedKph, headingDeg }
}

export interface Measured {
  readonly at: number
  readonly value: number
}

/** Returns the speed between two fixes, at the time in the middle of them, km/h. */
export function speedBetween(a: Fix, b: Fix): Measured | undefined {
  const passed = b.at - a.at
  if (passed < chordMs.least || passed > chordMs.most) return undefined
  return { at: a.at + passed / 2, value: (3_600 * distanceM(a.lat, a.lon, b.lat, b.lon)) / passed }
}

/** Returns how fast the heading changed between two fixes, °/s, clockwise. */
export function turningBetween(a: Fix, b: Fix): Measured | undefined {
  const passed = b.at - a.at
  if (a.headingDeg === null || b.headingDeg === null || passed <= 0 || passed > turningMs) return undefined
  if ((a.speedKph ?? 0) < turningKph || (b.speedKph ?? 0) < turningKph) return undefined
  const turned = ((b.headingDeg - a.headingDeg + 540) % 360) - 180
  return { at: a.at + passed / 2, value: (1_000 * turned) / passed }
}

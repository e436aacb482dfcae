import { delay } from '../../core/format/format.ts'
import { delayOf, positionTimes } from './position-age.ts'

/** From this difference on the vehicle's time is explained, ms: less is the way of an event. */
const noticeableMs = 2 * 60_000

/** The newest position, as the history returns it. */
interface Newest {
  readonly ts: string
  readonly received_at: string
  readonly device_ts: string | null
}

/** A vehicle whose time differs from ours: a short text, and what it means for what is shown. */
interface ClockNote {
  readonly text: string
  readonly why: string
}

/**
 * Explains the time of a vehicle whose newest position states another time than that of its arrival; undefined if both
 * agree (rule VEHICLE-UI-18).
 */
export function clockNote(newest: Newest): ClockNote | undefined {
  if (newest.device_ts !== null) {
    const off = delay(Math.abs(Date.parse(newest.device_ts) - Date.parse(newest.ts)))
    return {
      text: `clock ${off} ahead`,
      why:
        `The clock of this vehicle is ${off} ahead of the server. ` +
        'Its events have the time of their arrival instead.',
    }
  }
  const late = delayOf(positionTimes(newest)!)
  if (late < noticeableMs) return undefined
  const off = delay(late)
  return {
    text: `data ${off} late`,
    why:
      `The newest data states a time ${off} before its arrival: the clock of this vehicle is behind, or its uplink ` +
      'held the data back. Ages count from the stated time.',
  }
}

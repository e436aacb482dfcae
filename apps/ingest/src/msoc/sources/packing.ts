import { timed } from '@carapace/shared/msoc/events/event-time'
import type { CanEvent, PackedFrame } from '@carapace/shared/msoc/events/events'
import { arrivalOf } from './arrival.ts'

/** Frames packed together span at most this long, ms, and share a bus and flags. */
const packMs = 1_000

/** One frame of a recording. */
interface Recorded {
  readonly vehicle: string
  readonly bus: string
  /** `frameFlags` of the events. */
  readonly flags: number
  readonly id: number
  readonly hex: string
  /** Epoch ms. Its distance to the neighbouring frames is used even if the time itself cannot be right. */
  readonly clock: number
}

/** Adds a frame to the last event, or begins a new event and returns true. */
export function packFrame(
  events: CanEvent[],
  { vehicle, bus, flags, id, hex, clock }: Recorded,
  receivedAt: number,
): boolean {
  const last = events.at(-1)
  // whole microseconds: the rounding of a clock's fraction differs by day, and a log that is sent again must be packed
  // in the same way
  const sinceUs = last ? Math.round((clock - (last.deviceTs ?? last.ts)) * 1000) : Infinity
  if (last?.bus === bus && last.flags === flags && sinceUs >= 0 && sinceUs < packMs * 1000) {
    ;(last.frames as PackedFrame[]).push([sinceUs, id, hex])
    return false
  }
  events.push({ kind: 'can', vehicle, ...timed(clock, arrivalOf(receivedAt)), bus, flags, frames: [[0, id, hex]] })
  return true
}

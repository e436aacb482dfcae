import { delay } from '../../core/format/format.ts'

/** From this delay on a position is shown as delayed, ms. */
const noticeableMs = 5_000

/** When a position was measured, by the vehicle's clock, and when it arrived: epoch ms. */
interface Times {
  readonly ts: number
  readonly receivedAt: number
}

/** The time since a position was measured, ms; a clock that runs ahead counts from the arrival (rule MAP-UI-66). */
export function positionAgeAt({ ts, receivedAt }: Times, now: number): number {
  return Math.max(0, now - Math.min(ts, receivedAt))
}

/** How long a position was on its way, ms. */
export function delayOf({ ts, receivedAt }: Times): number {
  return Math.max(0, receivedAt - ts)
}

/** `delayed 4 min`; empty for a delay that nobody notices. */
export function delayText(times: Times): string {
  const ms = delayOf(times)
  return ms < noticeableMs ? '' : `delayed ${delay(ms)}`
}

/** The times of a vehicle's last position; undefined if it never reported one. */
export function positionTimes(
  position: { readonly ts: string; readonly received_at: string } | null,
): Times | undefined {
  return position ? { ts: Date.parse(position.ts), receivedAt: Date.parse(position.received_at) } : undefined
}

import { intervalMs } from '@carapace/shared/core/time-series/time-series'
import type { Arrival } from '@carapace/shared/msoc/events/event-time'
import { canFramesOverTime } from '@carapace/shared/msoc/events/events.series'

/**
 * The maximum plausible age of a vehicle's time, ms, for decoding. The shortest retention applies to every kind of
 * event: older rows would be dropped at once.
 */
export const keepMs = intervalMs(canFramesOverTime.keep)

export function arrivalOf(receivedAt: number): Arrival {
  return { receivedAt, keepMs }
}

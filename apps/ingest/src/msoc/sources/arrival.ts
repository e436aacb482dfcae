import { intervalMs } from '@carapace/shared/core/time-series/time-series'
import type { Arrival } from '@carapace/shared/msoc/events/event-time'
import { canFramesOverTime } from '@carapace/shared/msoc/events/events.series'

/**
 * What decoding compares a vehicle's clock with. The shortest retention counts for every kind: older rows would be
 * dropped at once.
 */
export const keepMs = intervalMs(canFramesOverTime.keep)

export function arrivalOf(receivedAt: number): Arrival {
  return { receivedAt, keepMs }
}

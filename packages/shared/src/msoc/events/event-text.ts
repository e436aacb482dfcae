import { specOf } from './event-kinds.ts'
import type { VehicleEvent } from './events.ts'

/** Maximum length of an event's text in a reject, in characters. */
export const rejectTextLength = 4096

/**
 * Returns a decoded event as text of the JSON protocol, so that users can read, correct and resend it (rule RETRY-2).
 */
export function textOfEvent(event: VehicleEvent): string {
  return JSON.stringify({
    type: event.kind,
    vehicle: event.vehicle,
    ts: event.deviceTs ?? event.ts,
    ...specOf(event).fieldsOf(event),
  })
}

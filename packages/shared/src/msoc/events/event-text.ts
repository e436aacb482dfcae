import { specOf } from './event-kinds.ts'
import type { VehicleEvent } from './events.ts'

/** What of an event a reject keeps, in characters. */
export const rejectTextLength = 4096

/**
 * A decoded event in the words of the JSON protocol again, so that people can read, correct and resend it (rule
 * RETRY-2).
 */
export function textOfEvent(event: VehicleEvent): string {
  return JSON.stringify({
    type: event.kind,
    vehicle: event.vehicle,
    ts: event.deviceTs ?? event.ts,
    ...specOf(event).fieldsOf(event),
  })
}

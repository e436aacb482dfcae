import { type Parsed, refused } from '../../core/parsed.ts'
import { type Fields, sent } from './event-fields.ts'
import { eventKinds, specNamed } from './event-kinds.ts'
import { type Arrival, clockFault, timed, timeOf } from './event-time.ts'
import type { EventKind, VehicleEvent } from './events.ts'

/** Limits of a request (rule EVENT-1). */
export const requestLimits = { bytes: 8 * 1024 * 1024, events: 20_000 } as const

const vehiclePattern = /^[\w.:-]{1,64}$/

/**
 * Decodes one event of the JSON protocol, or returns why it is not one (rules EVENT-2 to EVENT-9). These checks are
 * written by hand because zod takes a quarter of ingest's time on CAN; a test compares them with the contract in
 * ./events.contract.ts.
 */
export function decodeEvent(given: unknown, arrival: Arrival, limits = sent): Parsed<VehicleEvent> {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return refused('an event is a JSON object')
  const fields = given as Fields
  const { vehicle, type } = fields
  if (typeof vehicle !== 'string' || !vehiclePattern.test(vehicle)) {
    return refused('vehicle: a VIN or device id is needed, 1 to 64 of letters, digits and . _ : -')
  }
  const ts = timeOf(fields.ts)
  if (ts === undefined) return refused('ts: RFC 3339 or epoch milliseconds is needed')
  const spec = specNamed(type)
  if (!spec) return refused(`type: one of ${eventKinds.join(', ')} is needed`)
  // a log line of a device without a clock is worth more than its time
  const fault = type === 'syslog' ? undefined : clockFault(ts, arrival)
  if (fault !== undefined) return refused(fault)
  return spec.decode(fields, { vehicle, ...timed(ts, arrival) }, type as EventKind, limits)
}

import type { Probe } from '../support/access-probes.ts'
import type { Everything } from '../support/everything.ts'

/** The hour before the test, and the hour after it. */
export const lately = {
  from: new Date(Date.now() - 3_600_000).toISOString(),
  to: new Date(Date.now() + 3_600_000).toISOString(),
}

/** Calls for the history of a vehicle of another organisation, by each of its names. */
export const history = ({ vin, vehicleUuid, deviceId }: Everything, more: object = {}): Probe[] =>
  [vin, vehicleUuid, deviceId].map((vehicle) => ({ say: { vehicle, ...more }, status: 404 }))

/** The usual fields of a call for a vehicle's history. */
export const windowOf = (vin: string) => ({
  vehicle: vin,
  from: '2024-01-01T00:00:00Z',
  to: '2030-01-01T00:00:00Z',
  cursor: '2024-01-01T00:00:00.000000Z|0',
  limit: '10',
})

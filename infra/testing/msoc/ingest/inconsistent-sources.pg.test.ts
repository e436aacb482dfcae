import { expect, test } from 'vitest'
import { journey, type Reports } from '@carapace/shared/msoc/detect/consistency/journey.fixture'
import { t0 } from '@carapace/shared/msoc/detect/detector.fixture'
import type { VehicleEvent } from '@carapace/shared/msoc/events/events'
import { alertsOf, theAlert } from '../../support/events.ts'
import { startInstallation } from '../../support/installation.ts'

const site = await startInstallation()
const alpha = await site.organisation('Alpha')

const database = `VERSION ""
BU_: ESC
BO_ 272 VehicleDynamics: 8 ESC
 SG_ VehicleSpeed : 0|16@1+ (0.01,0) [0|300] "km/h" Vector__XXX
`
const seconds = 600
const began = Date.now() - (seconds + 60) * 1_000

/** The events of a drive of a vehicle as it sends them. */
function sent(vehicle: string, reports: Reports = {}): object[] {
  return journey(seconds, 2, reports).flatMap((event): object[] => {
    const common = { vehicle, ts: event.ts - t0 + began }
    return wireOf(event).map((fields) => ({ ...fields, ...common }))
  })
}

function wireOf(event: VehicleEvent): object[] {
  if (event.kind === 'can') return [{ type: 'can', bus: event.bus, frames: event.frames }]
  if (event.kind !== 'position') return []
  const { lat, lon, speedKph, headingDeg, hdop } = event
  return [{ type: 'position', lat, lon, speed_kph: speedKph, heading_deg: headingDeg, hdop }]
}

test('[CONSISTENCY-1] [CONSISTENCY-9] a speed injected on a bus raises an alert, a normal drive does not', async () => {
  const dbc = crypto.randomUUID()
  const version = crypto.randomUUID()
  await site.sql`INSERT INTO dbcs (uuid, org_uuid, name) VALUES (${dbc}, ${alpha.org.uuid}, 'dynamics')`
  await site.sql`INSERT INTO dbc_versions (uuid, org_uuid, dbc_uuid, version, file_name, text, sha256, messages,
    signals, uploaded_by) VALUES (${version}, ${alpha.org.uuid}, ${dbc}, 1, 'dynamics.dbc', ${database}, '', 1, 1,
    'A test')`
  await site.sql`INSERT INTO dbc_assignments (org_uuid, model, bus, version_uuid, assigned_by)
    VALUES (${alpha.org.uuid}, '', '', ${version}, 'A test')`
  const injected: Reports = { busKph: ({ second, kph }) => (second >= seconds - 60 ? kph + 70 : kph * 1.03) }

  await site.post(alpha.key, sent('NORMAL'))
  await site.post(alpha.key, sent('INJECTED', injected))

  const alert = await theAlert(site, alpha, { vehicle: 'INJECTED', rule: 'inconsistent-sources' })
  expect(alert).toMatchObject({
    title: 'Speed on can0 disagrees with GPS',
    severity: 'high',
    bus: 'can0',
    explanation: [
      { field: 'VehicleDynamics.VehicleSpeed on can0' },
      { field: 'speed by GPS' },
      { field: 'difference' },
      { field: 'suspected source', observed: 'VehicleDynamics.VehicleSpeed on can0' },
    ],
  })
  expect(await alertsOf(site, alpha, { vehicle: 'NORMAL', rule: 'inconsistent-sources' })).toEqual([])
  const saved = await site.sql`SELECT memory FROM detector_memory m JOIN vehicles v ON v.id = m.vehicle_id
    WHERE v.vin = 'NORMAL' AND detector = 'inconsistent-sources'`
  expect(Object.keys(saved[0]!.memory.lines)).toEqual(['Speed|GPS speed|can0 VehicleDynamics.VehicleSpeed'])
})

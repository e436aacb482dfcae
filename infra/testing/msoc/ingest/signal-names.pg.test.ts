import { expect, test } from 'vitest'
import { eventStepsWithin } from '@carapace/api/src/msoc/vehicles/health.queries.ts'
import { latestSignals } from '@carapace/shared/msoc/history/history.queries'
import type { VehicleId } from '@carapace/shared/msoc/vehicles/vehicles.table'

import { startInstallation } from '../../support/installation.ts'

const site = await startInstallation()
const alpha = await site.organisation('Alpha')
const bravo = await site.organisation('Bravo')
const limit = 10_000

const telemetry = (vehicle: string, signals: Record<string, number>) => ({
  type: 'telemetry',
  vehicle,
  ts: Date.now(),
  signals,
})
const signalsFrom = (first: number, count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`Made.Up.S${first + i}`, i]))

async function latest({ org }: typeof alpha, vin: string) {
  const [row] = await site.sql<[{ id: VehicleId }]>`SELECT id FROM vehicles WHERE org_id = ${org.id} AND vin = ${vin}`
  return latestSignals(site.db, org, row.id, new Date())
}

test('[SHARE-11] an organisation that uses up its signal names takes none from another', async () => {
  const events = Array.from({ length: limit / 500 + 1 }, (_, i) => telemetry('B1', signalsFrom(i * 500, 500)))
  const { body } = await site.post(bravo.key, events)
  expect(body).toEqual({
    accepted: limit / 500,
    rejected: [{ line: limit / 500 + 1, reason: expect.stringContaining('limit of 10000 signal names') }],
  })

  const another = { ...telemetry('A1', { 'Vehicle.Speed': 1 }) }
  expect((await site.post(alpha.key, [another])).body).toEqual({ accepted: 1, rejected: [] })
  expect(await latest(alpha, 'A1')).toMatchObject([{ path: 'Vehicle.Speed', value: 1 }])
})

test('[SHARE-11] an event with one refused name keeps its other signals', async () => {
  const { body } = await site.post(bravo.key, [telemetry('B2', { 'Made.Up.S1': 7, 'Made.Up.Refused': 8 })])
  expect(body).toEqual({
    accepted: 1,
    rejected: [{ line: 1, reason: expect.stringMatching(/^signals: Made\.Up\.Refused is new/) }],
  })
  expect(await latest(bravo, 'B2')).toMatchObject([{ path: 'Made.Up.S1', value: 7 }])
})

test('[SHARE-11] a name from before names belonged to organisations is still the name of its signals', async () => {
  await site.sql`INSERT INTO signal_names (path) VALUES ('Vehicle.Old')`
  await site.post(alpha.key, [telemetry('A2', { 'Vehicle.Old': 5 })])
  expect(await latest(alpha, 'A2')).toMatchObject([{ path: 'Vehicle.Old', value: 5 }])
  const rows = await site.sql`SELECT org_id FROM signal_names WHERE path = 'Vehicle.Old'`
  expect([...rows]).toEqual([{ org_id: 0 }])
})

test('[SHARE-11] two organisations use the same name, each its own signal', async () => {
  await site.post(alpha.key, [telemetry('A3', { 'Made.Up.S1': 1 })])
  expect(await latest(alpha, 'A3')).toMatchObject([{ path: 'Made.Up.S1', value: 1 }])
  const rows = await site.sql`SELECT org_id FROM signal_names WHERE path = 'Made.Up.S1' ORDER BY 1`
  expect(rows.map(({ org_id: id }) => id as number)).toEqual([alpha.org.id, bravo.org.id])
})

test("[SHARE-12] a vehicle's signals are found by what it sent: newest values, plots and history", async () => {
  await site.post(alpha.key, [
    telemetry('A4', { Speed: 1, Torque: 2 }),
    { ...telemetry('A4', { Speed: 3 }), ts: Date.now() + 1_000 },
    telemetry('A5', { Other: 4 }),
  ])
  expect(await latest(alpha, 'A4')).toMatchObject([
    { path: 'Speed', value: 3 },
    { path: 'Torque', value: 2 },
  ])
  const { token } = alpha.members.VIEWER
  const to = new Date(Date.now() + 60_000).toISOString()
  const history = await site.get(token, 'msoc/v1/signals', { vehicle: 'A4', path: 'Speed', to })
  expect(history.body.points.map(({ value }: { value: number }) => value)).toEqual([1, 3])
  const plot = await site.get(token, 'msoc/v1/signals/plot', { vehicle: 'A4', paths: ['Speed', 'Other'], to })
  expect(plot.body.series.map(({ points }: { points: unknown[] }) => points.length > 0)).toEqual([true, false])
  const [row] = await site.sql<[{ id: VehicleId }]>`SELECT id FROM vehicles WHERE vin = 'A4'`
  const span = { from: new Date(Date.now() - 3_600_000), to: new Date(Date.now() + 60_000) }
  expect((await eventStepsWithin(site.db, alpha.org, row.id, span)).length).toBeGreaterThan(0)
})

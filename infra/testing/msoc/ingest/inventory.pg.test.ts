import { afterAll, expect, test, vi } from 'vitest'
import { connect } from '@carapace/ingest/src/core/database.ts'
import { createLog } from '@carapace/ingest/src/core/log.ts'
import { clearDifferences } from '@carapace/ingest/src/msoc/inventory/differences.queries.ts'
import { openBus } from '@carapace/shared/core/bus/bus'

import { alertsOf, theAlert } from '../../support/events.ts'
import { startInstallation } from '../../support/installation.ts'

const site = await startInstallation()
const alpha = await site.organisation('Alpha')
const start = Date.now() - 60_000

const connections = connect(site.url, createLog())
const publisher = (await openBus({ nats: undefined })).publisher()
afterAll(async () => {
  publisher.close()
  await connections.close()
})

const inventory = (vehicle: string, seconds: number, ...ecus: Record<string, unknown>[]) => ({
  type: 'inventory',
  vehicle,
  ts: start + seconds * 1_000,
  ecus,
})
const unit = (ecu: string, version: string, more: Record<string, unknown> = {}) => ({
  ecu,
  software: 'SW',
  version,
  ...more,
})

async function softwareOf(vin: string) {
  return [
    ...(await site.sql`SELECT s.ecu, s.version, s.hardware_part, s.rxswin,
        extract(epoch FROM s.since)::float8 * 1000 AS since, extract(epoch FROM s.last_seen)::float8 * 1000 AS last_seen
      FROM vehicle_software s JOIN vehicles v ON v.uuid = s.vehicle_uuid
      WHERE v.vin = ${vin} AND s.basis = 'reported' ORDER BY s.ecu`),
  ]
}

async function declare(vin: string, ecu: string, version: string): Promise<void> {
  await site.sql`
    INSERT INTO vehicle_software (vehicle_uuid, org_uuid, ecu, basis, software, version, since, last_seen)
    SELECT uuid, org_uuid, ${ecu}, 'declared', 'SW', ${version}, now(), now() FROM vehicles WHERE vin = ${vin}
    ON CONFLICT (vehicle_uuid, ecu, basis) DO UPDATE SET version = excluded.version`
}

test('[INVENTORY-1] [INVENTORY-2] the newest report of a control unit is stored, with its beginning', async () => {
  const vin = 'INVENTORY1'
  const { body } = await site.post(alpha.key, [
    inventory(vin, 10, unit('BCM', '1.0', { hardware_part: 'H-1', rxswin: 'R1' }), unit('EPS', '7')),
    inventory(vin, 20, unit('BCM', '1.0')),
  ])
  expect(body).toEqual({ accepted: 2, rejected: [] })
  expect(await softwareOf(vin)).toMatchObject([
    { ecu: 'BCM', version: '1.0', hardware_part: '', since: start + 10_000, last_seen: start + 20_000 },
    { ecu: 'EPS', version: '7', since: start + 10_000, last_seen: start + 10_000 },
  ])

  // a later report of another version, then one that is older than what is stored
  await site.post(alpha.key, [inventory(vin, 30, unit('BCM', '1.1'))])
  await site.post(alpha.key, [inventory(vin, 25, unit('BCM', '0.9'), unit('EPS', '8'))])
  expect(await softwareOf(vin)).toMatchObject([
    { ecu: 'BCM', version: '1.1', since: start + 30_000, last_seen: start + 30_000 },
    { ecu: 'EPS', version: '8', since: start + 25_000, last_seen: start + 25_000 },
  ])
  const kept = await site.sql`SELECT version FROM software_reports s JOIN vehicles v ON v.id = s.vehicle_id
    WHERE v.vin = ${vin} AND ecu = 'BCM' ORDER BY ts`
  expect(kept.map(({ version }) => version)).toEqual(['1.0', '1.0', '0.9', '1.1'])
})

test('[EVENT-11] an inventory that is not valid is a reject with its reason; those beside it are stored', async () => {
  const { body } = await site.post(alpha.key, [
    inventory('INVENTORY2', 0, unit('BCM', '1'), unit('BCM', '2')),
    inventory('INVENTORY2', 0, unit('BCM', '')),
    inventory('INVENTORY2', 0),
    inventory('INVENTORY2', 0, ...Array.from({ length: 201 }, (_, i) => unit(`E${i}`, '1'))),
    inventory('INVENTORY2', 0, ...Array.from({ length: 200 }, (_, i) => unit(`E${i}`, '1'))),
  ])
  expect(body).toEqual({
    accepted: 1,
    rejected: [
      { line: 1, reason: 'ecus[1].ecu: each control unit is listed once' },
      { line: 2, reason: 'ecus[0]: version: a text of 1 to 100 characters without NUL is needed' },
      { line: 3, reason: 'ecus: a list of 1 to 200 control units is needed' },
      { line: 4, reason: 'ecus: a list of 1 to 200 control units is needed' },
    ],
  })
  expect(await softwareOf('INVENTORY2')).toHaveLength(200)
})

test('[INVENTORY-3] [INVENTORY-4] a difference from what is declared is one alert a vehicle and unit', async () => {
  const vin = 'INVENTORY3'
  await site.post(alpha.key, [inventory(vin, 0, unit('BCM', '0412.1'), unit('EPS', '1'), unit('ESC', '1'))])
  expect(await alertsOf(site, alpha, { vehicle: vin })).toEqual([])

  await declare(vin, 'BCM', '0412.3')
  await declare(vin, 'EPS', '1')
  await site.post(alpha.key, [inventory(vin, 1, unit('BCM', '0412.1'), unit('EPS', '1'), unit('ESC', '1'))])
  await site.post(alpha.key, [inventory(vin, 2, unit('BCM', '0412.1'))])
  expect(await alertsOf(site, alpha, { vehicle: vin })).toMatchObject([
    {
      rule: 'software-difference',
      title: 'Software of BCM differs: declared SW 0412.3, reported SW 0412.1',
      ecu: 'BCM',
      severity: 'medium',
      count: 2,
      cleared_at: null,
    },
  ])
})

test('[INVENTORY-1] [INVENTORY-3] a report that is older than the stored one raises nothing', async () => {
  const vin = 'INVENTORY4'
  await site.post(alpha.key, [inventory(vin, 10, unit('BCM', '2'))])
  await declare(vin, 'BCM', '2')
  await site.post(alpha.key, [inventory(vin, 5, unit('BCM', '1'))])
  expect(await alertsOf(site, alpha, { vehicle: vin })).toEqual([])
})

test('[INVENTORY-5] an equal report clears the alert, and nothing else does', async () => {
  const vin = 'INVENTORY5'
  await site.post(alpha.key, [inventory(vin, 0, unit('BCM', '1'), unit('EPS', '1'))])
  await declare(vin, 'BCM', '2')
  await declare(vin, 'EPS', '2')
  await site.post(alpha.key, [inventory(vin, 1, unit('BCM', '1'), unit('EPS', '1'))])
  await clearDifferences({ db: connections.db, publisher })
  const raised = await alertsOf(site, alpha, { vehicle: vin })
  expect(raised.map(({ cleared_at }) => cleared_at)).toEqual([null, null])

  await site.post(alpha.key, [inventory(vin, 2, unit('BCM', '2'))])
  await vi.waitFor(
    async () => {
      await clearDifferences({ db: connections.db, publisher }) // ingest's own round may have the lock
      const alerts = await alertsOf(site, alpha, { vehicle: vin })
      expect(Object.fromEntries(alerts.map(({ ecu, cleared_at }) => [ecu, cleared_at]))).toEqual({
        BCM: expect.any(String),
        EPS: null,
      })
    },
    { timeout: 20_000 },
  )

  // a new difference opens the same alert again
  await site.post(alpha.key, [inventory(vin, 3, unit('BCM', '3'))])
  const alerts = await alertsOf(site, alpha, { vehicle: vin })
  expect(alerts.find(({ ecu }) => ecu === 'BCM')).toMatchObject({ count: 2, cleared_at: null })
  expect(alerts).toHaveLength(2)
})

test('[INVENTORY-4] vehicles of two organisations with one VIN keep their own software and alerts', async () => {
  const bravo = await site.organisation('Bravo')
  await site.post(bravo.key, [inventory('INVENTORY5', 0, unit('BCM', '9'))])
  expect(await alertsOf(site, bravo, { vehicle: 'INVENTORY5' })).toEqual([])
  const rows = await site.sql`SELECT org_uuid, version FROM vehicle_software
    WHERE org_uuid = ${bravo.org.uuid}`
  expect([...rows]).toEqual([{ org_uuid: bravo.org.uuid, version: '9' }])
  await expect(theAlert(site, alpha, { vehicle: 'INVENTORY1' })).rejects.toThrow(/alert|expected/i)
})

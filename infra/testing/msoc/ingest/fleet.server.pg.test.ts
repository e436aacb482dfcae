import { afterAll, expect, test, vi } from 'vitest'
import { connect } from '@carapace/ingest/src/core/database.ts'
import { createLog } from '@carapace/ingest/src/core/log.ts'
import { createFleets } from '@carapace/ingest/src/msoc/detect/fleet.ts'

import { startInstallation } from '../../support/installation.ts'

const site = await startInstallation()
const { org } = await site.organisation('Alpha')
const connections = connect(site.url, createLog())
const { db } = connections
afterAll(() => connections.close())

test('a log line lookup and a batch that both need an unloaded fleet load it once', async () => {
  const fleets = createFleets(db)
  for (let round = 0; round < 20; round++) {
    fleets.forget()
    await Promise.all([
      fleets.prepare(org, new Set(['V1'])),
      ...Array.from({ length: 8 }, () => fleets.isKnown(org, 'no vehicle')),
    ])
    expect(fleets.find(org, 'V1')).toMatchObject({ vin: 'V1' })
  }
})

test('a fleet that is unloaded while its settings are being read stays unloaded', async () => {
  const fleets = createFleets(db)
  await fleets.prepare(org, new Set(['V2']))
  const before = fleets.find(org, 'V2')
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 })
  try {
    const pending = fleets.isKnown(org, 'V2')
    fleets.forget()
    expect(await pending).toBe(true)
    await fleets.prepare(org, new Set(['V2']))
  } finally {
    vi.useRealTimers()
  }
  expect(fleets.find(org, 'V2')).toMatchObject({ vin: 'V2', isCold: true })
  expect(fleets.find(org, 'V2')).not.toBe(before)
})

test('a vehicle that changes while a batch uses it is read again with the next batch', async () => {
  const fleets = createFleets(db)
  await fleets.prepare(org, new Set(['V3']))
  const before = fleets.find(org, 'V3')
  await site.sql`UPDATE vehicles
    SET platform = 'another', device_id = 'device 3', revision = revision + 1, updated_at = now()
    WHERE vin = 'V3'`
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 6_000 })
  try {
    expect(await fleets.isKnown(org, 'device 3')).toBe(true)
    expect(fleets.find(org, 'V3')).toBe(before)
    await fleets.prepare(org, new Set(['V3', 'device 3']))
    expect(fleets.find(org, 'V3')).toMatchObject({ platform: 'another', deviceId: 'device 3' })
    expect(fleets.find(org, 'device 3')).toBe(fleets.find(org, 'V3'))
  } finally {
    vi.useRealTimers()
  }
})

test('settings that could not be read are read again by the next caller', async () => {
  const bravo = await site.organisation('Bravo')
  const fleets = createFleets(db)
  await site.sql`ALTER TABLE event_catalogue RENAME TO event_catalogue_away`
  try {
    await expect(fleets.prepare(bravo.org, new Set(['V4']))).rejects.toThrow(/event_catalogue/)
  } finally {
    await site.sql`ALTER TABLE event_catalogue_away RENAME TO event_catalogue`
  }
  await fleets.prepare(bravo.org, new Set(['V4']))
  expect(fleets.find(bravo.org, 'V4')).toMatchObject({ vin: 'V4' })
})

import { expect, test } from 'vitest'

import { alertsOf, position } from '../../support/events.ts'
import { startInstallation } from '../../support/installation.ts'

const site = await startInstallation()
const alpha = await site.organisation('Alpha')
const bravo = await site.organisation('Bravo')

const failure = (vehicle: string) => ({
  type: 'syslog',
  vehicle,
  ts: Date.now(),
  hostname: 'tcu',
  app_name: 'sshd',
  message: 'Failed password for root from 203.0.113.7 port 41000 ssh2',
})
const failures = (vehicle: string, count: number) => Array.from({ length: count }, () => failure(vehicle))

test("[SHARE-6] a batch that the database refuses costs other organisations' vehicles no memory", async () => {
  // the database refuses this latitude: decoding knows nothing of it
  await site.sql`ALTER TABLE positions ADD CONSTRAINT unlucky CHECK (lat <> 13)`
  await site.post(alpha.key, failures('A1', 4))
  await site.post(bravo.key, failures('B1', 4))
  // what a vehicle that was forgotten would be warmed up with
  await site.sql`DELETE FROM syslog_events`

  const { body } = await site.post(bravo.key, [position('B1', 13, 0)])
  expect(body).toMatchObject({ accepted: 0, rejected: [{ line: 1, reason: expect.stringContaining('database') }] })
  await site.post(alpha.key, failures('A1', 1))
  await site.post(bravo.key, failures('B1', 1))

  expect(await alertsOf(site, alpha)).toMatchObject([{ vehicle: { vin: 'A1' }, rule: 'authentication-failures' }])
  // its own vehicle was forgotten: its memory was ahead of the tables
  expect(await alertsOf(site, bravo)).toEqual([])
})

test('[SHARE-6] good events in a batch with a refused one are stored once, whosever they are', async () => {
  const replies = await Promise.all([
    ...Array.from({ length: 5 }, (_, i) => site.post(alpha.key, [position('A1', i, 50)])),
    site.post(bravo.key, [position('B1', 13, 50)]),
    ...Array.from({ length: 5 }, (_, i) => site.post(alpha.key, [position('A1', 5 + i, 50)])),
  ])
  expect(replies.map(({ body }) => body.accepted)).toEqual([1, 1, 1, 1, 1, 0, 1, 1, 1, 1, 1])
  const [row] = await site.sql<[{ count: number }]>`SELECT count(*)::int AS count FROM positions WHERE lon = 50`
  expect(row.count).toBe(10)
})

import { expect, test } from 'vitest'
import { createKey } from '@carapace/shared/account/provision.queries'

import { position } from '../../support/events.ts'
import { postRaw } from '../../support/http.ts'
import { startInstallation } from '../../support/installation.ts'

const site = await startInstallation()
const alpha = await site.organisation('Alpha')
const bravo = await site.organisation('Bravo')
const hour = 3_600_000

/** How long each of Alpha's requests takes while `work` goes on, ms, the longest last. */
async function meanwhile(work: Promise<unknown>): Promise<number[]> {
  const state = { isOver: false }
  void work.finally(() => (state.isOver = true))
  const took: number[] = []
  while (!state.isOver) {
    const began = performance.now()
    await site.post(alpha.key, [position('A1', 1, 2)])
    took.push(performance.now() - began)
  }
  return took.sort((a, b) => a - b)
}

test('[SHARE-9] requests of others are answered while one registers 5,000 vehicles', async () => {
  await site.post(alpha.key, [position('A1', 1, 2)])
  const work = site.post(
    bravo.key,
    Array.from({ length: 5_000 }, (_, i) => position(`B${i}`, 1, 2)),
  )
  const took = await meanwhile(work)

  expect((await work).body).toEqual({ accepted: 5_000, rejected: [] })
  expect(took.length).toBeGreaterThan(3)
  const [row] = await site.sql<[{ count: number }]>`SELECT count(*)::int AS count FROM vehicles`
  expect(row.count).toBe(5_001)
})

test('[SHARE-10] a request creates at most 100 time spans; other events are refused by line', async () => {
  const can = (i: number) => ({
    type: 'can',
    vehicle: 'B1',
    ts: Date.now() - (i + 3) * hour,
    bus: 'can0',
    id: 1,
    data: 'ff',
  })
  const before = await partitions()
  const { body } = await site.post(
    bravo.key,
    Array.from({ length: 480 }, (_, i) => can(i)),
  )
  expect(body.accepted).toBe(100)
  expect(body.rejected).toHaveLength(380)
  expect(body.rejected[0]).toEqual({ line: 101, reason: expect.stringMatching(/^ts: .* send it in parts$/) })
  expect((await partitions()) - before).toBeLessThanOrEqual(100)

  // what was refused is stored by another request
  expect((await site.post(bravo.key, [can(150)])).body).toEqual({ accepted: 1, rejected: [] })
})

const partitions = async () =>
  Number((await site.sql`SELECT count(*) FROM pg_inherits WHERE inhparent = 'can_frames'::regclass`)[0]!['count'])

test('[SHARE-8] a key in debt is refused before the body of its request is read', async () => {
  const { key } = await createKey(site.db, alpha.org, { name: 'slow', createdBy: 'a test', eventsPerSecond: 1 })
  await site.post(
    key,
    Array.from({ length: 500 }, () => position('A1', 1, 2)),
  )
  // ten bytes are announced and never sent
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson', 'content-length': 10 }
  const { status, text } = await postRaw(site.ingest.port, '/ingest/v1/events', headers, neverSent())
  expect([status, JSON.parse(text)]).toMatchObject([429, { code: 'TOO_MANY' }])
})

function* neverSent(): Generator<Buffer> {
  yield Buffer.from(' ')
}

test('[SHARE-18] an organisation with a licence withdrawn, expired or without the SOC sends no events', async () => {
  const charlie = await site.organisation('Charlie')
  const { uuid } = charlie.org
  const sent = async () => {
    const ingest = await site.anotherIngest() // which remembers nothing
    const { status } = await site.post(charlie.key, [position('C1', 1, 2)], { port: ingest.port })
    await ingest.stop()
    return status
  }
  expect(await sent()).toBe(200)
  await site.sql`UPDATE organisations SET licence_active = false WHERE uuid = ${uuid}`
  expect(await sent()).toBe(402)
  await site.sql`
    UPDATE organisations SET licence_active = true, licence_until = now() - interval '1 s' WHERE uuid = ${uuid}`
  expect(await sent()).toBe(402)
  await site.sql`UPDATE organisations SET licence_until = NULL, modules = '{}' WHERE uuid = ${uuid}`
  expect(await sent()).toBe(402)
})

import { expect, test, vi } from 'vitest'

import { position } from '../../support/events.ts'
import { type Organisation, startInstallation } from '../../support/installation.ts'
import { createVehicle } from '../../support/factories.ts'

const site = await startInstallation()
const alpha = await site.organisation('Alpha')
const bravo = await site.organisation('Bravo')
const { ADMIN: admin, ANALYST: analyst, ENGINEER: engineer, VIEWER: viewer } = alpha.members

interface Reject {
  id: number
  state: string
  reason: string
  event: string
  source: string
  retried_by: string | null
  retry_reason: string | null
}

const rejectsOf = async ({ members }: Organisation, query: Record<string, string> = {}): Promise<Reject[]> =>
  (await site.get(members.ADMIN.token, 'msoc/v1/rejects', { limit: 500, ...query })).body.rejects
const retry = (rejects: { id: number; event?: string }[], token = analyst.token) =>
  site.call(token, 'msoc/v1/rejects/retry', { rejects })

async function theReject(q: string): Promise<Reject> {
  const [reject, ...others] = await rejectsOf(alpha, { q })
  expect([typeof reject, others]).toEqual(['object', []])
  return reject!
}

function settled(id: number, organisation = alpha): Promise<Reject> {
  return vi.waitFor(
    async () => {
      const reject = (await rejectsOf(organisation)).find((one) => one.id === id)!
      expect(['STORED', 'REFUSED']).toContain(reject.state)
      return reject
    },
    { timeout: 20_000, interval: 50 },
  )
}

const stored = async (vin: string) =>
  (await site.sql`SELECT p.ts FROM positions p JOIN vehicles v ON v.id = p.vehicle_id WHERE v.vin = ${vin}`).length

test('[RETRY-1] a corrected event is stored once, and its reject shows it', async () => {
  await site.post(alpha.key, [{ ...position('MENDED', 48, 9), lat: 'north' }])
  const reject = await theReject('MENDED')
  expect(reject).toMatchObject({ state: 'KEPT', retried_by: null })
  const { body } = await retry([{ id: reject.id, event: JSON.stringify(position('MENDED', 48, 9), null, 2) }])
  expect(body).toEqual({ success: true, retrying: 1, not_found: 0 })

  expect(await settled(reject.id)).toMatchObject({ state: 'STORED', retried_by: 'Alpha analyst', retry_reason: null })
  expect(await stored('MENDED')).toBe(1)
})

test('[RETRY-1] an event that is refused again gets the new reason, and no second reject', async () => {
  await site.post(alpha.key, [{ ...position('AGAIN', 48, 9), lon: 'east' }])
  const { id } = await theReject('AGAIN')
  await retry([{ id }])

  expect(await settled(id)).toMatchObject({
    state: 'REFUSED',
    retry_reason: 'lon: a number from -180 to 180 is needed',
  })
  expect(await rejectsOf(alpha, { q: 'AGAIN' })).toHaveLength(1)
  await retry([{ id, event: 'no JSON at all' }])
  await vi.waitFor(async () => expect((await theReject('lon: a number')).retry_reason).toContain('not JSON'), {
    timeout: 20_000,
    interval: 50,
  })
})

test('[RETRY-2] the event of an unregistered vehicle is stored unchanged after its registration', async () => {
  const strict = await site.organisation('Strict')
  const boss = strict.members.ADMIN.token
  await site.call(boss, 'msoc/v1/ingest/settings/save', { unknown_vehicles: 'reject', reports_every_seconds: null })
  await site.post(strict.key, [position('LATER', 48, 9)])
  const [{ id, event }] = (await rejectsOf(strict)) as [Reject]
  expect(JSON.parse(event)).toMatchObject({ type: 'position', vehicle: 'LATER', lat: 48, lon: 9 })
  await retry([{ id }], boss)
  expect((await settled(id, strict)).retry_reason).toContain('not registered')

  await createVehicle(site, boss, { vin: 'LATER' })
  await retry([{ id }], boss)
  await vi.waitFor(async () => expect(await rejectsOf(strict, { state: 'STORED' })).toHaveLength(1), {
    timeout: 20_000,
    interval: 50,
  })
  expect(await stored('LATER')).toBe(1)
})

test('[RETRY-3] a log line is retried as a log line of its organisation', async () => {
  // an unreadable line names no organisation: it is kept only while there is a single one, as when this line arrived
  await site.sql`INSERT INTO ingest_rejects (org_uuid, at, source, line, reason, event)
    VALUES (${alpha.org.uuid}, now(), 'syslog tcp', 0, 'PRI', '<999>1 - broken app - - - the line')`
  const { id } = await theReject('the line')
  await retry([{ id }])
  expect((await settled(id)).state).toBe('REFUSED')
  await retry([{ id, event: '<13>1 - MENDEDHOST app - - [carapace@32473 vehicle="LOGGED"] the line' }])

  await vi.waitFor(async () => expect((await theReject('the line')).state).toBe('STORED'), {
    timeout: 20_000,
    interval: 50,
  })
  const lines = await site.sql`SELECT s.org_id, v.vin
      FROM syslog_events s
      JOIN vehicles v ON v.id = s.vehicle_id
      WHERE s.message = 'the line'`
  expect([...lines]).toEqual([{ org_id: alpha.org.id, vin: 'LOGGED' }])
})

test('[RETRY-4] an event that was truncated is refused with a message, unless it was corrected', async () => {
  const long = { ...position('LONG', 48, 9), lat: 'x'.repeat(5_000) }
  await site.post(alpha.key, [long])
  const { id } = await theReject('LONG')
  await retry([{ id }])
  expect((await settled(id)).retry_reason).toBe('it was cut at 4 KiB when it was kept: send it again whole')

  await retry([{ id, event: JSON.stringify(position('LONG', 48, 9)) }])
  await vi.waitFor(async () => expect(await stored('LONG')).toBe(1), { timeout: 20_000, interval: 50 })
})

test('[RETRY-5] of several ingest processes one stores each event, once', async () => {
  const others = await Promise.all([site.anotherIngest(), site.anotherIngest()])
  await site.post(
    alpha.key,
    Array.from({ length: 300 }, () => ({ ...position('CROWD', 48, 9), lat: 'north' })),
  )
  const ids = (await rejectsOf(alpha, { q: 'CROWD' })).map(({ id }) => id)
  expect(ids).toHaveLength(300)
  const now = Date.now()
  await retry(ids.map((id, i) => ({ id, event: JSON.stringify(position('CROWD', 48, 9, { ts: now - i })) })))

  await vi.waitFor(async () => expect(await rejectsOf(alpha, { q: 'CROWD', state: 'STORED' })).toHaveLength(300), {
    timeout: 30_000,
    interval: 100,
  })
  expect(await stored('CROWD')).toBe(300)
  await Promise.all(others.map((one) => one.stop()))
})

test('[RETRY-5] events marked for retry while no ingest ran are processed when one starts', async () => {
  await site.ingest.stop()
  await site.sql`INSERT INTO ingest_rejects (org_uuid, at, source, reason, event, state, retried_by, retried_at)
   
    VALUES (${alpha.org.uuid}, now(), 'http', 'x', ${JSON.stringify(position('WAITED', 48, 9))}, 'RETRYING', 'x',
      now())`
  await site.anotherIngest()
  await vi.waitFor(async () => expect(await stored('WAITED')).toBe(1), { timeout: 20_000, interval: 50 })
  expect((await theReject('WAITED')).state).toBe('STORED')
})

test("[RETRY-6] a stored, unknown or another organisation's reject is not found", async () => {
  const { id } = await theReject('MENDED')
  const theirs = (
    await site.sql<{ id: string }[]>`INSERT INTO ingest_rejects (org_uuid, at, source, reason, event)
      VALUES (${bravo.org.uuid}, now(), 'http', 'x', '{}')
      RETURNING id`
  )[0]!
  const { body } = await retry([{ id }, { id: Number(theirs.id) }, { id: 999_999_999 }])
  expect(body).toEqual({ success: true, retrying: 0, not_found: 3 })
  expect((await rejectsOf(bravo)).map(({ state }) => state)).toEqual(['KEPT'])
})

test('[RETRY-6] engineers and viewers can read rejects, but not retry them', async () => {
  const { id } = await theReject('AGAIN')
  for (const { token } of [engineer, viewer]) {
    expect((await site.get(token, 'msoc/v1/rejects')).status).toBe(200)
    expect((await retry([{ id }], token)).status).toBe(422)
  }
})

test('rejects can be filtered by state and source, and paged', async () => {
  expect(
    (await rejectsOf(alpha, { state: 'STORED', source: 'http' })).every(
      ({ state, source }) => state === 'STORED' && source === 'http',
    ),
  ).toBe(true)
  const ids: number[] = []
  for (let cursor: string | undefined; ;) {
    const { body } = await site.get(admin.token, 'msoc/v1/rejects', { limit: 100, cursor })
    ids.push(...body.rejects.map((reject: Reject) => reject.id))
    if (body.next_cursor === null) break
    cursor = body.next_cursor
  }
  expect(ids).toEqual((await rejectsOf(alpha)).map(({ id }) => id))
})

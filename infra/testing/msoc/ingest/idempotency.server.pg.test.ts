import { expect, onTestFinished, test, vi } from 'vitest'
import { createKey } from '@carapace/shared/account/provision.queries'

import { alertsOf, idsEvent, position, theAlert } from '../../support/events.ts'
import { fetchAnswer, startInstallation } from '../../support/installation.ts'

const site = await startInstallation()
const second = await site.anotherIngest()
const alpha = await site.organisation('Alpha')
const { key } = alpha
const keyed = (name: string) => ({ headers: { 'idempotency-key': name } })

let vehicles = 0
const newVehicle = () => `VEHICLE${++vehicles}`
const stored = async (vin: string) =>
  Number(
    (await site.sql`SELECT count(*) FROM positions p JOIN vehicles v ON v.id = p.vehicle_id WHERE v.vin = ${vin}`)[0]!
      .count,
  )

const request = (vin: string) => [position(vin, 1, 1), position(vin, 91, 1), idsEvent(vin), { type: 'nothing' }]
const reply = {
  accepted: 2,
  rejected: [
    { line: 2, reason: expect.stringMatching(/^lat/) },
    { line: 4, reason: expect.stringMatching(/^vehicle/) },
  ],
}

test('[EVENT-10] a repeated request with the same key is stored once and gets the same answer', async () => {
  const vin = newVehicle()
  const first = await site.post(key, request(vin), keyed('one'))
  expect(first.body).toEqual(reply)
  const again = await site.post(key, request(vin), keyed('one'))
  const otherwise = await site.post(key, [position(vin, 5, 5)], keyed('one'))

  expect([again.body, otherwise.body]).toEqual([first.body, first.body])
  expect(await stored(vin)).toBe(1)
  expect((await theAlert(site, alpha, { vehicle: vin })).count).toBe(1)
  expect(await site.sql`SELECT 1 FROM ingest_rejects WHERE vehicle = ${vin}`).toHaveLength(1)
})

test('without a key a repeated request is stored again', async () => {
  const vin = newVehicle()
  for (let times = 0; times < 2; times++) await site.post(key, request(vin))
  expect(await stored(vin)).toBe(2)
})

test.for([
  { ingests: 'one ingest', ports: [site.ingest.port] },
  { ingests: 'two ingests', ports: [site.ingest.port, second.port] },
])('twenty concurrent requests with one key, over $ingests, are stored once', async ({ ports }) => {
  const vin = newVehicle()
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      site.post(key, request(vin), { ...keyed(`storm ${ports.length}`), port: ports[i % ports.length]! }),
    ),
  )

  expect(replies.map(({ status, body }) => [status, body])).toEqual(replies.map(() => [200, reply]))
  expect(await stored(vin)).toBe(1)
  expect((await theAlert(site, alpha, { vehicle: vin })).count).toBe(1)
})

test('a key that was used with the other ingest process is known here', async () => {
  const vin = newVehicle()
  await site.post(key, request(vin), { ...keyed('there'), port: second.port })
  expect((await site.post(key, request(vin), keyed('there'))).body).toEqual(reply)
  expect(await stored(vin)).toBe(1)
})

test('[EVENT-10] the same key under another ingest key is another request', async () => {
  const vin = newVehicle()
  const other = await createKey(site.db, alpha.org, { name: 'other', createdBy: 'a test' })
  await site.post(key, request(vin), keyed('shared'))
  await site.post(other.key, request(vin), keyed('shared'))
  expect(await stored(vin)).toBe(2)
})

test('many keys, each sent three times over two ingest processes, are each stored once', async () => {
  const vin = newVehicle()
  const sends = Array.from({ length: 120 }, (_, i) =>
    site.post(key, [position(vin, i % 40, 1)], {
      ...keyed(`mixed ${i % 40}`),
      port: [site.ingest.port, second.port][i % 3 === 0 ? 0 : 1]!,
    }),
  )
  expect(new Set((await Promise.all(sends)).map(({ body }) => JSON.stringify(body)))).toEqual(
    new Set(['{"accepted":1,"rejected":[]}']),
  )
  expect(await stored(vin)).toBe(40)
})

test('a log that is uploaded again with the same key adds no frames, part by part', async () => {
  const vin = newVehicle()
  const log = Array.from({ length: 25_000 }, (_, i) => {
    const time = `${1_700_000_000 + Math.floor(i / 1_000)}.${String(i % 1_000).padStart(3, '0')}000`
    return `(${time}) can0 123#${i.toString(16).padStart(8, '0')}`
  }).join('\n')
  const upload = () =>
    site.post(key, log, {
      path: `candump?vehicle=${vin}`,
      headers: { 'content-type': 'text/plain', 'idempotency-key': 'log' },
    })
  expect((await upload()).body).toMatchObject({ accepted: 25_000, parts: 3 })
  expect((await upload()).body).toMatchObject({ accepted: 25_000, parts: 3 })

  const [frames] = await site.sql`SELECT count(*)::int, count(DISTINCT data)::int AS different
      FROM can_frames f
      JOIN vehicles v ON v.id = f.vehicle_id
      WHERE v.vin = ${vin}`
  expect(frames).toEqual({ count: 25_000, different: 25_000 })
})

/** Makes the database refuse some rows of a table with an error code, until the end of the test. */
async function refusing(table: string, when: string, code: string): Promise<void> {
  await site.sql.unsafe(`
    CREATE OR REPLACE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF ${when} THEN RAISE EXCEPTION 'the test refuses' USING ERRCODE = '${code}'; END IF;
      RETURN NEW;
    END $$;
    CREATE TRIGGER refusing BEFORE INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION refuse();`)
  onTestFinished(() => site.sql.unsafe(`DROP TRIGGER refusing ON ${table}`).then(() => undefined))
}

test('rows of one request that the database refuses do not affect other requests of the batch', async () => {
  const vin = newVehicle()
  await site.post(key, [position(vin, 0, 0)])
  await refusing('positions', 'NEW.hdop = 666', '23514')
  const held = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<void>()
  const locking = site.sql.begin(async (sql) => {
    await sql`LOCK TABLE positions IN SHARE MODE`
    locked.resolve()
    await held.promise
  })
  await locked.promise
  // the first waits for the lock; the others queue up behind it and form one batch
  const sends = Array.from({ length: 9 }, (_, i) =>
    site.post(key, [position(vin, i, 1, i === 5 ? { hdop: 666 } : {}), position(vin, i, 2)], keyed(`batch ${i}`)),
  )
  const bytes = JSON.stringify([position(vin, 1, 1), position(vin, 1, 2)]).length
  await vi.waitFor(async () => expect(await waitingBytes()).toBeGreaterThan(8 * bytes), { timeout: 20_000 })
  held.resolve()
  await locking
  const replies = await Promise.all(sends)

  expect(replies.map(({ status, body }) => [status, body.accepted])).toEqual(
    replies.map((_, i) => [200, i === 5 ? 0 : 2]),
  )
  expect(replies[5]!.body.rejected).toEqual(
    [1, 2].map((line) => ({ line, reason: expect.stringMatching(/^the database refused it: the test refuses$/) })),
  )
  expect(await stored(vin)).toBe(1 + 16)
  expect(
    await site.sql`SELECT 1 FROM ingest_rejects WHERE vehicle = ${vin} AND reason LIKE 'the database refused it%'`,
  ).toHaveLength(2)
})

test("the reason of a refused statement has the database's message, but not the statement", async () => {
  const vin = newVehicle()
  await refusing('vehicle_state', 'NEW.lat = 66.6', '23514')
  const { body } = await site.post(key, [position(vin, 66.6, 1)], keyed('statement'))
  expect(body).toEqual({ accepted: 0, rejected: [{ line: 1, reason: 'the database refused it: the test refuses' }] })
})

test('[REJECT-STORM-1] rejects of a batch that was retried are counted once', async () => {
  const stormy = await site.organisation('Stormy')
  const vin = newVehicle()
  await refusing('positions', 'NEW.hdop = 667', '23514')
  const bad = (count: number) => Array.from({ length: count }, () => position(vin, 91, 1))
  await site.post(stormy.key, bad(30))
  expect((await site.post(stormy.key, [...bad(60), position(vin, 1, 1, { hdop: 667 })])).body).toMatchObject({
    accepted: 0,
    rejected: { length: 61 },
  })
  expect(await alertsOf(site, stormy)).toEqual([])
  await site.post(stormy.key, bad(9))
  expect(await theAlert(site, stormy)).toMatchObject({ rule: 'reject-storm', count: 100 })
})

test('if the rejects cannot be stored, the sender still gets them, and the next request succeeds', async () => {
  const vin = newVehicle()
  await refusing('ingest_rejects', `NEW.vehicle = '${vin}'`, '23514')
  const { status, body } = await site.post(key, [position(vin, 1, 1), position(vin, 91, 1)])
  expect([status, body.accepted, body.rejected.map(({ line }: { line: number }) => line).sort()]).toEqual([
    200,
    0,
    [1, 2],
  ])
  expect((await site.post(key, [position(vin, 1, 1)])).body).toEqual({ accepted: 1, rejected: [] })
})

test('a batch that the database refuses temporarily is retried, and stored once', async () => {
  const vin = newVehicle()
  await site.sql`CREATE SEQUENCE tries`
  await refusing('positions', `nextval('tries') < 3`, '40001')
  const { status, body } = await site.post(key, [position(vin, 1, 1)], keyed('patience'))

  expect([status, body]).toEqual([200, { accepted: 1, rejected: [] }])
  expect(await stored(vin)).toBe(1)
})

test('a revoked key is refused within five seconds', async () => {
  const other = await createKey(site.db, alpha.org, { name: 'to revoke', createdBy: 'a test' })
  const vin = newVehicle()
  expect((await site.post(other.key, [position(vin, 1, 1)])).status).toBe(200)
  await site.call(alpha.members.ADMIN.token, 'msoc/v1/ingest/keys/revoke', { uuid: other.row.uuid })
  await vi.waitFor(async () => expect((await site.post(other.key, [])).status).toBe(403), {
    timeout: 5_000,
    interval: 100,
  })
  const before = await stored(vin)
  await site.post(other.key, [position(vin, 1, 1)])
  expect(await stored(vin)).toBe(before)
})

async function waitingBytes(): Promise<number> {
  const { text } = await fetchAnswer(`http://127.0.0.1:${site.ingest.port}/metrics`)
  return Number(/^carapace_waiting_bytes (\S+)/m.exec(text)![1])
}

test('[SHARE-21] a large request is stored once; repeated, it stores the parts that are missing', async () => {
  const events = Array.from({ length: 6_000 }, (_, i) => position('PARTS', 48, 11, { ts: Date.now() - i }))
  const body = [...events.slice(0, 3_000), { type: 'unknown' }, ...events.slice(3_000)]
  const reply = { accepted: 6_000, rejected: [{ line: 3_001, reason: expect.any(String) as string }] }
  const send = async () => (await site.post(key, body, keyed('parts'))).body
  expect(await send()).toEqual(reply)
  expect(await send()).toEqual(reply)
  expect(await stored('PARTS')).toBe(6_000)

  // as after a failure between two parts
  await site.sql`DELETE FROM ingest_replies WHERE idempotency_key = ${'parts\n12'}`
  await site.sql`DELETE FROM positions p USING vehicles v WHERE v.id = p.vehicle_id AND v.vin = 'PARTS'`
  expect(await send()).toEqual(reply)
  expect(await stored('PARTS')).toBe(249)
})

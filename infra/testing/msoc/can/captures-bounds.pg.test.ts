import { connect as connectTcp } from 'node:net'
import { afterAll, expect, test, vi } from 'vitest'
import { framesFile, framesRecorded, knownVehicle } from '@carapace/api/src/msoc/capture/frames.ts'
import { captureReads } from '@carapace/api/src/msoc/capture/reading.ts'
import { countRecorded, insertCapture, insertPart } from '@carapace/api/src/msoc/capture/captures.queries.ts'
import { connect } from '@carapace/ingest/src/core/database.ts'
import { createLog } from '@carapace/ingest/src/core/log.ts'
import { forgetUnfinished } from '@carapace/ingest/src/msoc/capture/captures.sink.ts'
import type { CanFrame } from '@carapace/shared/msoc/can/frame'

import { capturesOf, fileOf, trafficOf } from '../../support/captures.ts'
import { idsEvent, theAlert } from '../../support/events.ts'
import { startInstallation } from '../../support/installation.ts'

const site = await startInstallation()
const alpha = await site.organisation('Alpha')
const { ANALYST: analyst, ENGINEER: engineer, VIEWER: viewer } = alpha.members
const { captureOf, read, upload, uploaded, framesIn } = capturesOf(site, alpha)
const ingest = connect(site.url, createLog())
afterAll(() => ingest.close())

const rowsOf = async (uuid: string) => [
  (await site.sql`SELECT 1 FROM capture_files WHERE capture_uuid = ${uuid}`).length,
  (await site.sql`SELECT 1 FROM capture_blocks WHERE capture_uuid = ${uuid}`).length,
]

test('[CAPTURE-33] of a file with too many frames only the reason is kept', async () => {
  const bytes = fileOf(trafficOf(63_000))
  const uuid = await site.db.transaction((tx) =>
    insertCapture(tx, alpha.org, { name: 'Endless', state: 'READING', bytes: bytes.length, createdBy: 'somebody' }),
  )
  const size = Math.ceil(bytes.length / 7)
  for (let part = 0; part < 7; part++)
    await insertPart(site.db, alpha.org, uuid, part, bytes.subarray(part * size, (part + 1) * size))
  const kind = captureReads(50_000)
  const input = { capture: uuid, format: 'candump', bus: 'can0', uploadedAt: Date.now() }
  let checkpoint: unknown = null
  const stored: number[] = []
  for (let isOver = false; !isOver;) {
    const progress = await site.db.transaction((tx) =>
      kind.doPart({
        tx,
        org: alpha.org,
        jobUuid: uuid,
        actor: { uuid: analyst.uuid, name: 'somebody' },
        input,
        checkpoint,
      }),
    )
    ;({ checkpoint, finished: isOver } = progress)
    stored.push((await rowsOf(uuid))[1]!)
  }
  expect([Math.max(...stored), (await captureOf(uuid)).capture]).toMatchObject([
    1,
    { state: 'FAILED', error: 'It has more than 50,000 frames.' },
  ])
  expect(await rowsOf(uuid)).toEqual([0, 0])
})

/** A capture that is being read, with a part and a block, and its job. */
async function begun(status: string, finishedAt: Date | null, input = true): Promise<string> {
  const uuid = await site.db.transaction((tx) =>
    insertCapture(tx, alpha.org, { name: status, state: 'READING', createdBy: 'somebody' }),
  )
  await insertPart(site.db, alpha.org, uuid, 0, Uint8Array.of(1))
  await site.sql`INSERT INTO capture_blocks (org_uuid, capture_uuid, block, from_ms, to_ms, frames, data)
    VALUES (${alpha.org.uuid}, ${uuid}, 0, 0, 1, 1, '')`
  await site.sql`
    INSERT INTO jobs (org_uuid, kind, title, status, total, input, created_by_uuid, finished_at, beat_at)
   
    VALUES (${alpha.org.uuid}, 'captures.read', 'Read', ${status}, 10,
      ${site.sql.json(input ? { capture: uuid } : {})}, ${analyst.uuid}, ${finishedAt}, now() + INTERVAL '1 hour')`
  return uuid
}

test('[CAPTURE-34] long after a cancelled or failed job, captures lose files and blocks; others do not', async () => {
  const long = new Date(Date.now() - 25 * 3_600_000)
  const gone = [await begun('CANCELLED', new Date(), false), await begun('FAILED', long)]
  const kept = [await begun('RUNNING', null), await begun('FAILED', new Date())]
  await forgetUnfinished(ingest.db)
  for (const uuid of gone) {
    expect(await rowsOf(uuid)).toEqual([0, 0])
    expect((await captureOf(uuid)).capture).toMatchObject({
      state: 'FAILED',
      error: expect.stringContaining('cancelled'),
    })
  }
  for (const uuid of kept) expect(await rowsOf(uuid)).toEqual([1, 1])
  await site.sql`DELETE FROM jobs WHERE title = 'Read'`
})

test('[CAPTURE-34] a job whose file is missing fails, and does not take a part for the whole', async () => {
  const uuid = await site.db.transaction((tx) =>
    insertCapture(tx, alpha.org, { name: 'Forgotten', state: 'READING', createdBy: 'somebody' }),
  )
  const input = { capture: uuid, format: 'candump', bus: 'can0', uploadedAt: Date.now() }
  const checkpoint = { part: 0, blocks: 0, parts: 2, startMs: 0 }
  await expect(
    site.db.transaction((tx) =>
      captureReads().doPart({
        tx,
        org: alpha.org,
        jobUuid: uuid,
        actor: { uuid: analyst.uuid, name: 'somebody' },
        input,
        checkpoint,
      }),
    ),
  ).rejects.toThrow('no longer exists')
})

test("[CAPTURE-34] a capture's progress comes from its own job, not from others that refer to it", async () => {
  const uuid = await site.db.transaction((tx) =>
    insertCapture(tx, alpha.org, { name: 'Named by another', state: 'READING', createdBy: 'somebody' }),
  )
  await site.sql`
    INSERT INTO jobs (org_uuid, kind, title, status, total, input, created_by_uuid, beat_at)
   
    VALUES (${alpha.org.uuid}, 'others', 'Other', 'RUNNING', 10, ${site.sql.json({ capture: uuid })},
      ${analyst.uuid}, now() + INTERVAL '1 hour')`
  expect((await captureOf(uuid)).capture.state).toBe('FAILED')
  await site.sql`DELETE FROM jobs WHERE title = 'Other'`
})

test('[CAPTURE-35] [CAPTURE-50] frames are counted only up to the limit; more are refused before export', async () => {
  await site.post(alpha.key, [
    {
      type: 'can',
      vehicle: 'COUNTED',
      ts: Date.now() - 5_000,
      bus: 'can0',
      frames: Array.from({ length: 200 }, (_, i) => [i * 1000, 0x100, '01']),
    },
  ])
  const vehicle = await knownVehicle(site.db, alpha.org, 'COUNTED')
  const window = { from: new Date(Date.now() - 60_000), to: new Date(Date.now() + 1_000), bus: undefined }
  expect(await countRecorded(site.db, alpha.org, vehicle, window, 50)).toBe(50)
  expect(await framesRecorded(site.db, alpha.org, vehicle, window, 200)).toBe(200)
  await expect(framesRecorded(site.db, alpha.org, vehicle, window, 199)).rejects.toThrow('more than 199 frames')
  await expect(framesFile(site.db, alpha.org, { vehicle: 'COUNTED', format: 'csv', ...window }, 199)).rejects.toThrow(
    'more than 199 frames',
  )

  const keep = (hours: number) =>
    site.call(analyst.token, 'msoc/v1/captures/keep', {
      vehicle: 'COUNTED',
      from: new Date(Date.now() - hours * 3_600_000).toISOString(),
      to: new Date().toISOString(),
      name: 'Long',
    })
  expect(await keep(25)).toMatchObject({ status: 400, body: { errors: { to: expect.stringContaining('24 hours') } } })
  expect((await keep(23)).status).toBe(200)
})

test('[CAPTURE-50] more buses than a block can name are read in more blocks; a capture can have one bus', async () => {
  const event = (i: number) => ({
    type: 'can',
    vehicle: 'BUSES',
    ts: Date.now() - 5_000,
    bus: `bus${i}`,
    frames: [[0, 1, '']],
  })
  await site.post(
    alpha.key,
    Array.from({ length: 300 }, (_, i) => event(i)),
  )
  expect(new Set((await framesIn('msoc/v1/can/blocks', { vehicle: 'BUSES' })).map(({ bus }) => bus)).size).toBe(300)
  const window = { from: new Date(Date.now() - 60_000).toISOString(), to: new Date(Date.now() + 1_000).toISOString() }
  const { body } = await site.call(analyst.token, 'msoc/v1/captures/keep', { vehicle: 'BUSES', ...window, name: 'All' })
  expect(await read(body.capture.uuid, 'FAILED')).toMatchObject({ error: expect.stringContaining('255 buses') })
  const { body: one } = await site.call(analyst.token, 'msoc/v1/captures/keep', {
    vehicle: 'BUSES',
    ...window,
    name: 'One',
    bus: 'bus7',
  })
  expect(await read(one.capture.uuid)).toMatchObject({ frames: 1 })
})

test('[CAPTURE-40] an error after the file was stored does not remove the file', async () => {
  await site.sql`CREATE FUNCTION break_answer() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN NEW.created_at := 'infinity'; RETURN NEW; END $$`
  await site.sql`CREATE TRIGGER break_answer BEFORE UPDATE ON captures FOR EACH ROW
    WHEN (NEW.name = 'No answer') EXECUTE FUNCTION break_answer()`
  expect((await upload('(1.0) can0 123#00\n', { name: 'No answer' })).status).toBe(500)
  await site.sql`DROP TRIGGER break_answer ON captures`
  const [stored] = await site.sql`UPDATE captures SET created_at = now() WHERE name = 'No answer' RETURNING uuid`
  expect(await read(stored!.uuid)).toMatchObject({ frames: 1 })
})

test('[CAPTURE-41] a file without a length counts as the maximum, and five files may be uploaded at once', async () => {
  const org = await site.organisation('Bounded')
  const { token } = org.members.ANALYST
  const open = () => {
    const socket = connectTcp(site.api.port, '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write(
      `POST /api/msoc/v1/captures/upload?file_name=x.log HTTP/1.1\r\nhost: x\r\naccess-token: ${token}\r\n` +
        'content-type: application/octet-stream\r\ntransfer-encoding: chunked\r\n\r\n',
    )
    return socket
  }
  const sockets = Array.from({ length: 5 }, open)
  await vi.waitFor(
    async () =>
      expect(
        await site.sql`SELECT bytes::float8 AS bytes
          FROM captures
          WHERE org_uuid = ${org.org.uuid}
          AND state = 'UPLOADING'`,
      ).toEqual(Array.from({ length: 5 }, () => ({ bytes: 2 ** 30 }))),
    { timeout: 10_000 },
  )
  expect(
    (await site.upload(token, 'msoc/v1/captures/upload', { file_name: 'x.log' }, '(1.0) can0 123#00\n')).status,
  ).toBe(429)
  for (const socket of sockets) socket.destroy()
  await vi.waitFor(
    async () => expect(await site.sql`SELECT 1 FROM captures WHERE org_uuid = ${org.org.uuid}`).toHaveLength(0),
    { timeout: 10_000 },
  )
})

test('[CAPTURE-42] an engineer changes captures, but does not add them to cases or remove them', async () => {
  const { uuid } = await uploaded(fileOf(trafficOf(10)))
  await site.post(alpha.key, [idsEvent('OWNER')])
  const { uuid: alertUuid } = await theAlert(site, alpha, { vehicle: 'OWNER' })
  const {
    body: { case: opened },
  } = await site.call(analyst.token, 'msoc/v1/cases/create', { title: 'The case', alert_uuids: [alertUuid] })
  const save = (token: string, fields: object) => site.call(token, 'msoc/v1/captures/save', { uuid, ...fields })
  expect(await save(engineer.token, { revision: 1, case_uuid: opened.uuid })).toMatchObject({
    status: 422,
    body: { code: 'ROLE_REQUIRED' },
  })
  expect((await save(analyst.token, { revision: 1, case_uuid: opened.uuid })).status).toBe(200)
  expect(await save(engineer.token, { revision: 2, case_uuid: null })).toMatchObject({
    status: 422,
    body: { code: 'ROLE_REQUIRED' },
  })
  expect(await save(engineer.token, { revision: 2, name: 'Renamed', case_uuid: opened.uuid })).toMatchObject({
    status: 200,
    body: { capture: { name: 'Renamed' } },
  })
})

test('[CAPTURE-42] the notes on a capture are deleted with it', async () => {
  const { uuid } = await uploaded(fileOf(trafficOf(10)))
  const note = (about: string, subjectUuid: string) =>
    site.sql`INSERT INTO can_notes (org_uuid, subject, subject_uuid, at_ms, text, author_uuid, author)
      VALUES (${alpha.org.uuid}, ${about}, ${subjectUuid}, 1, 'here', ${analyst.uuid}, 'somebody')`
  await note('capture', uuid)
  await note('vehicle', uuid)
  expect((await site.call(analyst.token, 'msoc/v1/captures/delete', { uuid, revision: 1 })).status).toBe(200)
  expect(await site.sql`SELECT subject FROM can_notes WHERE subject_uuid = ${uuid}`).toEqual([{ subject: 'vehicle' }])
})

test.for(['x', '-1', '1e3', '9'.repeat(9)])('[CAPTURE-44] the cursor %s is invalid', async (cursor) => {
  expect((await site.get(viewer.token, 'msoc/v1/captures', { cursor })).status).toBe(400)
})

test('[CAPTURE-26] the ASC export of a capture with very late frames has all of them', async () => {
  const frames = trafficOf(45_000)
  const late: CanFrame[] = [...frames.slice(1), frames[0]!]
  const { uuid } = await uploaded(fileOf(late))
  const { text } = await site.get(viewer.token, 'msoc/v1/can/export', { capture: uuid, format: 'asc' })
  const again = await uploaded(text, { format: 'asc', name: 'Again' })
  expect([again.frames, again.rejected, again.started_at]).toEqual([45_000, 0, new Date(frames[0]!.ts).toISOString()])
})

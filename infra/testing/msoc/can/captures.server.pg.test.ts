import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { ReadableStream as ByteStream } from 'node:stream/web'
import { describe, expect, test, vi } from 'vitest'
import { captureReads } from '@carapace/api/src/msoc/capture/reading.ts'
import { insertCapture, insertPart } from '@carapace/api/src/msoc/capture/captures.queries.ts'
import { captureFormats, exportFormats } from '@carapace/shared/msoc/can/captures'
import { captureReader } from '@carapace/shared/msoc/capture/read'

import { capturesOf, fileOf, start, trafficOf } from '../../support/captures.ts'
import { idsEvent, theAlert } from '../../support/events.ts'
import { postRaw } from '../../support/http.ts'
import { startInstallation } from '../../support/installation.ts'
import { createVehicle } from '../../support/factories.ts'

const site = await startInstallation()
const alpha = await site.organisation('Alpha')
const bravo = await site.organisation('Bravo')
const { ADMIN: admin, ANALYST: analyst, VIEWER: viewer } = alpha.members
const { upload, captureOf, read, uploaded, framesIn } = capturesOf(site, alpha)

test.for(exportFormats)(
  '[CAPTURE-30] [CAPTURE-25] an uploaded %s file is read by a job into the same frames, and exported as them',
  async (format) => {
    const frames = trafficOf(500)
    const { status, body } = await upload(fileOf(frames, format), { name: `Some ${format}` })
    expect([status, body.job]).toMatchObject([200, { kind: 'captures.read', total: fileOf(frames, format).length }])
    const capture = await read(body.capture.uuid)
    expect(capture).toMatchObject({
      name: `Some ${format}`,
      format,
      frames: 500,
      rejected: 0,
      bytes: fileOf(frames, format).length,
      created_by: 'Alpha analyst',
      started_at: new Date(frames[0]!.ts).toISOString(),
      revision: 1,
    })
    expect(capture.buses.reduce((sum, { frames: some }) => sum + some, 0)).toBe(500)
    expect(await framesIn('msoc/v1/captures/blocks', { uuid: capture.uuid })).toEqual(frames)
    expect(await framesIn('msoc/v1/captures/blocks', { uuid: capture.uuid, bus: 'can1' })).toEqual(
      frames.filter(({ bus }) => bus === 'can1'),
    )

    const reply = await fetch(`${site.apiUrl}msoc/v1/can/export?capture=${capture.uuid}&format=${format}`, {
      headers: { 'access-token': viewer.token },
    })
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'application/octet-stream'])
    const reader = captureReader(format, { bus: 'none' })
    expect([...reader.push(new Uint8Array(await reply.arrayBuffer())), ...reader.end()]).toEqual(frames)
    expect(await site.sql`SELECT 1 FROM capture_files WHERE capture_uuid = ${capture.uuid}`).toHaveLength(0)
  },
)

const data = resolve(process.env.CARAPACE_DATA ?? resolve(import.meta.dirname, '../../../../../shared/data'), 'can')
describe.skipIf(!existsSync(data))('real captures (needs CARAPACE_DATA)', () => {
  const files = existsSync(data) ? readdirSync(data) : []
  test('the folder has captures', () => expect(files.length).toBeGreaterThan(5))

  test.for(files)('[CAPTURE-30] %s is read', async (file) => {
    const capture = await uploaded(new Uint8Array(readFileSync(resolve(data, file))), { file_name: file })
    expect(captureFormats).toContain(capture.format)
    expect(capture.frames).toBe(file.includes('icsim') ? 6158 : file.includes('CarBus') ? 55 : 12974)
    expect([capture.rejected, Date.parse(capture.ended_at!)]).toEqual([
      0,
      expect.toSatisfy((ms: number) => ms <= Date.now() + 1_000),
    ])
  })
})

test('[CAPTURE-31] a large file is read in many parts and blocks, which are returned page by page', async () => {
  const frames = trafficOf(200_000)
  const capture = await uploaded(fileOf(frames))
  expect([capture.frames, capture.ended_at]).toEqual([200_000, new Date(frames.at(-1)!.ts).toISOString()])
  expect(await framesIn('msoc/v1/captures/blocks', { uuid: capture.uuid })).toEqual(frames)
  const some = await framesIn('msoc/v1/captures/blocks', {
    uuid: capture.uuid,
    from: String(start + 50_000),
    to: String(start + 60_000),
  })
  expect(some.length).toBeGreaterThanOrEqual(10_000)
  expect(some.length).toBeLessThanOrEqual(40_000)
})

test('[CAPTURE-32] frames that are a little late are sorted by time', async () => {
  const frames = trafficOf(50_000)
  const mixed = [...frames]
  for (let i = 0; i < mixed.length - 100; i += 100) [mixed[i], mixed[i + 99]] = [mixed[i + 99]!, mixed[i]!]
  const capture = await uploaded(fileOf(mixed))
  expect((await framesIn('msoc/v1/captures/blocks', { uuid: capture.uuid })).map(({ ts }) => ts)).toEqual(
    frames.map(({ ts }) => ts),
  )
})

test('[CAPTURE-31] reading gives the same blocks after a takeover, a rollback or a restart', async () => {
  const frames = trafficOf(130_000)
  const bytes = fileOf(frames)
  const uuid = await site.db.transaction((tx) =>
    insertCapture(tx, alpha.org, { name: 'Interrupted', state: 'READING', bytes: bytes.length, createdBy: 'somebody' }),
  )
  const parts = 7
  const size = Math.ceil(bytes.length / parts)
  for (let part = 0; part < parts; part++)
    await insertPart(site.db, alpha.org, uuid, part, bytes.subarray(part * size, (part + 1) * size))

  const processes = [captureReads(), captureReads()]
  const actor = { uuid: analyst.uuid, name: 'somebody' }
  let checkpoint: unknown = null
  let done = 0
  for (let turn = 0, isOver = false; !isOver && turn < 100; turn++) {
    // four turns by one process, then by the other, then by both; two turns are lost
    const mine = processes[turn < 4 ? 0 : turn < 16 ? 1 : turn % 2]!
    const input = { capture: uuid, format: 'candump', bus: 'can0', uploadedAt: Date.now() }
    const isLost = turn === 2 || turn === 12
    // its job failed without recording its progress, and is tried again
    if (turn === 6) [checkpoint, done] = [null, 0]
    await site.db
      .transaction(async (tx) => {
        const progress = await mine.doPart({ tx, org: alpha.org, jobUuid: uuid, actor, input, checkpoint })
        if (isLost) throw new Error('the connection broke')
        checkpoint = progress.checkpoint
        done += progress.done
        isOver = progress.finished
      })
      .catch((error: unknown) => {
        if (!isLost) throw error
      })
  }
  expect([done, (await captureOf(uuid)).capture.state]).toEqual([bytes.length, 'READY'])
  expect(await framesIn('msoc/v1/captures/blocks', { uuid })).toEqual(frames)
})

test('[CAPTURE-34] a capture whose job was cancelled has failed', async () => {
  const uuid = await site.db.transaction((tx) =>
    insertCapture(tx, alpha.org, { name: 'Cancelled', state: 'READING', createdBy: 'somebody' }),
  )
  expect((await captureOf(uuid)).capture).toMatchObject({
    state: 'FAILED',
    error: expect.stringContaining('cancelled'),
  })
})

test('[CAPTURE-33] a file without a frame is a failed capture that can be deleted', async () => {
  const { body } = await upload('no frame at all\n', { format: 'candump' })
  const capture = await read(body.capture.uuid, 'FAILED')
  expect(capture).toMatchObject({
    error: 'There are no frames in it.',
    rejected: 1,
    rejects: [{ line: 1, reason: expect.stringContaining('not a candump line') }],
  })
  expect((await site.call(analyst.token, 'msoc/v1/captures/delete', { uuid: capture.uuid, revision: 1 })).status).toBe(
    200,
  )
  expect((await site.get(viewer.token, 'msoc/v1/captures/get', { uuid: capture.uuid })).status).toBe(404)
})

test('[CAPTURE-40] input that cannot become a capture is refused, and leaves nothing', async () => {
  expect(await upload('Dear Sir or Madam\n')).toMatchObject({
    status: 400,
    body: { errors: { format: expect.stringContaining('No format') } },
  })
  expect(await upload('')).toMatchObject({ status: 400, body: { message: 'The file is empty.' } })
  expect(await upload('x', { vehicle: 'nobody' })).toMatchObject({ status: 404 })
  expect(await upload('x', {}, viewer.token)).toMatchObject({ status: 422, body: { code: 'ROLE_REQUIRED' } })
  const json = await site.call(analyst.token, 'msoc/v1/captures/upload?file_name=x', {})
  expect([json.status, json.body.message]).toEqual([415, 'Send application/octet-stream.'])
  const large = await postRaw(
    site.api.port,
    '/api/msoc/v1/captures/upload?file_name=x',
    { 'access-token': analyst.token, 'content-type': 'application/octet-stream', 'content-length': 2 ** 30 + 1 },
    [],
  )
  expect([large.status, JSON.parse(large.text).code]).toEqual([413, 'TOO_LARGE'])
  await expect(
    fetch(`${site.apiUrl}msoc/v1/captures/upload?file_name=x`, {
      method: 'POST',
      duplex: 'half',
      headers: { 'access-token': analyst.token, 'content-type': 'application/octet-stream' },
      body: ByteStream.from(
        (async function* () {
          yield fileOf(trafficOf(50_000))
          throw new Error('the line broke')
        })(),
      ),
    } as unknown as RequestInit),
  ).rejects.toThrow('fetch failed')
  await vi.waitFor(
    async () => expect(await site.sql`SELECT 1 FROM captures WHERE state = 'UPLOADING'`).toHaveLength(0),
    { timeout: 10_000 },
  )
  expect(await site.sql`SELECT 1 FROM capture_files`).toHaveLength(0)
})

test('[CAPTURE-41] an organisation keeps at most 20 GiB', async () => {
  await site.sql`INSERT INTO captures (org_uuid, name, state, bytes, created_by)
    VALUES (${bravo.org.uuid}, 'huge', 'READY', ${20 * 2 ** 30}, 'somebody')`
  expect(await upload('(1.0) can0 123#00', {}, bravo.members.ADMIN.token)).toMatchObject({
    status: 422,
    body: { message: expect.stringContaining('20 GiB') },
  })
})

test('[CAPTURE-42] a capture gets a name, a vehicle and a case; it is kept while it is in the case', async () => {
  const { uuid } = await uploaded(fileOf(trafficOf(10)))
  await createVehicle(site, admin.token, { vin: 'OWNER', model: 'M1' })
  await site.post(alpha.key, [idsEvent('OWNER')])
  const { uuid: alertUuid } = await theAlert(site, alpha, { vehicle: 'OWNER' })
  const {
    body: { case: opened },
  } = await site.call(analyst.token, 'msoc/v1/cases/create', { title: 'The case', alert_uuids: [alertUuid] })
  const save = (fields: object) => site.call(analyst.token, 'msoc/v1/captures/save', { uuid, ...fields })

  expect(await save({ revision: 1, name: 'Renamed', vehicle: 'OWNER', case_uuid: opened.uuid })).toMatchObject({
    status: 200,
    body: {
      capture: { name: 'Renamed', vehicle: { vin: 'OWNER', model: 'M1' }, case: { uuid: opened.uuid }, revision: 2 },
    },
  })
  expect((await save({ revision: 1, name: 'Too late' })).status).toBe(409)
  const { timeline } = (await site.get(viewer.token, 'msoc/v1/cases/get', { uuid: opened.uuid })).body
  expect(timeline[0]).toMatchObject({
    kind: 'capture',
    actor: 'Alpha analyst',
    detail: { capture: 'Renamed', capture_uuid: uuid, added: true },
  })
  expect((await site.get(viewer.token, 'msoc/v1/captures', { case: opened.uuid })).body).toMatchObject({
    total: 1,
    captures: [{ uuid }],
  })
  expect((await site.call(analyst.token, 'msoc/v1/captures/delete', { uuid, revision: 2 })).body.message).toContain(
    'A case has this capture',
  )

  expect((await save({ revision: 2, case_uuid: null, vehicle: null })).body.capture).toMatchObject({
    case: null,
    vehicle: null,
    name: 'Renamed',
  })
  expect((await site.call(analyst.token, 'msoc/v1/captures/delete', { uuid, revision: 3 })).status).toBe(200)
  expect(await site.sql`SELECT 1 FROM capture_blocks WHERE capture_uuid = ${uuid}`).toHaveLength(0)
})

/** This number of frames of five ids, a millisecond apart. */
const sent = (vehicle: string, count: number) =>
  site.post(alpha.key, [
    {
      type: 'can',
      vehicle,
      ts: Date.now() - 5_000,
      bus: 'can0',
      frames: Array.from({ length: count }, (_, i) => [i * 1000, 0x100 + (i % 5), '0102']),
    },
  ])

test('[CAPTURE-35] a time window of the record is kept as a capture, read and exported like it', async () => {
  await sent('KEPT', 2_000)
  const window = { from: new Date(Date.now() - 60_000).toISOString(), to: new Date(Date.now() + 1_000).toISOString() }
  const { status, body } = await site.call(analyst.token, 'msoc/v1/captures/keep', {
    vehicle: 'KEPT',
    ...window,
    name: 'Kept',
  })
  expect(status).toBe(200)
  const capture = await read(body.capture.uuid)
  expect(capture).toMatchObject({
    format: 'record',
    frames: 2_000,
    vehicle: { vin: 'KEPT' },
    buses: [{ bus: 'can0', frames: 2_000 }],
  })
  const recorded = await framesIn('msoc/v1/can/blocks', { vehicle: 'KEPT' })
  expect(recorded).toHaveLength(2_000)
  expect(await framesIn('msoc/v1/captures/blocks', { uuid: capture.uuid })).toEqual(recorded)
  const { text } = await site.get(viewer.token, 'msoc/v1/can/export', { vehicle: 'KEPT', format: 'csv', ...window })
  expect(text.trim().split('\n')).toHaveLength(2_001)
  expect(
    (
      await site.call(analyst.token, 'msoc/v1/captures/keep', {
        vehicle: 'KEPT',
        from: '2020-01-01T00:00:00Z',
        to: '2020-01-01T00:01:00Z',
        name: 'Gone',
      })
    ).status,
  ).toBe(422)
})

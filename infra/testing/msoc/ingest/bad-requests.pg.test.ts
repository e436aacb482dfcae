import { createSocket } from 'node:dgram'
import { gzipSync } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import { encodeIdsMessage } from '@carapace/shared/msoc/events/idsm'

import { postRaw, sendBytes } from '../../support/http.ts'
import { fetchAnswer, startInstallation } from '../../support/installation.ts'
import { heldAfterCollection, mostGrowth } from '../../support/memory.ts'
import { createRandom } from '@carapace/shared/core/random.fixture'

const site = await startInstallation()
const { key, members, org } = await site.organisation('Alpha')
const { port } = site.ingest
const token = members.ADMIN.token
const good = JSON.stringify({ type: 'position', vehicle: 'V1', ts: Date.now(), lat: 1, lon: 2 })
const mebibyte = Buffer.from(`${good}\n`.repeat(2 ** 20 / (good.length + 1)))
const stored = async () => Number((await site.sql`SELECT count(*) FROM positions`)[0]!.count)

/** The common form of all refusals. */
const refusal = (code: string) => ({ success: false, code, message: expect.stringMatching(/\w/), errors: {} })

const big = { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson' }
const twenty = () => Array.from({ length: 20 }, () => mebibyte)

const oversized: Record<string, () => Promise<{ status: number; text: string }>> = {
  '20 MiB with a length': () =>
    postRaw(port, '/ingest/v1/events', { ...big, 'content-length': 20 * mebibyte.length }, twenty()),
  '20 MiB without a length': () =>
    postRaw(port, '/ingest/v1/events', { ...big, 'transfer-encoding': 'chunked' }, twenty()),
  '20 MiB of IDS messages': () =>
    postRaw(
      port,
      '/ingest/v1/idsm?vehicle=V1',
      { ...big, 'content-type': 'application/octet-stream', 'transfer-encoding': 'chunked' },
      twenty(),
    ),
  '20,001 lines': () => site.post(key, `${good}\n`.repeat(20_001)),
  '20,001 array elements': () =>
    site.post(key, `[${Array.from({ length: 20_001 }, () => '1').join(',')}]`, {
      headers: { 'content-type': 'application/json' },
    }),
}

test.for(Object.keys(oversized))('[EVENT-1] %s are refused with 413, and nothing is stored', async (name) => {
  const before = await stored()
  const { status, text } = await oversized[name]!()

  expect(status).toBe(413)
  expect(JSON.parse(text)).toEqual(refusal('TOO_LARGE'))
  expect(await stored()).toBe(before)
})

test('[EVENT-1] 20,000 lines within 8 MiB are accepted', async () => {
  const { status, body } = await site.post(key, `${good}\n`.repeat(20_000))
  expect([status, body]).toEqual([200, { accepted: 20_000, rejected: [] }])
})

const wrongTypes: Record<string, Record<string, string>> = {
  'plain text': { 'content-type': 'text/plain' },
  HTML: { 'content-type': 'text/html' },
  multipart: { 'content-type': 'multipart/form-data; boundary=x' },
  'a form': { 'content-type': 'application/x-www-form-urlencoded' },
  bytes: { 'content-type': 'application/octet-stream' },
  'no type that is one': { 'content-type': 'json' },
  XML: { 'content-type': 'application/xml' },
  'JSON declared as gzip': { 'content-encoding': 'gzip' },
  'JSON declared as br': { 'content-encoding': 'br' },
}

test('a candump log that is not text is refused before it is read, whatever its size', async () => {
  const { status, text } = await postRaw(
    port,
    '/ingest/v1/candump?vehicle=V1',
    { ...big, 'content-type': 'application/json', 'transfer-encoding': 'chunked' },
    twenty(),
  )
  expect([status, JSON.parse(text)]).toEqual([415, refusal('UNSUPPORTED_MEDIA_TYPE')])
})

test('a candump log of 20 MiB is read as a stream', async () => {
  const empty = Buffer.from(`${' '.repeat(1_023)}\n`.repeat(1_024))
  const chunks = [...Array.from({ length: 20 }, () => empty), Buffer.from('(1.0) can0 123#00\nno frame')]
  const { status, text } = await postRaw(
    port,
    '/ingest/v1/candump?vehicle=V1',
    { ...big, 'content-type': 'application/octet-stream', 'transfer-encoding': 'chunked' },
    chunks,
  )
  expect([status, JSON.parse(text)]).toEqual([
    200,
    {
      accepted: 1,
      rejected: [{ line: 20_482, reason: expect.stringMatching(/^not a candump line/) }],
      rejected_total: 1,
      parts: 1,
    },
  ])
})

test.for(Object.keys(wrongTypes))('events as %s are refused with 415', async (name) => {
  const { status, body } = await site.post(key, good, { headers: wrongTypes[name]! })
  expect([status, body]).toEqual([415, refusal('UNSUPPORTED_MEDIA_TYPE')])
})

test('a gzip body, declared as gzip or not, stores nothing', async () => {
  const packed = gzipSync(good)
  expect((await site.post(key, packed, { headers: { 'content-encoding': 'gzip' } })).status).toBe(415)
  const { status, body } = await site.post(key, packed)
  expect([status, body.accepted]).toEqual([200, 0])
  expect(body.rejected[0]).toEqual({ line: 1, reason: 'not valid UTF-8' })
})

const faulty: Record<string, { body: string | Uint8Array<ArrayBuffer>; type?: string }> = {
  'JSON cut off': { body: '[{"type":', type: 'application/json' },
  'JSON that is no UTF-8': { body: new Uint8Array([0x5b, 0xff, 0xfe, 0x5d]), type: 'application/json' },
  'a JSON word': { body: 'events', type: 'application/json; charset=utf-8' },
  'JSON with a NUL': { body: '[\0]', type: 'application/json' },
}

test.for(Object.keys(faulty))('[EVENT-1] %s is refused as a whole with 400', async (name) => {
  const { body, type } = faulty[name]!
  const reply = await site.post(key, body, { headers: type ? { 'content-type': type } : {} })
  expect([reply.status, reply.body]).toEqual([400, refusal('INVALID_INPUT')])
})

test('[EVENT-1] the items of an array that are not objects are refused one by one', async () => {
  const { body } = await site.post(
    key,
    `[1,"a",null,true,[],[[]],{},${good},${'['.repeat(30_000)}${']'.repeat(30_000)}]`,
    { headers: { 'content-type': 'application/json' } },
  )
  expect(body.accepted).toBe(1)
  expect(body.rejected.map(({ line }: { line: number }) => line)).toEqual([1, 2, 3, 4, 5, 6, 7, 9])
})

const keyless: Record<string, Record<string, string>> = {
  'no key': {},
  'an empty one': { authorization: 'Bearer ' },
  'another scheme': { authorization: `Basic ${key}` },
  'a key that is none': { authorization: 'Bearer cik_00000000' },
  "a session's token": { authorization: `Bearer ${token}` },
  'a key of 10,000 characters': { authorization: `Bearer ${'x'.repeat(10_000)}` },
  'a key in another place': { 'access-token': key },
}

test.for(Object.keys(keyless))('%s gets 403 on every ingest path', async (name) => {
  for (const path of ['events', 'idsm?vehicle=V1', 'candump?vehicle=V1']) {
    const type =
      { events: 'application/x-ndjson', idsm: 'application/octet-stream' }[path.split('?')[0]!] ?? 'text/plain'
    const { status, body } = await fetchAnswer(`http://127.0.0.1:${port}/ingest/v1/${path}`, {
      method: 'POST',
      headers: { 'content-type': type, ...keyless[name]! },
      body: good,
    })
    expect([status, body]).toEqual([403, refusal('NOT_SIGNED_IN')])
  }
})

const oddRequests: Record<string, { path: string; headers?: Record<string, string>; body?: string; status: number }> = {
  'an empty idempotency key': { path: 'events', headers: { 'idempotency-key': '' }, status: 400 },
  'an idempotency key of 201 characters': {
    path: 'events',
    headers: { 'idempotency-key': 'x'.repeat(201) },
    status: 400,
  },
  'a candump log of no vehicle': { path: 'candump', headers: { 'content-type': 'text/plain' }, status: 400 },
  'a candump log of a vehicle that cannot be one': {
    path: 'candump?vehicle=a%20b',
    headers: { 'content-type': 'text/plain' },
    status: 400,
  },
  'a candump log that starts yesterday': {
    path: 'candump?vehicle=V1&start=yesterday',
    headers: { 'content-type': 'text/plain' },
    status: 400,
  },
  'a candump log that starts beyond time': {
    path: 'candump?vehicle=V1&start=99999999999999999',
    headers: { 'content-type': 'text/plain' },
    status: 400,
  },
  'a path that is none': { path: 'event', status: 404 },
  'a path that cannot be decoded': { path: '%ff', status: 400 },
}

test.for(Object.keys(oddRequests))("%s is refused in the product's form", async (name) => {
  const { path, headers, status } = oddRequests[name]!
  const reply = await site.post(key, '(1.0) can0 123#00', {
    path,
    headers: { 'content-type': 'application/x-ndjson', ...headers },
  })
  expect(reply.status).toBe(status)
  expect(reply.body).toEqual(refusal(status === 404 ? 'NOT_FOUND' : 'INVALID_INPUT'))
})

test.for(['8640000000000000', '-8640000000000000', '4102444800000', 'keep', '0'])(
  '[EVENT-4] a candump log that starts at %s is stored; its times are checked like any others',
  async (start) => {
    const log = '(0000000001.000000) can0 123#00\n(4294967295.999999) can0 124#00\n'
    const { status, body } = await site.post(key, log, {
      path: `candump?vehicle=LOG&start=${start}`,
      headers: { 'content-type': 'text/plain' },
    })
    if (status === 400) return expect(start).toMatch(/^-/) // not digits only, and not an RFC 3339 time
    expect([status, body]).toEqual([200, { accepted: 2, rejected: [], rejected_total: 0, parts: 1 }])
    const [{ outside }] = await site.sql<[{ outside: number }]>`SELECT count(*)::int AS outside
      FROM can_frames
      WHERE ts NOT BETWEEN now() - interval '31 days'
      AND now() + interval '6 minutes'`
    expect(outside).toBe(0)
  },
)

test.for([
  'GARBAGE\r\n\r\n',
  'GET / HTTP/9.9\r\n\r\n',
  'POST /ingest/v1/events HTTP/1.1\r\nhost: x\r\ncontent-length: ten\r\n\r\n',
  '\0\0\0\0\r\n\r\n',
])('bytes that are not an HTTP request get a 4xx', async (bytes) => {
  expect(await sendBytes(port, bytes)).toMatch(/^HTTP\/1\.1 4\d\d /)
})

test('[IDSM-1] 500 IDS messages with a flipped bit are accepted, or refused with the byte or the field', async () => {
  const random = createRandom(15_765)
  const message = {
    protocolVersion: 2,
    idsmInstance: 7,
    sensorInstance: 3,
    eventId: 0x8003,
    count: 2,
    timestamp: { source: 'autosar' as const, ms: Date.now() },
    context: { version: 1, data: Buffer.from('context') },
    signature: Buffer.from('signed'),
  }
  const two = Buffer.concat([
    encodeIdsMessage(message),
    encodeIdsMessage({ ...message, protocolVersion: 1, context: { version: null, data: Buffer.alloc(200) } }),
  ])
  const flipped = Array.from({ length: 500 }, () => {
    const bytes = Buffer.from(two)
    const at = random(bytes.length)
    bytes[at] = bytes[at]! ^ (1 << random(8))
    return bytes
  })
  const replies = await Promise.all(
    flipped.map((bytes) =>
      site.post(key, bytes, { path: 'idsm?vehicle=IDS', headers: { 'content-type': 'application/octet-stream' } }),
    ),
  )

  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
  const refused = replies.flatMap(({ body }) => body.rejected as { line: number; reason: string }[])
  for (const { line, reason } of refused)
    expect([line <= 3, reason]).toEqual([true, expect.stringMatching(/^(byte \d+|context|detail|event_id|count): /)])
  expect(refused.length).toBeGreaterThan(0)
})

test('[SYSLOG-16] [SYSLOG-20] on any UDP and TCP input the listeners keep running and store good lines', async () => {
  const random = createRandom(5_424)
  const noise = (most: number) => Buffer.from(Array.from({ length: 1 + random(most) }, () => random(256)))
  const udp = createSocket('udp4')
  for (let i = 0; i < 500; i++)
    await new Promise((sent) =>
      udp.send(
        i % 2 ? noise(2_000) : Buffer.concat([Buffer.from(`<${random(300)}>1 `), noise(500)]),
        site.ingest.syslogPort,
        '127.0.0.1',
        sent,
      ),
    )
  udp.close()
  const streams = [
    ...Array.from({ length: 40 }, () => noise(20_000)),
    Buffer.alloc(200_000, 'x'),
    Buffer.from(`<13>${'y'.repeat(100_000)}\n`),
    Buffer.from('999999999 <13>short'),
    Buffer.from('0 <13>zero\n'),
    Buffer.from('12 '),
    Buffer.from('5 <13>x5 <13>y'),
    Buffer.from('99999999999999999999 <13>x\n'),
    Buffer.alloc(10_000, 10),
    Buffer.alloc(10_000, 0),
    Buffer.from('<'),
    Buffer.from('<191>1 '),
    Buffer.from([0xff, 0xfe, 0x00]),
    Buffer.alloc(0),
    Buffer.from(`<13>1 - h a - - [${'x="y" '.repeat(5_000)}] z\n`),
    Buffer.from(`<13>1 - h a - - ${'[a b="c"]'.repeat(1_000)} z\n`),
  ]
  // a connection may be reset, but the listener must not fail
  await Promise.all(streams.map((bytes) => site.syslog(bytes).catch(() => undefined)))
  const lines = Array.from({ length: 200 }, (_, i) => `good ${i} ${'é'.repeat(i % 7)}😀`)
  await site.syslog(
    lines
      .map((line, i) =>
        i % 2 ? `<13>1 2024-01-01T00:00:00Z host app - - - ${line}\n` : counted(`<13>1 - host app - - - ${line}`),
      )
      .join(''),
  )

  await vi.waitFor(
    async () => {
      const rows = await site.sql<{ message: string }[]>`SELECT message FROM syslog_events WHERE message LIKE 'good %'`
      expect(rows.map(({ message }) => message).sort()).toEqual([...lines].sort())
    },
    { timeout: 20_000, interval: 100 },
  )
  expect((await fetchAnswer(`http://127.0.0.1:${port}/health`)).status).toBe(200)
})

test('input that the listeners refused is listed among the rejects', async () => {
  const sources = await site.sql<
    { source: string }[]
  >`SELECT DISTINCT source FROM ingest_rejects WHERE org_uuid = ${org.uuid} ORDER BY 1`
  expect(sources.map(({ source }) => source)).toEqual(expect.arrayContaining(['idsm', 'syslog tcp', 'syslog udp']))
  const { body } = await site.get(token, 'msoc/v1/rejects', { limit: 500 })
  for (const { reason, source } of body.rejects) expect([source, reason]).toEqual([source, expect.stringMatching(/\w/)])
})

test('bad requests do not stay in memory', async () => {
  const heldBefore = heldAfterCollection()
  for (let round = 0; round < 3; round++) await Promise.all(Object.values(oversized).map((send) => send()))

  // a socket's memory is released some turns of the event loop later
  await vi.waitFor(() => expect(heldAfterCollection() - heldBefore).toBeLessThan(mostGrowth), {
    timeout: 20_000,
    interval: 100,
  })
})

const counted = (message: string) => `${Buffer.byteLength(message)} ${message}`

import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Org } from '@carapace/shared/core/owned'
import { can, position, t0 } from '@carapace/shared/msoc/detect/detector.fixture'
import { decodeEvent } from '@carapace/shared/msoc/events/decode-event'
import { eventKinds } from '@carapace/shared/msoc/events/event-kinds'
import { timed } from '@carapace/shared/msoc/events/event-time'
import type { VehicleEvent } from '@carapace/shared/msoc/events/events'
import { parseSyslog, type SyslogMessage } from '@carapace/shared/msoc/events/syslog'
import { arrivalOf } from '../sources/arrival.ts'
import type { Chunk } from '../chunk.ts'
import { draftsOf, eventsIn, headerOf, rejectIn, topicsOf } from './records.ts'

const org = { uuid: '00000000-0000-4000-8000-000000000000', id: 1 } as Org
const topics = topicsOf('test')
const chunk = (events: VehicleEvent[], fields: Partial<Chunk> = {}): Chunk => ({
  org,
  source: 'http',
  receivedAt: t0,
  idempotency: undefined,
  events,
  lines: events.map((_, i) => i + 1),
  rejects: [],
  ...fields,
})
const read = (value: Buffer | null) => eventsIn(value, t0, async () => undefined)

async function readBack(events: VehicleEvent[]): Promise<VehicleEvent[]> {
  const records = await Promise.all(
    draftsOf(chunk(events), topics).map(({ lines }) => read(Buffer.from(lines.join('\n')))),
  )
  expect(records.flatMap(({ rejects }) => rejects)).toEqual([])
  return records.flatMap(({ events: some }) => some)
}

const text = (most: number) =>
  fc.string({ unit: 'grapheme', maxLength: most }).map((value) => value.replaceAll('\0', ' ').toWellFormed())
const number = (min: number, max: number) => fc.double({ min, max, noNaN: true }).map((value) => value + 0)
const detail = fc.dictionary(
  text(8),
  fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.parse(JSON.stringify(value).replaceAll('\\u0000', ' ')) as unknown),
  { maxKeys: 4, noNullPrototype: true },
)
const hex = fc.uint8Array({ maxLength: 8 }).map((bytes) => Buffer.from(bytes).toString('hex'))
const ts = fc.oneof(number(t0 - 1e6, t0 + 1e5), fc.constant(0), fc.constant(t0 + 1e10))
const eventInput = fc.oneof(
  fc.record({
    type: fc.constant('position'),
    lat: number(-90, 90),
    lon: number(-180, 180),
    speed_kph: fc.option(number(0, 1000)),
    hdop: fc.option(number(0, 1000)),
  }),
  fc.record({
    type: fc.constant('telemetry'),
    signals: fc.dictionary(
      fc.stringMatching(/^[A-Za-z][\w.]{0,19}$/),
      fc.oneof(number(-1e9, 1e9), fc.boolean(), text(20)),
      { minKeys: 1, maxKeys: 5, noNullPrototype: true },
    ),
  }),
  fc.record({
    type: fc.constant('can'),
    bus: fc.constant('can0'),
    ext: fc.boolean(),
    fd: fc.boolean(),
    frames: fc.array(fc.tuple(fc.nat(3_600_000), fc.nat(0x1fffffff), hex), { minLength: 1, maxLength: 5 }),
  }),
  fc.record({
    type: fc.constantFrom('ids.can', 'ids.eth', 'ids.host'),
    event_id: fc.nat(0xfffe),
    count: fc.integer({ min: 1, max: 65_535 }),
    context: fc.oneof(hex, detail, fc.constant(null)),
    detail: fc.option(detail),
  }),
  fc.record({
    type: fc.constant('syslog'),
    message: text(50),
    hostname: fc.option(text(20)),
    structured_data: fc.option(
      fc.dictionary(text(5), fc.dictionary(text(5), text(10), { noNullPrototype: true }), { noNullPrototype: true }),
    ),
  }),
)

test('[KAFKA-3] every accepted event is the same when it is read back from the broker', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(eventInput, ts), { maxLength: 6 }), async (all) => {
      const events = all.flatMap(([fields, at]) => {
        const event = decodeEvent({ vehicle: 'V', ts: at, ...fields }, arrivalOf(t0))
        return event.ok ? [event.value] : []
      })
      const inOrder = eventKinds.flatMap((kind) => events.filter((event) => event.kind === kind))
      const back = await readBack(events)
      expect(eventKinds.flatMap((kind) => back.filter((event) => event.kind === kind))).toEqual(inOrder)
    }),
  )
})

test('[KAFKA-3] a context and a detail of the maximum size and depth for senders are both read back', async () => {
  let deep: object = {}
  for (let level = 1; level < 16; level++) deep = { in: deep }
  const event = decodeEvent(
    {
      type: 'ids.can',
      vehicle: 'V',
      ts: t0,
      event_id: 1,
      detail: { text: 'd'.repeat(16_000) },
      context: { text: 'c'.repeat(16_000), deep },
    },
    arrivalOf(t0),
  )
  expect(event.ok).toBe(false)
  for (const context of [{ text: 'c'.repeat(16_000) }, { deep: (deep as { in: object }).in }]) {
    const decoded = decodeEvent(
      { type: 'ids.can', vehicle: 'V', ts: t0, event_id: 1, detail: { text: 'd'.repeat(16_000) }, context },
      arrivalOf(t0),
    )
    expect(decoded.ok && (await readBack([decoded.value]))).toEqual([decoded.ok && decoded.value])
  }
})

function logged(line: string): VehicleEvent | undefined {
  const message = parseSyslog(Buffer.from(line), t0)
  return message.ok
    ? { kind: 'syslog', vehicle: '', ...timed(message.value.ts, arrivalOf(t0)), ...withoutTs(message.value) }
    : undefined
}

function withoutTs({ facility, severity, hostname, appName, procId, msgId, structuredData, message }: SyslogMessage) {
  return { facility, severity, hostname, appName, procId, msgId, structuredData, message }
}

test('[KAFKA-3] log lines of any form and without a vehicle are read back', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ maxLength: 100 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
      async (line) => {
        const events = [logged(`<13>${line}`)].filter((event) => event !== undefined)
        expect(await readBack(events)).toEqual(events)
      },
    ),
  )
})

test.for([
  [
    'all the structured data that a line holds',
    `<13>1 2026-10-22T17:00:00Z host app 1 id ${Array.from(
      { length: 30 },
      (_, i) => `[e${i}@1 a="${'\u0007'.repeat(2_000)}"]`,
    ).join('')} message`,
  ],
  [
    'the longest names',
    `<13>1 2026-10-22T17:00:00Z ${'h'.repeat(255)} ${'a'.repeat(255)} ${'p'.repeat(255)} ${'m'.repeat(255)} - message`,
  ],
  ['a host of any length', `<34>Oct 22 17:00:00 ${'h'.repeat(400)} su[1]: failed`],
  ['the longest message', `<13>1 - - - - - - ${'ü'.repeat(5_000)}`],
] as const)('[KAFKA-3] a log line with %s is read back', async ([, line]) => {
  const event = logged(line)
  expect(event).toBeDefined()
  expect(await readBack([event!])).toEqual([event])
})

test('[KAFKA-2] each record has one vehicle and one type, in the order in which the vehicles first occur', () => {
  const drafts = draftsOf(
    chunk([
      position({ vehicle: 'A' }),
      position({ vehicle: 'B' }),
      can([[0, 1, '']], { vehicle: 'A' }),
      position({ vehicle: 'A', lat: 2 }),
    ]),
    topics,
  )
  expect(drafts.map(({ topic, key, lines }) => [topic, key, lines.length])).toEqual([
    ['test.position.v1', `${org.uuid}/A`, 2],
    ['test.position.v1', `${org.uuid}/B`, 1],
    ['test.can.v1', `${org.uuid}/A`, 1],
  ])
})

test('[KAFKA-4] a repeated request is divided into the same records', () => {
  const frames = Array.from({ length: 400 }, (_, i) => [i, i, 'DEADBEEF'] as const)
  const sizes = (ts: number) =>
    draftsOf(chunk(Array.from({ length: 100 }, () => can(frames, { ts }))), topics).map(({ lines }) => lines.length)
  expect(sizes(t0).length).toBeGreaterThan(2)
  expect(sizes(t0 + 0.123)).toEqual(sizes(t0))
})

test('[KAFKA-3] events received as text are sent as the same text', async () => {
  const line = `{"type":"position", "vehicle":"V", "lat":1, "lon":2, "ts":${t0}, "unknown":[1]}\r`
  expect(draftsOf(chunk([position({ vehicle: 'V' })], { texts: [line] }), topics)).toMatchObject([{ lines: [line] }])
  expect((await read(Buffer.from(line))).events).toMatchObject([{ lat: 1, lon: 2 }])
})

test('[KAFKA-5] a bad line is reported with its number, and the good lines are accepted', async () => {
  const good = JSON.stringify({ type: 'position', vehicle: 'V', ts: t0, lat: 1, lon: 1 })
  const { events, rejects } = await read(
    Buffer.concat([Buffer.from(`${good}\nnull\n\n{"type":"syslog"\n`), Buffer.from([0xff, 0x0a]), Buffer.from(good)]),
  )
  expect(events).toHaveLength(2)
  expect(rejects.map(({ line, reason }) => [line, reason.split(':')[0]])).toEqual([
    [2, 'an event is a JSON object'],
    [4, 'not JSON'],
    [5, 'not valid UTF-8'],
  ])
  expect(await read(null)).toEqual({ events: [], lines: [], rejects: [] })
})

test("[KAFKA-6] of a record's bad lines 1,000 are kept, the last one counts the rest; good ones stay", async () => {
  const good = JSON.stringify({ type: 'position', vehicle: 'V', ts: t0, lat: 1, lon: 1 })
  const { events, rejects } = await read(Buffer.from(`${'bad\n'.repeat(3_000)}${good}`))
  expect(events).toHaveLength(1)
  expect(rejects.map(({ line }) => line)).toEqual(Array.from({ length: 1_000 }, (_, i) => i + 1))
  expect(rejects.filter(({ reason }) => reason.endsWith('(and 2000 more, which are not kept)'))).toEqual([
    rejects.at(-1),
  ])
})

test('[KAFKA-6] the first 1,000 rejects of a request become records, and the last one counts the others', () => {
  const rejects = Array.from({ length: 20_000 }, (_, i) => ({ line: i + 1, reason: 'bad', text: 'x', vehicle: null }))
  const drafts = draftsOf(chunk([], { rejects }), topics)
  expect(drafts).toHaveLength(1_000)
  expect(drafts.at(-1)!.headers).toMatchObject({ line: '1000', reason: 'bad (and 19000 more, which are not kept)' })
  expect(draftsOf(chunk([], { rejects: rejects.slice(0, 1_000) }), topics).at(-1)!.headers).toMatchObject({
    reason: 'bad',
  })
})

test('[KAFKA-6] a reject is read back with its reason, its line and its vehicle', () => {
  const [draft] = draftsOf(
    chunk([], { rejects: [{ line: 7, reason: 'lat: über', text: '{"a":1}\n', vehicle: 'V' }] }),
    topics,
  )
  const record = {
    offset: 0,
    timestamp: t0,
    value: Buffer.from(draft!.lines.join('\n')),
    headers: Object.fromEntries(Object.entries(draft!.headers).map(([name, value]) => [name, Buffer.from(value)])),
  }
  expect(draft).toMatchObject({ topic: 'test.rejects.v1', key: org.uuid })
  expect(rejectIn(record)).toEqual({ line: 7, reason: 'lat: über', text: '{"a":1}\n', vehicle: 'V' })
  expect(headerOf({ ...record, headers: { org: [Buffer.from('first'), 'second'] } }, 'org')).toBe('first')
})

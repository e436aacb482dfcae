import fc from 'fast-check'
import { expect, test } from 'vitest'
import { arrival } from './events.fixture.ts'
import { decodeEvent } from './decode-event.ts'
import { eventKinds } from './event-kinds.ts'
import { timeOf } from './event-time.ts'
import type { VehicleEvent } from './events.ts'

const now = arrival.receivedAt
const common = { vehicle: 'WVWZZZ1JZXW000001', ts: now }

function decoded(input: unknown): VehicleEvent {
  const event = decodeEvent(input, arrival)
  if (!event.ok) throw new Error(event.reason)
  return event.value
}

function reasonOf(input: unknown): string {
  const event = decodeEvent(input, arrival)
  return event.ok ? `taken as ${event.value.kind}` : event.reason
}

test('[EVENT-5] decoding never throws, for any JSON value', () => {
  const typed = fc
    .dictionary(
      fc.constantFrom(
        'vehicle',
        'ts',
        'lat',
        'signals',
        'frames',
        'id',
        'bus',
        'detail',
        'context',
        'message',
        'event_id',
        '__proto__',
      ),
      fc.jsonValue(),
    )
    .chain((fields) => fc.constantFrom(...eventKinds).map((type) => ({ ...common, type, ...fields })))
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), typed), (input) => {
      expect(typeof decodeEvent(input, arrival).ok).toBe('boolean')
    }),
    { numRuns: 1_000 },
  )
})

test.for([
  { what: 'a number', input: 7, reason: 'an event is a JSON object' },
  { what: 'null', input: null, reason: 'an event is a JSON object' },
  { what: 'an array', input: [{}], reason: 'an event is a JSON object' },
  { what: 'no vehicle', input: { type: 'position', ts: now }, reason: 'vehicle: ' },
  { what: 'a vehicle with a space', input: { ...common, vehicle: 'a b', type: 'position' }, reason: 'vehicle: ' },
  { what: 'no time', input: { vehicle: 'v', type: 'position' }, reason: 'ts: ' },
  {
    what: 'an unknown type',
    input: { ...common, type: 'radar' },
    reason: 'type: one of position, telemetry, can, ids.can, ids.eth, ids.host, syslog',
  },
])('[EVENT-5] $what is refused with the name of the wrong field', ({ input, reason }) => {
  expect(reasonOf(input)).toContain(reason)
})

test.for([
  { input: 1_700_000_000_000.25, ms: 1_700_000_000_000.25 },
  { input: '2026-10-22T17:00:00Z', ms: now },
  { input: '2026-10-22t17:00:00z', ms: now },
  { input: '2026-10-22 19:00:00+02:00', ms: now },
  { input: '2026-10-22T17:00:00.5Z', ms: now + 500 },
  { input: '2026-10-22T17:00:00.123456Z', ms: now + 123.456 },
  { input: '2026-10-22T17:00:00.123456999Z', ms: now + 123.456 },
  { input: '2024-02-29T00:00:00Z', ms: Date.UTC(2024, 1, 29) },
  { input: '2026-02-29T00:00:00Z', ms: undefined },
  { input: '2026-04-31T00:00:00Z', ms: undefined },
  { input: '2026-10-22T24:00:00Z', ms: undefined },
  { input: '2026-12-31T23:59:60Z', ms: undefined },
  { input: '2026-10-22T17:00:00', ms: undefined },
  { input: '1700000000000', ms: undefined },
  { input: -2.1e14, ms: -2.1e14 },
  { input: -2.2e14, ms: undefined },
  { input: 8.65e15, ms: undefined },
  { input: Number.NaN, ms: undefined },
  { input: null, ms: undefined },
])('[EVENT-3] $input is $ms', ({ input, ms }) => {
  expect(timeOf(input)).toBe(ms)
})

test.for([
  { what: 'five minutes ahead', ts: now + 300_000, suspect: false },
  { what: 'a millisecond more ahead', ts: now + 300_001, suspect: true },
  { what: 'thirty days back', ts: now - arrival.keepMs, suspect: false },
  { what: 'a day ahead', ts: now + 86_400_000, suspect: true },
])('[EVENT-4] a clock $what is suspect: $suspect', ({ ts, suspect }) => {
  const event = decoded({ ...common, ts, type: 'position', lat: 1, lon: 2 })
  expect(event).toMatchObject(suspect ? { ts: now, deviceTs: ts } : { ts, deviceTs: null })
})

test.for([
  { what: 'more than a day ahead', ts: now + 86_400_001, reason: "ts: more than a day ahead of the server's clock" },
  { what: 'ten years ahead', ts: now + 3.2e11, reason: "ts: more than a day ahead of the server's clock" },
  { what: 'of the last year there is', ts: 8.64e15, reason: "ts: more than a day ahead of the server's clock" },
  { what: 'beyond what is kept', ts: now - arrival.keepMs - 1, reason: 'ts: more than 30 days ago, which is not kept' },
])('[EVENT-4] an event $what is refused, and a log line is kept with its arrival', ({ ts, reason }) => {
  expect(reasonOf({ ...common, ts, type: 'position', lat: 1, lon: 2 })).toBe(reason)
  expect(decoded({ ...common, ts, type: 'syslog', message: 'm' })).toMatchObject({ ts: now, deviceTs: ts })
})

test('[EVENT-5] null is absent, and what is not listed is ignored', () => {
  expect(decoded({ ...common, type: 'position', lat: 1, lon: 2, speed_kph: null, mood: 'fine' })).toEqual({
    kind: 'position',
    vehicle: common.vehicle,
    ts: now,
    deviceTs: null,
    lat: 1,
    lon: 2,
    speedKph: null,
    headingDeg: null,
    altitudeM: null,
    hdop: null,
  })
})

test('[EVENT-6] a reason names the field of a position that is out of range', () => {
  expect(reasonOf({ ...common, type: 'position', lat: 91, lon: 0 })).toBe('lat: a number from -90 to 90 is needed')
  expect(reasonOf({ ...common, type: 'position', lat: 1, lon: 2, heading_deg: 361 })).toBe(
    'heading_deg: a number from 0 to 360, or nothing',
  )
})

test('[EVENT-6] signals are numbers and texts; booleans become 0 and 1', () => {
  const signals = {
    'Vehicle.Speed': 50.5,
    'Vehicle.IsMoving': true,
    'Vehicle.Cabin.Door.IsOpen': false,
    'Vehicle.Gear': 'D',
  }
  expect(decoded({ ...common, type: 'telemetry', signals })).toMatchObject({
    signals: [
      ['Vehicle.Speed', 50.5],
      ['Vehicle.IsMoving', 1],
      ['Vehicle.Cabin.Door.IsOpen', 0],
      ['Vehicle.Gear', 'D'],
    ],
  })
})

test('[EVENT-1] an event holds at most 500 signals or 20,000 frames', () => {
  const signals = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`s${i}`, i]))
  expect(reasonOf({ ...common, type: 'telemetry', signals: signals(501) })).toBe(
    'signals: 1 to 500 are needed, 501 came',
  )
  expect(reasonOf({ ...common, type: 'telemetry', signals: signals(500) })).toBe('taken as telemetry')
  const frames = (count: number) => Array.from({ length: count }, () => [0, 1, ''])
  expect(reasonOf({ ...common, type: 'can', bus: 'can0', frames: frames(20_001) })).toContain('frames: 1 to 20000')
  expect(reasonOf({ ...common, type: 'can', bus: 'can0', frames: frames(20_000) })).toBe('taken as can')
})

test.for([
  { what: 'a number', id: 291, dec: 291 },
  { what: 'hexadecimal', id: '123', dec: 0x123 },
  { what: 'hexadecimal with 0x', id: '0x1FFFFFFF', dec: 0x1fffffff },
])('[EVENT-7] an id may be $what', ({ id, dec }) => {
  expect(decoded({ ...common, type: 'can', bus: 'can0', id, data: 'dead' })).toMatchObject({
    bus: 'can0',
    flags: 0,
    frames: [[0, dec, 'dead']],
  })
})

test('[EVENT-7] flags apply to all frames of a batch, and `frames` takes precedence over `id`', () => {
  const frames = [
    [0, 1, 'ab'.repeat(64)],
    [12.5, 2, ''],
  ]
  expect(
    decoded({ ...common, type: 'can', bus: 'can0', fd: true, ext: true, rtr: null, id: 'nonsense', frames }),
  ).toMatchObject({ flags: 3, frames })
})

test.for([
  { what: 'nine bytes of classical CAN', fields: { id: 1, data: '00'.repeat(9) }, reason: 'data: at most 8 bytes' },
  { what: '65 bytes of CAN FD', fields: { id: 1, fd: true, data: '00'.repeat(65) }, reason: 'data: at most 64 bytes' },
  { what: 'half a byte', fields: { id: 1, data: 'abc' }, reason: 'data: ' },
  { what: 'an id of 30 bits', fields: { id: '20000000' }, reason: 'id: ' },
  { what: 'a flag that is no boolean', fields: { id: 1, ext: 1 }, reason: 'ext, fd, rtr: ' },
  {
    what: 'a frame too short, with its place',
    fields: {
      frames: [
        [0, 1, ''],
        [0, 1],
      ],
    },
    reason: 'frames[1]: a frame is',
  },
  { what: 'an offset beyond an hour', fields: { frames: [[3_600_000_001, 1, '']] }, reason: 'frames[0]: dt_us: ' },
  { what: 'no frame', fields: { frames: [] }, reason: 'frames: 1 to 20000' },
])('[EVENT-7] $what is refused', ({ fields, reason }) => {
  expect(reasonOf({ ...common, type: 'can', bus: 'can0', ...fields })).toContain(reason)
})

test('[EVENT-8] an IDS event counts one by default, and its context is bytes', () => {
  expect(decoded({ ...common, type: 'ids.eth', event_id: 0x8001, context: 'c0ffee' })).toMatchObject({
    kind: 'ids.eth',
    eventId: 0x8001,
    idsmInstance: 0,
    sensorInstance: 0,
    count: 1,
    context: Buffer.from('c0ffee', 'hex'),
    detail: null,
  })
})

test('[EVENT-8] a context that is an object is stored in detail', () => {
  expect(
    decoded({ ...common, type: 'ids.can', event_id: 1, detail: { ecu: 'GW' }, context: { pid: 7 } }),
  ).toMatchObject({ context: null, detail: { ecu: 'GW', context: { pid: 7 } } })
})

const nested = (levels: number): unknown => (levels === 0 ? 1 : { a: nested(levels - 1) })

test.for([
  { what: '16 levels', detail: nested(16), taken: true },
  { what: '17 levels', detail: nested(17), taken: false },
  { what: '17 levels of arrays', detail: { a: JSON.parse('['.repeat(16) + ']'.repeat(16)) as unknown }, taken: false },
  { what: '16 KiB', detail: { a: 'x'.repeat(16_376) }, taken: true },
  { what: 'more than 16 KiB', detail: { a: 'x'.repeat(16_377) }, taken: false },
  { what: 'a NUL', detail: { a: 'x\0' }, taken: false },
  { what: 'a NUL in a name', detail: { a: [{ '\0': 1 }] }, taken: false },
  { what: 'half of a surrogate pair', detail: { a: ['\udc00'] }, taken: false },
  { what: 'an emoji, and the words \\u0000', detail: { a: '🚗 \\u0000' }, taken: true },
  { what: 'the name __proto__', detail: JSON.parse('{"__proto__": {"polluted": 1}}') as unknown, taken: true },
  { what: 'an array', detail: [1], taken: false },
])('[EVENT-8] a detail with $what is accepted: $taken', ({ detail, taken }) => {
  expect(decodeEvent({ ...common, type: 'ids.can', event_id: 1, detail }, arrival).ok).toBe(taken)
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
})

test('[EVENT-8] a detail nested a million levels deep is refused without a stack overflow', () => {
  const deep: unknown = JSON.parse(`{"a":${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}}`)
  expect(reasonOf({ ...common, type: 'ids.can', event_id: 1, detail: deep })).toContain('detail: ')
})

test('[EVENT-9] a log line needs only a message', () => {
  expect(decoded({ ...common, type: 'syslog', msg: 'hello' })).toMatchObject({
    facility: 1,
    severity: 5,
    hostname: null,
    appName: null,
    procId: null,
    msgId: null,
    structuredData: null,
    message: 'hello',
  })
  expect(decoded({ ...common, type: 'syslog', message: 'this', msg: 'that', proc_id: 4711 })).toMatchObject({
    message: 'this',
    procId: '4711',
  })
})

test.for([
  { what: 'no message', fields: {}, reason: 'message: ' },
  { what: 'a message with NUL', fields: { message: 'a\0' }, reason: 'message: ' },
  { what: 'a message too long', fields: { message: 'x'.repeat(8193) }, reason: 'message: ' },
  { what: 'facility 24', fields: { message: '', facility: 24 }, reason: 'facility: ' },
  {
    what: 'a name too long',
    fields: { message: '', app_name: 'x'.repeat(256) },
    reason: 'hostname, app_name, proc_id, msg_id: ',
  },
  {
    what: 'a name that is an endless number',
    fields: { message: '', proc_id: Infinity },
    reason: 'hostname, app_name, proc_id, msg_id: ',
  },
  {
    what: 'structured data with a number',
    fields: { message: '', structured_data: { a: { b: 1 } } },
    reason: 'structured_data: ',
  },
  {
    what: 'structured data with an array',
    fields: { message: '', structured_data: { a: ['b'] } },
    reason: 'structured_data: ',
  },
])('[EVENT-9] $what is refused', ({ fields, reason }) => {
  expect(reasonOf({ ...common, type: 'syslog', ...fields })).toContain(reason)
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { EventInput } from './events.contract.ts'
import { arrival, validEvent, validEvents } from './events.fixture.ts'
import { decodeEvent } from './decode-event.ts'
import { timeOf } from './event-time.ts'

/** Decodes an event as if it arrived at its own time: when it may arrive (rule EVENT-4) is not part of its form. */
const decodeAtOnce = (input: { readonly ts?: unknown }) =>
  decodeEvent(input, { ...arrival, receivedAt: timeOf(input.ts) ?? arrival.receivedAt })

test('[EVENT-5] every event of the contract is accepted by both contract and decoder', () => {
  fc.assert(
    fc.property(validEvent, (input) => {
      expect(EventInput.safeParse(input).error).toBeUndefined()
      expect(decodeAtOnce(input)).toMatchObject({ ok: true })
    }),
    { numRuns: 500 },
  )
})

const fields = [
  'type',
  'vehicle',
  'ts',
  'lat',
  'lon',
  'speed_kph',
  'heading_deg',
  'altitude_m',
  'hdop',
  'signals',
  'bus',
  'ext',
  'fd',
  'rtr',
  'frames',
  'id',
  'data',
  'event_id',
  'idsm_instance',
  'sensor_instance',
  'count',
  'context',
  'detail',
  'facility',
  'severity',
  'hostname',
  'app_name',
  'proc_id',
  'msg_id',
  'structured_data',
  'message',
  'msg',
]

const nested = (levels: number): unknown => (levels === 0 ? 1 : { a: nested(levels - 1) })
const edges = [
  -1,
  0,
  0.5,
  1,
  7,
  8,
  23,
  24,
  63,
  64,
  90,
  90.001,
  -90.001,
  180.001,
  360.001,
  1000.001,
  1023,
  1024,
  -1000.001,
  20_000.001,
  0xfffe,
  0xffff,
  65_535,
  65_536,
  0x1fffffff,
  0x20000000,
  -2.1e14,
  -2.100001e14,
  8.64e15,
  8.640001e15,
  1e300,
  true,
  false,
  null,
  '',
  '\0',
  '\ud800',
  'a',
  '0x',
  '0xg',
  'abc',
  '0x20000000',
  '1fffffff',
  '00112233445566778',
  '001122334455667788',
  'x'.repeat(32),
  'x'.repeat(33),
  'x'.repeat(64),
  'x'.repeat(65),
  'x'.repeat(255),
  'x'.repeat(256),
  'x'.repeat(8192),
  'x'.repeat(8193),
  'ab'.repeat(16_384),
  'ab'.repeat(16_385),
  '2026-02-28T00:00:00Z',
  '2026-02-29T00:00:00Z',
  '2024-02-29T00:00:00Z',
  '2024-02-30T00:00:00Z',
  '2026-04-31T00:00:00Z',
  '2026-13-01T00:00:00Z',
  '2026-01-01T24:00:00Z',
  '2026-01-01T23:59:60Z',
  '2026-01-01T23:60:00Z',
  '2026-01-01 00:00:00+24:00',
  '2026-01-01T00:00:00+23:59',
  '2026-01-01T00:00:00-00:60',
  '2026-01-01T00:00Z',
  '2026-01-01T00:00:00',
  '2026-01-01T00:00:00.Z',
  '2026-01-01T00:00:00.1234567890Z',
  '2026-01-01',
  '1900-02-29T00:00:00Z',
  '0000-02-29T00:00:00Z',
  [],
  {},
  { a: 1 },
  { a: 'x' },
  { a: { b: 'x' } },
  { a: { b: 1 } },
  { a: ['x'] },
  { 'a b': 1 },
  { 'Vehicle.Speed': 'x'.repeat(1025) },
  { a: '\0' },
  { a: { '\ud800': 'x' } },
  { a: '\\u0000' },
  nested(16),
  nested(17),
  { a: 'x'.repeat(16_376) },
  { a: 'x'.repeat(16_377) },
  Object.fromEntries(Array.from({ length: 501 }, (_, i) => [`s${i}`, i])),
  [[0, 1, '']],
  [[0, 1]],
  [[0, 1, '', 0]],
  [[-1, 1, '']],
  [[3.6e9, 1, '']],
  [[3.6e9 + 1, 1, '']],
  [[0, 1.5, '']],
  [[0, '1', '']],
  [[0, 1, 'abc']],
  [[0, 1, 'ab'.repeat(9)]],
  [[0, 1, 'ab'.repeat(65)]],
  [[0, 1, null]],
  [null],
] as const

const anyValue = fc.oneof(fc.constantFrom<unknown>(...edges), fc.jsonValue({ maxDepth: 3 }), fc.constant(undefined))
const nearMiss = fc
  .tuple(validEvent, fc.constantFrom(...fields), anyValue)
  .map(([input, field, value]) => ({ ...input, [field]: value }))
  .filter((input) => !JSON.stringify(input).includes('__proto__')) // zod drops keys with this name from records

function isJudgedAlike(input: { readonly ts?: unknown }): boolean {
  return decodeAtOnce(input).ok === EventInput.safeParse(input).success
}

test('[EVENT-5] contract and decoder agree on an event with one changed field', () => {
  fc.assert(
    fc.property(nearMiss, (input) => {
      expect(isJudgedAlike(input)).toBe(true)
    }),
    { numRuns: 2_000 },
  )
})

const kinds = [
  'position',
  'telemetry',
  'CAN frame',
  'CAN batch',
  'CAN FD frame',
  'IDS event',
  'log line',
  'log line by msg',
] as const

test.for(kinds.map((kind, i) => ({ kind, i })))(
  '[EVENT-5] contract and decoder agree on the limits of each field of a $kind',
  ({ i }) => {
    const [input] = fc.sample(validEvents[i]!, { numRuns: 1, seed: 1 })
    const changed = fields.flatMap((field) => edges.map((value) => ({ ...input, [field]: value })))
    expect(changed.filter((one) => !isJudgedAlike(one))).toEqual([])
  },
)

test('[EVENT-5] the contract can be exported for senders', () => {
  const printed = z.toJSONSchema(EventInput, { io: 'input' })
  expect(printed.anyOf).toHaveLength(7)
})

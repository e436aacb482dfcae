import fc from 'fast-check'
import { expect, test } from 'vitest'
import { encodeIdsMessage, parseIdsMessage, parseIdsMessages, type IdsMessage } from './idsm.ts'

function bytesOf(hex: string): Uint8Array {
  return new Uint8Array(Buffer.from(hex.replaceAll(' ', ''), 'hex'))
}

function messageOf(hex: string): IdsMessage {
  const read = parseIdsMessage(bytesOf(hex))
  if (!read.ok) throw new Error(read.reason)
  return read.value.message
}

function reasonOf(hex: string): string {
  const read = parseIdsMessage(bytesOf(hex))
  return read.ok ? `read as ${JSON.stringify(read.value)}` : read.reason
}

const bare: IdsMessage = {
  protocolVersion: 1,
  idsmInstance: 1,
  sensorInstance: 2,
  eventId: 0x8001,
  count: 3,
  timestamp: null,
  context: null,
  signature: null,
}

test('[IDSM-1] an event frame alone is eight bytes: version, flags, instances, event id, count, reserved', () => {
  expect(messageOf('10 0042 8001 0003 00')).toEqual(bare)
})

test('[IDSM-2] the instances share two bytes: ten bits for the manager, six for the sensor', () => {
  expect(messageOf('10 FFC0 0000 0001 00')).toMatchObject({ idsmInstance: 1023, sensorInstance: 0 })
  expect(messageOf('10 003F 0000 0001 00')).toMatchObject({ idsmInstance: 0, sensorInstance: 63 })
})

test('[IDSM-4] a count of zero is kept unchanged', () => {
  expect(messageOf('10 0042 8001 0000 00').count).toBe(0)
})

test.for([
  { source: 'autosar', hex: '0EE6B280 65E1A0C0', ms: 0x65e1a0c0 * 1000 + 250 },
  { source: 'oem', hex: '8EE6B280 65E1A0C0', ms: 0x65e1a0c0 * 1000 + 250 },
  { source: 'autosar', hex: '4EE6B280 65E1A0C0', ms: 0x65e1a0c0 * 1000 + 250 },
])('[IDSM-5] the timestamp $hex is $ms ms by the $source clock, whatever its reserved bit', ({ source, hex, ms }) => {
  expect(messageOf(`12 0042 8001 0003 00 ${hex}`).timestamp).toEqual({ source, ms })
})

test.for([
  { form: 'one byte', hex: '11 0042 8001 0003 00 02 CAFE', version: null },
  { form: 'four bytes', hex: '11 0042 8001 0003 00 80000002 CAFE', version: null },
  { form: 'one byte behind a version', hex: '21 0042 8001 0003 00 0102 02 CAFE', version: 0x0102 },
  { form: 'four bytes behind a version', hex: '21 0042 8001 0003 00 0102 80000002 CAFE', version: 0x0102 },
])('[IDSM-6] a context with a length of $form is read', ({ hex, version }) => {
  expect(messageOf(hex).context).toEqual({ version, data: bytesOf('CAFE') })
})

test('[IDSM-7] timestamp, context and signature follow the frame in this order', () => {
  expect(messageOf('17 0042 8001 0003 00 00000000 00000001 01 AA 0002 BBCC')).toEqual({
    ...bare,
    timestamp: { source: 'autosar', ms: 1000 },
    context: { version: null, data: bytesOf('AA') },
    signature: bytesOf('BBCC'),
  })
})

test.for([
  {
    rule: 'IDSM-1',
    what: 'a truncated frame',
    hex: '10 0042',
    reason: 'byte 0: an event frame takes 8 bytes, 3 remain',
  },
  {
    rule: 'IDSM-1',
    what: 'an unknown version',
    hex: '30 0042 8001 0003 00',
    reason: 'byte 0: protocol version 3, expected 1 or 2',
  },
  {
    rule: 'IDSM-1',
    what: 'a reserved header flag',
    hex: '18 0042 8001 0003 00',
    reason: 'byte 0: reserved header flag 3 is set, expected 0',
  },
  {
    rule: 'IDSM-3',
    what: 'the invalid event id',
    hex: '10 0042 FFFF 0003 00',
    reason: 'byte 3: event id 0xFFFF is invalid, expected 0x0000-0xFFFE',
  },
  {
    rule: 'IDSM-5',
    what: 'a truncated timestamp',
    hex: '12 0042 8001 0003 00 0000',
    reason: 'byte 8: a timestamp takes 8 bytes, 2 remain',
  },
  {
    rule: 'IDSM-5',
    what: 'a full second of nanoseconds',
    hex: '12 0042 8001 0003 00 3B9ACA00 00000001',
    reason: 'byte 8: timestamp has 1000000000 nanoseconds, expected at most 999999999',
  },
  {
    rule: 'IDSM-6',
    what: 'a missing context length',
    hex: '11 0042 8001 0003 00',
    reason: 'byte 8: a context length takes 1 bytes, 0 remain',
  },
  {
    rule: 'IDSM-6',
    what: 'a missing context version',
    hex: '21 0042 8001 0003 00 01',
    reason: 'byte 8: a context version and length takes 3 bytes, 1 remain',
  },
  {
    rule: 'IDSM-6',
    what: 'half a long context length',
    hex: '11 0042 8001 0003 00 8000',
    reason: 'byte 8: a long context length takes 4 bytes, 2 remain',
  },
  {
    rule: 'IDSM-6',
    what: 'a context that is too short',
    hex: '13 0042 8001 0003 00 00000000 00000001 8000012C 0011',
    reason: 'byte 16: context announces 300 bytes, 2 remain',
  },
  {
    rule: 'IDSM-6',
    what: 'a context of 2 GiB',
    hex: '11 0042 8001 0003 00 FFFFFFFF 00',
    reason: 'byte 8: context announces 2147483647 bytes, 1 remain',
  },
  {
    rule: 'IDSM-7',
    what: 'half a signature length',
    hex: '14 0042 8001 0003 00 00',
    reason: 'byte 8: a signature length takes 2 bytes, 1 remain',
  },
  {
    rule: 'IDSM-7',
    what: 'a signature that is too short',
    hex: '14 0042 8001 0003 00 0003 0011',
    reason: 'byte 8: signature announces 3 bytes, 2 remain',
  },
])('[$rule] $what is refused with its byte position', ({ hex, reason }) => {
  expect(reasonOf(hex)).toBe(reason)
})

test('[IDSM-8] a concatenation is read up to the first unreadable message, whose offset is returned', () => {
  const good = '10 0042 8001 0003 00'
  expect(parseIdsMessages(bytesOf(''))).toEqual({ messages: [], reject: null })
  expect(parseIdsMessages(bytesOf(good + good))).toEqual({ messages: [bare, bare], reject: null })
  expect(parseIdsMessages(bytesOf(`${good} 11 0042 8001 0003 00 05 00 ${good}`.slice(0, -20)))).toEqual({
    messages: [bare],
    reject: { offset: 8, reason: 'byte 16: context announces 5 bytes, 1 remain' },
  })
})

test('[IDSM-9] a message does not change when the receive buffer is reused', () => {
  const bytes = bytesOf('15 0042 8001 0003 00 01 AA 0001 BB')
  const read = parseIdsMessage(bytes)
  bytes.fill(0)
  expect(read).toMatchObject({ value: { message: { context: { data: bytesOf('AA') }, signature: bytesOf('BB') } } })
})

test.for<{ what: string; change: Partial<IdsMessage> }>([
  { what: 'an unknown version', change: { protocolVersion: 3 } },
  { what: 'an eleven-bit instance', change: { idsmInstance: 1024 } },
  { what: 'the invalid event id', change: { eventId: 0xffff } },
  { what: 'a fraction of a count', change: { count: 0.5 } },
  { what: 'a time before 1970', change: { timestamp: { source: 'oem', ms: -1 } } },
  { what: 'a context version in protocol 1', change: { context: { version: 1, data: new Uint8Array() } } },
  { what: 'a signature of 64 KiB', change: { signature: new Uint8Array(0x10000) } },
])('[IDSM-10] $what cannot be encoded', ({ change }) => {
  expect(() => encodeIdsMessage({ ...bare, ...change })).toThrow(RangeError)
})

const anyTimestamp = fc.record({
  source: fc.constantFrom('autosar' as const, 'oem' as const),
  // below 2^31 s, so that nanoseconds rounded up to a full second do not overflow the seconds
  ms: fc
    .tuple(fc.integer({ min: 0, max: 0x7fffffff }), fc.integer({ min: 0, max: 999_999_999 }))
    .map(([s, ns]) => s * 1000 + ns / 1_000_000),
})
const anyMessage: fc.Arbitrary<IdsMessage> = fc
  .constantFrom(1, 2)
  .chain((protocolVersion) =>
    fc.record({
      protocolVersion: fc.constant(protocolVersion),
      idsmInstance: fc.integer({ min: 0, max: 1023 }),
      sensorInstance: fc.integer({ min: 0, max: 63 }),
      eventId: fc.integer({ min: 0, max: 0xfffe }),
      count: fc.integer({ min: 0, max: 0xffff }),
      timestamp: fc.option(anyTimestamp),
      context: fc.option(
        fc.record({
          version: protocolVersion === 2 ? fc.integer({ min: 0, max: 0xffff }) : fc.constant(null),
          data: fc.uint8Array({ maxLength: 300, size: 'max' }),
        }),
      ),
      signature: fc.option(fc.uint8Array({ maxLength: 80 })),
    }),
  )

test('[IDSM-11] a message is unchanged after encoding and reading, and the next one begins at its end', () => {
  fc.assert(
    fc.property(anyMessage, fc.uint8Array({ maxLength: 9 }), (message, before) => {
      const encoded = encodeIdsMessage(message)
      const bytes = Uint8Array.from([...before, ...encoded, 0xff])
      expect(parseIdsMessage(bytes, before.length)).toEqual({
        ok: true,
        value: { message, next: before.length + encoded.length },
      })
    }),
  )
})

test('[IDSM-8] a sequence of messages is unchanged after encoding and reading', () => {
  fc.assert(
    fc.property(fc.array(anyMessage), (messages) => {
      expect(parseIdsMessages(Buffer.concat(messages.map(encodeIdsMessage)))).toEqual({ messages, reject: null })
    }),
  )
})

test('[IDSM-1] every proper prefix of a message is refused', () => {
  fc.assert(
    fc.property(anyMessage, fc.nat(), (message, at) => {
      const encoded = encodeIdsMessage(message)
      expect(parseIdsMessage(encoded.subarray(0, at % encoded.length)).ok).toBe(false)
    }),
  )
})

/** Returns bytes that throw on any index beyond their end, to detect a parser that reads outside. */
function guarded(bytes: Uint8Array): Uint8Array {
  return new Proxy(bytes, {
    get(target, key) {
      if (typeof key === 'string' && /^-?\d+$/.test(key) && !(Number(key) in target))
        throw new Error(`read at ${key} of ${target.length}`)
      const value: unknown = Reflect.get(target, key, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

const flippedMessage = fc
  .tuple(anyMessage, fc.array(fc.nat(), { minLength: 1, maxLength: 4 }))
  .map(([message, bits]) => {
    const bytes = encodeIdsMessage(message)
    for (const bit of bits) bytes[(bit >> 3) % bytes.length]! ^= 1 << (bit & 7)
    return bytes
  })

test('[IDSM-1] random and bit-flipped bytes give messages or a reason, and nothing beyond the end is read', () => {
  fc.assert(
    fc.property(fc.oneof(fc.uint8Array({ maxLength: 64 }), flippedMessage), (bytes) => {
      const { messages, reject } = parseIdsMessages(guarded(bytes))
      const end = reject?.offset ?? bytes.length
      expect(end).toBeGreaterThanOrEqual(messages.length * 8)
      expect(end).toBeLessThanOrEqual(bytes.length)
    }),
    { numRuns: 1000 },
  )
})

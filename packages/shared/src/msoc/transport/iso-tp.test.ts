import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createReassembly, readPci, type Reassembled, type Reassembly } from './iso-tp.ts'
import { cutUp, hex, t0 } from './traffic.fixture.ts'

/** Pushes payloads on one channel, one per millisecond, and returns the messages. */
function reassembled(
  payloads: readonly Uint8Array[],
  reassembly: Reassembly = createReassembly(),
  key = 0x700,
  from = t0,
): readonly Reassembled[] {
  return payloads.flatMap((data, i) => {
    const pci = readPci(data)
    return pci ? reassembly.push(key, { key, ts: from + i, data }, pci) : []
  })
}

const counted = (length: number) => Uint8Array.from({ length }, (_, i) => i & 255)

test.for([
  { what: 'a single frame', data: '03 22 F1 90 AA AA AA AA', pci: { kind: 'single', from: 1, length: 3 } },
  { what: 'one without padding', data: '02 3E 00', pci: { kind: 'single', from: 1, length: 2 } },
  { what: 'one longer than its frame', data: '05 22 F1', pci: undefined },
  { what: 'one of no length', data: '00 22 F1 90', pci: undefined },
  {
    what: 'an escaped length with CAN FD',
    data: `00 0A ${'11'.repeat(10)}`,
    pci: { kind: 'single', from: 2, length: 10 },
  },
  { what: 'a short length with more than eight bytes', data: `07 ${'11'.repeat(11)}`, pci: undefined },
])('[TRANSPORT-1] $what', ({ data, pci }) => expect(readPci(hex(data))).toEqual(pci))

test.for([
  { what: 'twelve bits', data: '10 14 49 02 01 57 56 57', pci: { kind: 'first', from: 2, length: 20 } },
  { what: 'what a single frame would hold', data: '10 07 49 02 01 57 56 57', pci: undefined },
  { what: '32 bits', data: '10 00 00 01 00 00 36 01', pci: { kind: 'first', from: 6, length: 65_536 } },
  { what: '32 bits that twelve would do for', data: '10 00 00 00 0F FF 36 01', pci: undefined },
  { what: 'a frame too short to be a first one', data: '10 14 49 02 01 57 56', pci: undefined },
])('[TRANSPORT-2] a first frame of $what', ({ data, pci }) => expect(readPci(hex(data))).toEqual(pci))

test.for([
  ['30 00 00', 'continue'],
  ['31 00 00', 'wait'],
  ['32 00 00', 'overflow'],
])('[TRANSPORT-3] the flow control %s means %s', ([data, status]) => {
  expect(readPci(hex(data!))).toEqual({ kind: 'flow', status })
})

test('[TRANSPORT-3] a reserved status is not a flow control', () => expect(readPci(hex('33 00 00'))).toBeUndefined())

test('[TRANSPORT-1] with an address byte in front, everything is shifted by one byte', () => {
  expect(readPci(hex('F1 03 22 F1 90 AA AA AA'), 1)).toEqual({ kind: 'single', from: 2, length: 3 })
})

test('[TRANSPORT-4] segmented payloads are reassembled', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 4_095 }), (payload) => {
      const [message, ...more] = reassembled(cutUp(payload))
      expect(more).toEqual([])
      expect(message).toMatchObject({ data: payload, length: payload.length, broken: undefined })
    }),
    { numRuns: 60 },
  )
})

test('[TRANSPORT-4] the time of a message is from its first frame to its last', () => {
  expect(reassembled(cutUp(counted(20)))).toMatchObject([{ key: 0x700, ts: t0, endTs: t0 + 2, frames: 3 }])
})

test('[TRANSPORT-4] a missing frame breaks a message, and the following frames are ignored', () => {
  const [first, , ...rest] = cutUp(counted(40))
  const messages = reassembled([first!, ...rest])
  expect(messages).toMatchObject([{ data: counted(6), length: 40, broken: 'sequence number 2 came where 1 was due' }])
})

test('[TRANSPORT-4] a consecutive frame without a first frame is ignored', () =>
  expect(reassembled([hex('21 01 02 03 04 05 06 07')])).toEqual([]))

test('[TRANSPORT-5] a new message breaks the previous one', () => {
  const messages = reassembled([cutUp(counted(40))[0]!, hex('02 3E 00')])
  expect(messages).toMatchObject([
    { broken: 'broken off after 6 of 40 bytes by a new message' },
    { data: hex('3E 00'), broken: undefined },
  ])
})

test('[TRANSPORT-6] a 65th message replaces the one that was idle longest', () => {
  const reassembly = createReassembly()
  const first = cutUp(counted(40))[0]!
  for (let key = 0; key < 64; key++) expect(reassembled([first], reassembly, key)).toEqual([])
  reassembled([cutUp(counted(40))[1]!], reassembly, 0)
  expect(reassembled([first], reassembly, 64)).toMatchObject([
    { key: 1, broken: 'given up: too many messages at once' },
  ])
})

test('[TRANSPORT-2] only the first 64 KiB of a longer message are kept', () => {
  const length = 70_000
  const first = hex('10 00 00 01 11 70 36 01')
  const rest = Array.from({ length: Math.ceil((length - 2) / 7) }, (_, i) =>
    Uint8Array.of(0x20 | ((i + 1) & 15), ...new Uint8Array(7).fill(i & 255)),
  )
  const [message] = reassembled([first, ...rest])
  expect(message).toMatchObject({ length, broken: undefined, frames: 10_001 })
  expect(message!.data).toHaveLength(65_536)
  expect(message!.data.subarray(0, 4)).toEqual(hex('36 01 00 00'))
})

test('[TRANSPORT-7] a second without flow control breaks a message', () => {
  const reassembly = createReassembly()
  reassembled([cutUp(counted(40))[0]!], reassembly)
  expect(reassembly.overdue(t0 + 1_000)).toEqual([])
  expect(reassembly.overdue(t0 + 1_001)).toMatchObject([{ broken: 'no flow control within 1 s, after 6 of 40 bytes' }])
  expect(reassembly.overdue(t0 + 5_000)).toEqual([])
})

test('[TRANSPORT-7] a wait extends the time, and an overflow ends the message', () => {
  const reassembly = createReassembly()
  reassembled([cutUp(counted(40))[0]!], reassembly)
  reassembly.flow(0x700, 'wait', t0 + 900)
  expect(reassembly.overdue(t0 + 1_800)).toEqual([])
  expect(reassembly.flow(0x700, 'overflow', t0 + 1_801)).toMatchObject({
    broken: "the receiver can't take 40 bytes (overflow)",
  })
  expect(reassembly.overdue(t0 + 9_000)).toEqual([])
})

test('[TRANSPORT-7] a clock that is set back ends the message', () => {
  const reassembly = createReassembly()
  reassembled([cutUp(counted(40))[0]!], reassembly)
  expect(reassembly.overdue(t0 - 60_000)).toHaveLength(1)
})

/** Returns true if the data that was read from a frame is within the frame. */
function isWithin(pci: ReturnType<typeof readPci>, data: Uint8Array): boolean {
  if (pci === undefined || pci.kind === 'flow') return true
  return pci.from + (pci.kind === 'single' ? pci.length : 0) <= data.length
}

test('[TRANSPORT-2] any frame is read without an exception, and the result is within the frame', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 64 }), fc.constantFrom<0 | 1>(0, 1), (data, at) => {
      expect(isWithin(readPci(data, at), data)).toBe(true)
    }),
  )
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTransfers, readTransferControl, type Transferred } from './j1939-transfer.ts'
import { describeJ1939, j1939IdOf, readJ1939Id, readJ1939Name } from './j1939.ts'
import { hex, t0 } from './traffic.fixture.ts'

test.for([
  { id: 0x0cf00400, read: { priority: 3, pgn: 0xf004, source: 0, destination: 255 } },
  { id: 0x18eaff03, read: { priority: 6, pgn: 0xea00, source: 3, destination: 255 } },
  { id: 0x18ea00f9, read: { priority: 6, pgn: 0xea00, source: 0xf9, destination: 0 } },
  { id: 0x19fec0ee, read: { priority: 6, pgn: 0x1fec0, source: 0xee, destination: 255 } },
])('[TRANSPORT-16] $id is divided into group $read.pgn of $read.source', ({ id, read }) => {
  expect(readJ1939Id(id)).toEqual(read)
  expect(j1939IdOf(read)).toBe(id)
})

test('[TRANSPORT-16] composing the parts of an id gives the same id', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0x1fffffff }), (id) => {
      expect(j1939IdOf(readJ1939Id(id))).toBe(id)
    }),
  )
})

test('[TRANSPORT-17] a NAME is read from its least significant byte', () => {
  expect(readJ1939Name(hex('39 30 E0 04 0A 82 14 B5'))).toEqual({
    identity: 12345,
    manufacturer: 39,
    ecuInstance: 2,
    functionInstance: 1,
    function: 130,
    vehicleSystem: 10,
    systemInstance: 5,
    industry: 3,
    canChooseAddress: true,
  })
  expect(readJ1939Name(hex('39 30'))).toBeUndefined()
})

const described = (id: number, data: string) => describeJ1939(readJ1939Id(id), hex(data))

test.for([
  { id: 0x18eaff03, data: 'EB FE 00', text: 'Request for component identification (FEEB)', tone: 'plain' },
  { id: 0x18e8ff00, data: '01 FF FF FF FF 00 EF 00', text: 'proprietary A (EF00): refused', tone: 'negative' },
  {
    id: 0x18eeff00,
    data: '39 30 E0 04 00 00 00 10',
    text: 'Claims address 00 engine: function 0, manufacturer 39, identity 12345 (NAME 1000000004E03039)',
    tone: 'plain',
  },
  {
    id: 0x18eefffe,
    data: '39 30 E0 04 00 00 00 10',
    text: 'Cannot claim an address: function 0, manufacturer 39, identity 12345 (NAME 1000000004E03039)',
    tone: 'negative',
  },
  {
    id: 0x18feca00,
    data: '00 FF 6E 00 03 01 FF FF',
    text: 'Active fault codes (DM1): SPN 110 FMI 3 voltage high',
    tone: 'plain',
  },
  { id: 0x18feca00, data: '00 FF 00 00 00 00 FF FF', text: 'Active fault codes (DM1): none', tone: 'plain' },
])('[TRANSPORT-18] "$text"', ({ id, data, text, tone }) => expect(described(id, data)).toEqual({ text, tone }))

test.for([
  ['an ordinary broadcast', 0x0cf00400, 'FF FF FF FF FF FF FF FF'],
  ['a request of another length', 0x18eaff03, 'EB FE 00 FF'],
  ['a claim to one node', 0x18ee0300, '39 30 E0 04 00 00 00 10'],
])('[TRANSPORT-18] %s is ignored', ([, id, data]) => expect(described(id as number, data as string)).toBeUndefined())

test('[TRANSPORT-19] a transfer with contradicting sizes is not read', () => {
  expect(readTransferControl(hex('20 09 00 02 FF CA FE 00'))).toEqual({ kind: 'bam', size: 9, packets: 2, pgn: 0xfeca })
  expect(readTransferControl(hex('20 09 00 03 FF CA FE 00'))).toBeUndefined()
  expect(readTransferControl(hex('20 08 00 02 FF CA FE 00'))).toBeUndefined()
})

const bam = 0x1cecff00
const bamData = 0x1cebff00
const rts = 0x18ecf900
const rtsData = 0x18ebf900
const back = 0x18ec00f9

/** Returns the transfers of frames, one frame per millisecond. */
function transferred(
  frames: readonly (readonly [id: number, data: string])[],
  transfers = createTransfers(),
  from = t0,
): readonly Transferred[] {
  return frames.flatMap(([id, data], i) =>
    transfers.push(readJ1939Id(id), { key: id | 0x20000000, ts: from + i, data: hex(data) }),
  )
}

const announced = [bam, '20 0A 00 02 FF CA FE 00'] as const
const one = '01 04 FF 6E 00 03 01 6F'
const two = '02 00 04 01 FF FF FF FF'

test('[TRANSPORT-19] a broadcast in packets is reassembled', () => {
  expect(transferred([announced, [bamData, one], [bamData, two]])).toMatchObject([
    {
      id: { pgn: 0xfeca, source: 0, destination: 255 },
      data: hex('04 FF 6E 00 03 01 6F 00 04 01'),
      frames: 3,
      ts: t0,
      endTs: t0 + 2,
      broken: undefined,
    },
  ])
})

test('[TRANSPORT-21] a transfer to one node continues as the receiver clears it', () => {
  const messages = transferred([
    [rts, '10 0A 00 02 FF EB FE 00'],
    [back, '11 00 FF FF FF EB FE 00'],
    [back, '11 02 01 FF FF EB FE 00'],
    [rtsData, one],
    [back, '11 02 01 FF FF EB FE 00'],
    [rtsData, one],
    [rtsData, two],
  ])
  expect(messages).toMatchObject([{ id: { pgn: 0xfeeb }, broken: undefined }])
})

test('[TRANSPORT-20] a new transfer breaks the previous one', () => {
  expect(transferred([announced, announced])).toMatchObject([{ broken: 'broken off by a new message after 0 packets' }])
})

test('[TRANSPORT-20] a 65th transfer replaces the one that was idle longest', () => {
  const transfers = createTransfers()
  for (let source = 0; source < 64; source++) expect(transferred([[bam + source, announced[1]]], transfers)).toEqual([])
  expect(transferred([[bam + 64, announced[1]]], transfers)).toMatchObject([
    { id: { source: 0 }, broken: 'given up: too many messages at once' },
  ])
})

test('[TRANSPORT-21] a packet out of sequence breaks a transfer', () => {
  expect(transferred([announced, [bamData, two]])).toMatchObject([
    { data: hex(''), broken: 'packet 2 came where 1 was due' },
  ])
})

test('[TRANSPORT-22] an abort ends a transfer, with its reason', () => {
  expect(
    transferred([
      [rts, '10 0A 00 02 FF EB FE 00'],
      [back, 'FF 01 FF FF FF EB FE 00'],
    ]),
  ).toMatchObject([{ broken: 'aborted: already in a session' }])
})

test('[TRANSPORT-22] 1.25 s without a packet end a transfer', () => {
  const transfers = createTransfers()
  transferred([announced], transfers)
  expect(transfers.overdue(t0 + 1_250)).toEqual([])
  expect(transfers.overdue(t0 + 1_251)).toMatchObject([{ broken: 'nothing for 1.25 s after 0 packets' }])
})

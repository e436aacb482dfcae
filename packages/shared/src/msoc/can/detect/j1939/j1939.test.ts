import { expect, test } from 'vitest'
import type { BusModel } from '../../model.ts'
import { j1939Address } from './address.ts'
import { j1939Request } from './request.ts'
import { j1939Transport } from './transport.ts'
import { blamedBy, facts, signsOf, type TimedFrame } from '../diagnostics.fixture.ts'

const engine = '39 30 E0 04 00 00 00 10'
const brakes = '40 30 E0 04 00 0B 00 10'
const intruder = '01 00 00 00 00 00 00 00'
const eec1 = 0x0cf00400
const claimOf = (source: number) => 0x18eeff00 + source
const upTo = (count: number) => Array.from({ length: count }, (_, i) => i)

/** Returns EEC1 of the engine every 100 ms, mixed with other frames. */
function driving(ms: number, among: readonly TimedFrame[]): TimedFrame[] {
  const cyclic = Array.from({ length: ms / 100 }, (_, i): TimedFrame => [i * 100, eec1, '00 11 22 33 44 55 66 77'])
  return [...cyclic, ...among].toSorted(([a], [b]) => a - b)
}

const seqsOf = (frames: readonly TimedFrame[], wanted: (frame: TimedFrame) => boolean) =>
  frames.flatMap((each, seq) => (wanted(each) ? [seq] : []))

test('[CAN-J1939-1] another NAME for an address in use is contention, and the new node is to blame', () => {
  const bus = driving(20_000, [
    [50, claimOf(0), engine],
    [10_050, claimOf(0), intruder],
    [10_060, claimOf(0), engine],
    [12_050, claimOf(0), intruder],
  ])
  const signs = signsOf(j1939Address, bus)
  expect(signs).toMatchObject([
    { detector: 'j1939-address', key: null, title: 'Address 00 engine claimed by two nodes on can0' },
    {},
  ])
  expect(blamedBy(signs)).toEqual(seqsOf(bus, ([, , data]) => data === intruder))
})

test('[CAN-J1939-2] a new ECU at a silent address is not contention, unless the former one comes back', () => {
  const replaced: TimedFrame[] = [
    [0, claimOf(11), brakes],
    [60_000, claimOf(11), intruder],
    [120_000, claimOf(11), intruder],
  ]
  expect(signsOf(j1939Address, replaced)).toEqual([])
  expect(
    blamedBy(
      signsOf(j1939Address, [
        [0, claimOf(11), brakes],
        [60_000, claimOf(11), intruder],
        [60_100, claimOf(11), brakes],
      ]),
    ),
  ).toEqual([1])
})

test('[CAN-J1939-3] the claims of a vehicle that starts, and starts again, give no sign', () => {
  const start = (at: number) =>
    Array.from({ length: 30 }, (_, i): TimedFrame => [
      at + i * 5,
      claimOf(i),
      `${(i + 16).toString(16)} 30 E0 04 00 00 00 10`,
    ])
  expect(signsOf(j1939Address, [...start(0), ...start(30_000), ...start(60_000)])).toEqual([])
})

test('[CAN-J1939-3] requested claims are answers', () => {
  const requestedClaims = [0, 2_000, 4_000, 6_000].flatMap((at): TimedFrame[] => [
    [at, 0x18eafff9, '00 EE 00'],
    ...Array.from({ length: 30 }, (_, i): TimedFrame => [
      at + 10 + i * 5,
      claimOf(i),
      `${(i + 16).toString(16)} 30 E0 04 00 00 00 10`,
    ]),
  ])
  expect(signsOf(j1939Address, requestedClaims)).toEqual([])
})

test('[CAN-J1939-4] a storm of claims is detected, from one address or from all', () => {
  const ofOne = Array.from({ length: 20 }, (_, i): TimedFrame => [i * 100, claimOf(0x80), engine])
  expect(blamedBy(signsOf(j1939Address, ofOne))).toEqual(upTo(20).slice(1))
  const ofAll = Array.from({ length: 200 }, (_, i): TimedFrame => [i * 10, claimOf(i), intruder])
  expect(blamedBy(signsOf(j1939Address, ofAll))).toEqual(upTo(200))
  expect(signsOf(j1939Address, ofAll)[0]).toMatchObject({ key: null, title: 'Storm of address claims on can0' })
})

test('[CAN-J1939-5] repeated cannot-claim messages are part of a storm', () => {
  expect(
    blamedBy(
      signsOf(
        j1939Address,
        Array.from({ length: 8 }, (_, i): TimedFrame => [i * 500, claimOf(254), engine]),
      ),
    ),
  ).toEqual(upTo(8))
})

test('[CAN-J1939-6] twenty requests of a node within a second are an overload, and all are blamed', () => {
  const flood = Array.from({ length: 100 }, (_, i): TimedFrame => [i * 20, 0x18ea00f9, 'EB FE 00'])
  const signs = signsOf(j1939Request, flood)
  expect(signs[0]).toMatchObject({ detector: 'j1939-request', title: 'J1939 request overload from F9 tester on can0' })
  expect(blamedBy(signs)).toEqual(upTo(100))
})

test('[CAN-J1939-6] forty requests to one node, from any sources, are an overload too', () => {
  expect(
    blamedBy(
      signsOf(
        j1939Request,
        Array.from({ length: 100 }, (_, i): TimedFrame => [i * 10, 0x18ea0000 + i, 'EB FE 00']),
      ),
    ),
  ).toEqual(upTo(100))
})

test('[CAN-J1939-7] ten requests a second from a service tool are not an overload', () => {
  expect(
    signsOf(
      j1939Request,
      Array.from({ length: 600 }, (_, i): TimedFrame => [i * 100, 0x18ea00f9, 'EB FE 00']),
    ),
  ).toEqual([])
})

test('[CAN-J1939-13] a cyclic message of the profile is neither a request nor a claim', () => {
  const knownAt = (cycle: number) => ({ model: { cycle: Float64Array.of(cycle) } as unknown as BusModel })
  const cyclic = Array.from({ length: 400 }, (_, i): TimedFrame => [i * 20, 0x0cea1234, 'EB FE 00'])
  expect(signsOf(j1939Request, cyclic, knownAt(20))).toEqual([])
  expect(signsOf(j1939Request, cyclic, knownAt(5_000))).not.toEqual([])
  expect(
    signsOf(
      j1939Address,
      cyclic.map(([at]): TimedFrame => [at, claimOf(0x34), engine]),
      knownAt(20),
    ),
  ).toEqual([])
})

const bam = '20 0A 00 02 FF CA FE 00'
const rts = '10 0A 00 02 FF EB FE 00'

test('[CAN-J1939-8] announcements without data are abuse, from the fifth on', () => {
  const announced = Array.from({ length: 10 }, (_, i): TimedFrame => [i * 200, 0x1cecff00, bam])
  const signs = signsOf(j1939Transport, announced)
  expect(signs[0]).toMatchObject({ detector: 'j1939-transport', severity: 'medium', key: null })
  expect(blamedBy(signs)).toEqual(upTo(9))
  const many = Array.from({ length: 40 }, (_, i): TimedFrame => [i * 100, 0x18ec0000 + i, rts])
  expect(blamedBy(signsOf(j1939Transport, many)).length).toBeGreaterThan(20)
})

test('[CAN-J1939-9] transfers that lose a packet, and a tool that tries three times, are not abuse', () => {
  const lossy = Array.from({ length: 100 }, (_, i): TimedFrame[] => [
    [i * 100, 0x1cecff00, bam],
    [i * 100 + 10, 0x1cebff00, '01 04 FF 6E 00 03 01 6F'],
  ]).flat()
  expect(signsOf(j1939Transport, lossy)).toEqual([])
  expect(
    signsOf(
      j1939Transport,
      [0, 1_300, 2_600].map((at): TimedFrame => [at, 0x18ec00f9, rts]),
    ),
  ).toEqual([])
})

test.for([
  { what: 'sizes beyond the protocol', data: '20 FF FF FF FF CA FE 00' },
  { what: 'clear to send without an announcement', data: '11 FF 01 FF FF CA FE 00' },
])('[CAN-J1939-10] $what is abuse', ({ data }) => {
  expect(
    blamedBy(
      signsOf(
        j1939Transport,
        Array.from({ length: 8 }, (_, i): TimedFrame => [i * 100, 0x1cec00f9, data]),
      ),
    ),
  ).toEqual(upTo(8))
})

test('[CAN-J1939-11] clear to send for packets that were not offered, and endless pauses, are abuse', () => {
  const open: TimedFrame = [0, 0x18ecf900, rts]
  const beyond = Array.from({ length: 6 }, (_, i): TimedFrame => [10 + i * 10, 0x18ec00f9, '11 09 01 FF FF EB FE 00'])
  expect(blamedBy(signsOf(j1939Transport, [open, ...beyond]))).toEqual([1, 2, 3, 4, 5, 6])
  const pauses = Array.from({ length: 20 }, (_, i): TimedFrame => [10 + i * 100, 0x18ec00f9, '11 00 FF FF FF EB FE 00'])
  expect(blamedBy(signsOf(j1939Transport, [open, ...pauses])).length).toBe(11)
})

test('[CAN-J1939-12] the number of remembered transfers is limited', () => {
  const memory = j1939Transport.start(facts)
  signsOf(
    { ...j1939Transport, start: () => memory },
    Array.from({ length: 200 }, (_, i): TimedFrame => [i, 0x18ec0000 + i, rts]),
  )
  expect(memory.sessions.size).toBe(64)
  expect(memory.abuses.length).toBeLessThanOrEqual(64)
})

test.for([
  { what: 'a winning NAME', name: '01 00 20 00 00 00 00 00', after: 10_050 },
  { what: 'an impossible NAME', name: '00 00 00 00 00 00 00 00', after: 10_050 },
  { what: 'an impossible NAME, soon after the watch began', name: '39 30 E0 04 00 00 01 10', after: 1_050 },
])('[CAN-J1939-14] a claim with $what against a unit that sends is reported, its claim unseen', ({ name, after }) => {
  const bus = driving(30_000, [
    [after, claimOf(0), name],
    [after + 20, claimOf(0), engine],
  ])
  const signs = signsOf(j1939Address, bus)
  expect(signs).toMatchObject([{ title: 'Address 00 engine claimed while its unit sends on can0', severity: 'high' }])
  expect(blamedBy(signs)).toEqual(seqsOf(bus, ([, , data]) => data === name))
})

test('[CAN-J1939-14] a unit that claims on request, after a pause, or when it starts, is in order', () => {
  const requested = driving(30_000, [
    [10_040, 0x18eafff9, '00 EE 00'],
    [10_050, claimOf(0), engine],
    [15_050, claimOf(0), engine],
  ])
  expect(signsOf(j1939Address, requested)).toEqual([])
  const restarted = driving(30_000, [[12_050, claimOf(0), engine]]).filter(([at]) => at < 10_000 || at > 12_000)
  expect(signsOf(j1939Address, restarted)).toEqual([])
})

test('[CAN-J1939-15] units that defend their addresses, or lose them, are not blamed', () => {
  const winning = '01 00 20 00 00 00 00 00'
  const bus = driving(20_000, [
    [50, claimOf(0), engine],
    ...Array.from({ length: 12 }, (_, n): TimedFrame[] => [
      [10_050 + n * 300, claimOf(0), winning],
      [10_060 + n * 300, n % 2 === 0 ? claimOf(0) : claimOf(254), engine],
    ]).flat(),
  ])
  expect(blamedBy(signsOf(j1939Address, bus))).toEqual(seqsOf(bus, ([, , data]) => data === winning))
})

test.for([
  { what: 'more packets than the message has', data: '11 03 01 FF FF EB FE 00', times: 1 },
  { what: 'a packet that does not exist', data: '11 01 09 FF FF EB FE 00', times: 1 },
  { what: 'the same packets again and again', data: '11 02 01 FF FF EB FE 00', times: 6 },
])('[CAN-J1939-16] a clear to send for $what is enough to be reported', ({ data, times }) => {
  const open: TimedFrame = [0, 0x18ecf900, rts]
  const clear = Array.from({ length: times }, (_, i): TimedFrame => [10 + i * 60, 0x18ec00f9, data])
  const signs = signsOf(j1939Transport, [open, ...clear])
  expect(signs[0]).toMatchObject({ detector: 'j1939-transport' })
  expect(blamedBy(signs).every((seq) => seq > 0)).toBe(true)
})

test('[CAN-J1939-16] a receiver that asks again for packets, and a sender that states no limit, are in order', () => {
  const open: TimedFrame = [0, 0x18ecf900, '10 0A 00 02 00 EB FE 00']
  const again = Array.from({ length: 3 }, (_, i): TimedFrame[] => [
    [10 + i * 200, 0x18ec00f9, '11 02 01 FF FF EB FE 00'],
    [20 + i * 200, 0x18ebf900, '01 41 42 43 44 45 46 47'],
  ]).flat()
  expect(signsOf(j1939Transport, [open, ...again, [700, 0x18ec00f9, '13 0A 00 02 FF EB FE 00']])).toEqual([])
})

test('[CAN-J1939-17] transfers announced by a hundred sources are an abuse, and their receiver is not to blame', () => {
  const announcements = Array.from({ length: 100 }, (_, i): TimedFrame => [i * 10, 0x18ec0000 + i, rts])
  const packets = announcements.map(([at], i): TimedFrame => [at + 2, 0x18eb0000 + i, '01 41 42 43 44 45 46 47'])
  const answers = announcements.map(([at], i): TimedFrame => [
    at + 1_001,
    0x18ec0000 + i * 0x100,
    '11 02 01 FF FF EB FE 00',
  ])
  const bus = [...announcements, ...packets, ...answers].toSorted(([a], [b]) => a - b)
  const blamed = blamedBy(signsOf(j1939Transport, bus))
  expect(blamed.length).toBeGreaterThan(30)
  expect(blamed.every((seq) => bus[seq]![2] === rts)).toBe(true)
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AnyBusDetector } from './bus-detector.ts'
import {
  blamedBy,
  facts,
  framed,
  nonsense,
  requests,
  signsOf,
  workshopVisit,
  type TimedFrame,
} from './diagnostics.fixture.ts'
import { j1939Address } from './j1939/address.ts'
import { j1939Request } from './j1939/request.ts'
import { j1939Transport } from './j1939/transport.ts'
import { udsFlood } from './uds-flood.ts'
import { udsMoving } from './uds-moving.ts'
import { udsScan } from './uds-scan.ts'
import { udsSecurity } from './uds-security.ts'

const detectors: readonly AnyBusDetector[] = [udsScan, udsSecurity, udsFlood, udsMoving]
const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0')
/** A linear congruential generator of integers below the given limit. */
function randomOf(seed: number): (below: number) => number {
  let state = seed >>> 0
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 0x1_0000_0000) * below)
  }
}

const upTo = (count: number) => Array.from({ length: count }, (_, i) => i)

test.for(detectors)('[CAN-UDS-14] a workshop visit gives no sign of $name', (detector) => {
  const visit = workshopVisit()
  expect(visit.length).toBeGreaterThan(5_000)
  expect(signsOf(detector, visit, { isMoving: false })).toEqual([])
})

test.for([...detectors, j1939Address, j1939Request, j1939Transport] as const)(
  '[CAN-UDS-14] for any frames, $name blames only frames that were on the bus, and no frame twice in a sign',
  (detector: AnyBusDetector) => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const frames = nonsense(600, randomOf(seed))
        for (const { blamed } of signsOf(detector, frames, { isMoving: true })) {
          expect(new Set(blamed).size).toBe(blamed.length)
          expect(blamed.every((seq) => seq >= 0 && seq < frames.length)).toBe(true)
        }
      }),
      { numRuns: 40 },
    )
  },
)

test('[CAN-UDS-2] requests of one service after another are a scan, and all are blamed', () => {
  const signs = signsOf(
    udsScan,
    requests(47, 50, (i) => hex(0x10 + i, 2)),
  )
  expect(signs[0]).toMatchObject({
    detector: 'uds-scan',
    key: 0x7e0,
    title: 'Scan of UDS services of 0x7E0 on can0',
    severity: 'high',
    tactics: ['TA0007'],
  })
  expect(blamedBy(signs)).toEqual(upTo(47))
})

test('[CAN-UDS-1] any payload from a tester is a request', () => {
  expect(
    blamedBy(
      signsOf(
        udsScan,
        requests(256, 20, (i) => `${hex(i, 2)} 00`),
      ),
    ),
  ).toEqual(upTo(256))
  expect(
    blamedBy(
      signsOf(
        udsScan,
        requests(256, 20, (i) => `${hex(i, 2)} 00`, 0x18da10f1),
      ),
    ),
  ).toEqual(upTo(256))
})

test('[CAN-UDS-2] services of the standard that are refused as unknown count too', () => {
  const sids = [0x11, 0x14, 0x23, 0x24, 0x28, 0x2a, 0x2c]
  const scan = sids.flatMap((sid, i): TimedFrame[] => [
    [i * 100, 0x7e0, framed(`${hex(sid, 2)} 01`)],
    [i * 100 + 10, 0x7e8, framed(`7F ${hex(sid, 2)} 11`)],
  ])
  expect(blamedBy(signsOf(udsScan, scan))).toEqual([0, 2, 4, 6, 8, 10, 12])
})

test.for([
  { what: 'without answers', refusal: '' },
  { what: 'refused as out of range', refusal: '7F 22 31' },
])('[CAN-UDS-3] requests of one identifier after another $what are a scan', ({ refusal }) => {
  const scan = requests(40, 100, (i) => `22 ${hex(0x0200 + i, 4)}`).flatMap((request): TimedFrame[] => [
    request,
    ...(refusal ? [[request[0] + 10, 0x7e8, framed(refusal)] as const] : []),
  ])
  const requestSeqs = scan.flatMap(([, id], seq) => (id === 0x7e0 ? [seq] : []))
  expect(blamedBy(signsOf(udsScan, scan))).toEqual(requestSeqs)
})

test('[CAN-UDS-3] as many identifiers that all have a value are not a scan', () => {
  const read = requests(200, 20, (i) => `22 ${hex(0x0200 + i, 4)}`).flatMap((request, i): TimedFrame[] => [
    request,
    [request[0] + 5, 0x7e8, framed(`62 ${hex(0x0200 + i, 4)} 11`)],
  ])
  expect(signsOf(udsScan, read)).toEqual([])
})

test('[CAN-UDS-3] an answer in several frames counts as an answer', () => {
  const read = requests(200, 20, (i) => `22 ${hex(0x0200 + i, 4)}`).flatMap((request, i): TimedFrame[] => [
    request,
    [request[0] + 5, 0x7e8, `10 14 62 ${hex(0x0200 + i, 4)} 11 22 33`],
  ])
  expect(signsOf(udsScan, read)).toEqual([])
})

test('[CAN-UDS-3] requests of one security level after another are a scan too', () => {
  expect(
    signsOf(
      udsScan,
      requests(30, 100, (i) => `27 ${hex(2 * i + 1, 2)}`),
    )[0],
  ).toMatchObject({ title: 'Scan of UDS subfunctions of 0x7E0 on can0' })
})

test.for([
  { what: '11-bit ids', scan: Array.from({ length: 256 }, (_, i): TimedFrame => [i * 20, 0x700 + i, framed('10 01')]) },
  {
    what: '29-bit addresses',
    scan: Array.from({ length: 256 }, (_, i): TimedFrame => [i * 20, 0x18da00f1 + i * 0x100, framed('22 F1 90')]),
  },
])('[CAN-UDS-4] a search for ECUs on $what is a scan of the bus', ({ scan }) => {
  const signs = signsOf(udsScan, scan)
  expect(signs[0]).toMatchObject({ key: null, title: 'Scan for ECUs on can0' })
  expect(blamedBy(signs).length).toBeGreaterThanOrEqual(scan.length - 10)
})

test('[CAN-UDS-4] later requests are not blamed for a scan that has ended', () => {
  const scan = requests(30, 50, (i) => hex(0x10 + i, 2))
  const later = requests(5, 2_000, () => '3E 00').map(([after, id, data]): TimedFrame => [after + 100_000, id, data])
  expect(blamedBy(signsOf(udsScan, [...scan, ...later]))).toEqual(upTo(30))
})

test.for([
  { session: '03', severity: 'medium' },
  { session: '02', severity: 'high' },
  { session: '82', severity: 'high' },
])('[CAN-UDS-5] session $session while moving has severity $severity', ({ session, severity }) => {
  const frames: TimedFrame[] = [
    [0, 0x7e0, framed(`10 ${session}`)],
    [100, 0x7e8, framed(`50 ${session}`)],
  ]
  expect(signsOf(udsMoving, frames, { isMoving: true })).toMatchObject([
    { detector: 'uds-moving', severity, blamed: [0] },
  ])
  expect(signsOf(udsMoving, frames, { isMoving: false })).toEqual([])
  expect(signsOf(udsMoving, frames)).toEqual([])
})

test('[CAN-UDS-6] the default session is always allowed', () =>
  expect(signsOf(udsMoving, [[0, 0x7e0, framed('10 01')]], { isMoving: true })).toEqual([]))

/** Returns attempts of a seed, a key and an answer each, one every `stepMs`. */
function guesses(count: number, stepMs: number, answer: string): TimedFrame[] {
  return Array.from({ length: count }, (_, i): TimedFrame[] => [
    [i * stepMs, 0x7e0, framed('27 01')],
    [i * stepMs + 10, 0x7e8, framed('67 01 12 34')],
    [i * stepMs + 20, 0x7e0, framed(`27 02 ${hex(i, 4)}`)],
    [i * stepMs + 30, 0x7e8, framed(answer)],
  ]).flat()
}

test('[CAN-UDS-7] three refused keys are a brute force, and all its attempts are blamed', () => {
  const signs = signsOf(udsSecurity, guesses(6, 10_000, '7F 27 35'))
  expect(signs[0]).toMatchObject({ detector: 'uds-security', key: 0x7e0, severity: 'critical', tactics: ['TA0006'] })
  expect(blamedBy(signs)).toEqual([0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22])
})

test('[CAN-UDS-8] eight attempts within a minute without success are a brute force too', () => {
  expect(
    blamedBy(
      signsOf(
        udsSecurity,
        requests(12, 1_000, () => '27 01'),
      ),
    ),
  ).toEqual(upTo(12))
  expect(
    signsOf(
      udsSecurity,
      requests(12, 20_000, () => '27 01'),
    ),
  ).toEqual([])
})

test('[CAN-UDS-9] a success, or an ECU that is already unlocked, resets the count', () => {
  expect(signsOf(udsSecurity, guesses(30, 1_000, '67 02'))).toEqual([])
  const unlocked = requests(30, 500, () => '27 01').flatMap((request): TimedFrame[] => [
    request,
    [request[0] + 5, 0x7e8, framed('67 01 00 00')],
  ])
  expect(signsOf(udsSecurity, unlocked)).toEqual([])
})

test('[CAN-UDS-10] other refusals do not count as wrong keys', () =>
  expect(signsOf(udsSecurity, guesses(6, 30_000, '7F 27 22'))).toEqual([]))

test('[CAN-UDS-11] memory is bounded, however many ECUs are attacked', () => {
  const memory = udsSecurity.start(facts)
  const many = Array.from({ length: 200 }, (_, i): TimedFrame => [i, 0x18da00f1 + i * 0x100, framed('27 01')])
  signsOf({ ...udsSecurity, start: () => memory }, many)
  expect(memory.size).toBe(16)
})

test('[CAN-UDS-12] ten tester-present requests a second are a flood', () => {
  const signs = signsOf(
    udsFlood,
    requests(40, 20, () => '3E 80', 0x7df),
  )
  expect(signs[0]).toMatchObject({ detector: 'uds-flood', title: 'Tester-present flood to 0x7DF on can0' })
  expect(blamedBy(signs)).toEqual(upTo(40))
  expect(
    signsOf(
      udsFlood,
      requests(100, 125, () => '3E 80', 0x7df),
    ),
  ).toEqual([])
})

test('[CAN-UDS-13] data may be polled fast', () =>
  expect(
    signsOf(
      udsFlood,
      requests(400, 10, () => '22 02 01'),
    ),
  ).toEqual([]))

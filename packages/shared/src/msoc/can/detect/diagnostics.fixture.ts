import { frameOf, t0 } from '../../transport/traffic.fixture.ts'
import { keyOf } from '../frame.ts'
import type { BusDetector, BusFacts, Sign } from './bus-detector.ts'

/** Time in ms after the beginning, arbitration id, payload. */
export type TimedFrame = readonly [after: number, id: number, data: string]

export const facts: BusFacts = {
  vin: 'WVWZZZ1KZAW123456',
  bus: 'can0',
  profile: undefined,
  model: undefined,
  isMoving: undefined,
}

/** Returns the signs of a detector over frames whose seqs are their indexes. */
export function signsOf<Memory>(
  detector: BusDetector<Memory>,
  frames: readonly TimedFrame[],
  known: Partial<BusFacts> = {},
): Sign[] {
  const signs: Sign[] = []
  const seen = { ...facts, ...known }
  const memory = detector.start(seen)
  for (const [seq, [after, id, data]] of frames.entries()) {
    const frame = frameOf(id, data, t0 + after)
    detector.step(
      memory,
      { ...frame, seq, index: seen.model ? 0 : -1, isMisshapen: false, key: keyOf(id, id > 0x7ff) },
      seen,
      (sign) => signs.push(sign),
    )
  }
  return signs
}

/** Returns every blamed frame once, in order. */
export const blamedBy = (signs: readonly Sign[]): number[] =>
  [...new Set(signs.flatMap(({ blamed }) => blamed))].toSorted((a, b) => a - b)

const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0')

/** Returns one request every `stepMs`, all with the same id. */
export function requests(count: number, stepMs: number, payload: (i: number) => string, id = 0x7e0): TimedFrame[] {
  return Array.from({ length: count }, (_, i) => [i * stepMs, id, framed(payload(i))])
}

/** Returns a payload as a single frame of eight bytes. */
export function framed(payload: string): string {
  const data = payload.replaceAll(' ', '')
  return (hex(data.length / 2, 2) + data).padEnd(16, '0')
}

/**
 * Returns the frames of a tester at work for twenty minutes: finds the ECUs, reads identification and fault codes of
 * twelve ECUs (a third of the identifiers unknown to them), polls live data, unlocks one ECU after a mistyped key, runs
 * a routine, clears fault codes, and sends tester present every 2 s.
 */
export function workshopVisit(): TimedFrame[] {
  const frames: TimedFrame[] = []
  let at = 0
  const exchange = (
    id: number,
    payload: string,
    answer: string,
    answerId = id < 0x800 ? id + 8 : (id & 0x1fff0000) | ((id & 0xff) << 8) | ((id >> 8) & 0xff),
  ) => {
    frames.push([at, id, framed(payload)])
    if (answer) frames.push([at + 20, answerId, framed(answer)])
    at += 60
  }
  exchange(0x7df, '01 00', '41 00 BE 3F A8 13', 0x7e8)
  for (const sid of ['03', '07', '0A']) exchange(0x7df, sid, `4${sid[1]} 00`, 0x7e8)
  for (let ecu = 0; ecu < 12; ecu++) {
    const id = ecu < 8 ? 0x7e0 + ecu : 0x18da00f1 + ecu * 0x1000
    exchange(id, '10 03', '50 03 00 32 01 F4')
    for (let did = 0xf180; did < 0xf1a0; did++)
      exchange(id, `22 ${hex(did, 4)}`, did % 3 === 0 ? '7F 22 31' : `62 ${hex(did, 4)} 41 42`)
    for (let did = 0x0100; did < 0x0114; did++)
      exchange(id, `22 ${hex(did, 4)}`, did % 3 === 0 ? '7F 22 31' : `62 ${hex(did, 4)} 41 42`)
    exchange(id, '19 02 FF', '59 02 FF')
    exchange(id, '1A 80', '7F 1A 11')
    exchange(id, '3E 00', '7E 00')
  }
  const seed = () => exchange(0x7e0, '27 01', '67 01 12 34')
  seed()
  exchange(0x7e0, '27 02 00 00', '7F 27 35')
  seed()
  exchange(0x7e0, '27 02 56 78', '67 02')
  exchange(0x7e0, '31 01 02 03', '71 01 02 03')
  exchange(0x7e0, '14 FF FF FF', '54')
  for (let i = 0; i < 2_000; i++) exchange(0x7e0, `22 02 0${i % 8}`, `62 02 0${i % 8} 11`)
  const until = at + 900_000
  for (; at < until; at += 1_940) exchange(0x7e0, '3E 00', '7E 00')
  return frames
}

const ids = [
  0x7df, 0x7e0, 0x7e8, 0x712, 0x18da10f1, 0x18daf110, 0x18db33f1, 0x18ea00f9, 0x18eeff00, 0x1cecff00, 0x1cebff00,
  0x18ec00f9,
]

/**
 * Returns random frames that look like diagnostics and like J1939; the clock jumps. `below` returns integers below its
 * argument.
 */
export function nonsense(count: number, below: (limit: number) => number): TimedFrame[] {
  let at = 0
  return Array.from({ length: count }, () => {
    const id = ids[below(ids.length)]!
    const bytes = Array.from({ length: below(9) }, (_, i) => (i === 0 ? below(64) : below(256)))
    at += below(50) - (below(500) === 0 ? 100_000 : 0)
    return [at, id > 0x7ff && below(3) === 0 ? id ^ below(0x10000) : id, bytes.map((byte) => hex(byte, 2)).join('')]
  })
}

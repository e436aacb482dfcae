import { canFlags } from '@carapace/shared/msoc/can/frame'
import type { Chance } from './chance.ts'
import type { LabelledFrame } from './labelled.ts'

/** A tester's requests and an ECU's responses: payloads of ISO-TP frames, alternating. */
type Exchange = readonly (readonly number[])[]

const vin: Exchange = [
  [3, 0x22, 0xf1, 0x90],
  [0x10, 20, 0x62, 0xf1, 0x90, 0x57, 0x30, 0x4c],
  [0x30, 0, 10],
  [0x21, 1, 2, 3, 4, 5, 6, 7],
  [],
  [0x22, 8, 9, 10, 11, 12, 13, 14],
]
const session: Exchange = [
  [2, 0x10, 0x03],
  [6, 0x50, 0x03, 0, 0x32, 1, 0xf4],
]
const unlock: Exchange = [
  [2, 0x27, 0x01],
  [6, 0x67, 0x01, 0x11, 0x22, 0x33, 0x44],
  [6, 0x27, 0x02, 0xa1, 0xb2, 0xc3, 0xd4],
  [2, 0x67, 0x02],
]
const present: Exchange = [
  [2, 0x3e, 0x00],
  [2, 0x7e, 0x00],
]
const codes: Exchange = [
  [3, 0x19, 0x02, 0xff],
  [7, 0x59, 0x02, 0xff, 0x01, 0x23, 0x45, 0x2f],
]
const clear: Exchange = [
  [4, 0x14, 0xff, 0xff, 0xff],
  [1, 0x54],
]
const identifiers = [0xf187, 0xf18a, 0xf18c, 0xf191, 0xf193, 0xf195, 0x0100, 0x0203, 0x1001, 0x1002, 0x2010] as const
const parameters = [0x04, 0x05, 0x0c, 0x0d, 0x0f, 0x11, 0x2f, 0x42] as const

const read = (did: number, chance: Chance): Exchange => [
  [3, 0x22, did >> 8, did & 0xff],
  chance.happens(0.1) ? [3, 0x7f, 0x22, 0x31] : [5, 0x62, did >> 8, did & 0xff, chance.below(256), chance.below(256)],
]

const parameter = (pid: number, chance: Chance): Exchange => [
  [2, 0x01, pid],
  [4, 0x41, pid, chance.below(256), chance.below(256)],
]

/**
 * A workshop's tester at its usual pace: it opens a session, reads some identifiers and the trouble codes, and ends.
 */
function workshop(chance: Chance): readonly Exchange[] {
  const reads = Array.from({ length: 10 + chance.below(40) }, () => read(chance.pick(identifiers), chance))
  const work = reads.flatMap((exchange, i) => (i % 10 === 9 ? [exchange, present] : [exchange]))
  return [
    session,
    vin,
    codes,
    ...(chance.happens(0.3) ? [unlock] : []),
    ...work,
    ...(chance.happens(0.5) ? [clear, codes] : []),
  ]
}

/** A driver's dongle that requests the same few parameters (SAE J1979) repeatedly. */
function dongle(chance: Chance): readonly Exchange[] {
  const requested = [chance.pick(parameters), chance.pick(parameters), chance.pick(parameters)]
  return Array.from({ length: 60 + chance.below(300) }, (_, i) => parameter(requested[i % 3]!, chance))
}

/** All frames of one visit that begins at `ms`, oldest first. */
export function diagnosticVisit(
  ms: number,
  bus: string,
  isExtended: boolean,
  chance: Chance,
): readonly LabelledFrame[] {
  const isWorkshop = chance.happens(0.5)
  const exchanges = isWorkshop ? workshop(chance) : dongle(chance)
  const ecu = chance.below(4)
  const pauseMs = chance.between(80, 400)
  let at = ms
  return exchanges.flatMap((exchange) => {
    at += pauseMs * chance.between(0.8, 1.2)
    return exchange.flatMap((payload, i) => {
      at += chance.between(2, 15)
      return payload.length === 0 ? [] : [diagnosticFrame(at, payload, i % 2 === 0)]
    })
  })

  function diagnosticFrame(ts: number, payload: readonly number[], isRequest: boolean): LabelledFrame {
    const short = isRequest ? (isWorkshop ? 0x7e0 + ecu : 0x7df) : 0x7e8 + ecu
    const long = isRequest ? (isWorkshop ? 0x18da00f1 | ((0x10 + ecu) << 8) : 0x18db33f1) : 0x18daf110 + ecu
    const data = Uint8Array.from({ length: 8 }, (_, i) => payload[i] ?? 0x55)
    return {
      ts,
      bus,
      id: isExtended ? long : short,
      flags: isExtended ? canFlags.ext : 0,
      dlc: 8,
      data,
      truth: 'genuine',
    }
  }
}

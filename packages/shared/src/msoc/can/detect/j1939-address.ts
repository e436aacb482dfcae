import { addressText, pgn } from '../../transport/j1939-names.ts'
import { pgnAt } from '../../transport/j1939.ts'
import { hexOf } from '../frame.ts'
import { protocolFamily } from './attack-family.ts'
import type { BusDetector, BusFacts, BusFrame, Sign } from './bus-detector.ts'
import { isOrdinary, j1939Sign, readGroup } from './j1939-frames.ts'

/** An ECU that restarts is silent for longer before it claims its address anew (rule CAN-J1939-2). */
const silentMs = 1_000
/** A request for claims is answered by everybody, within 250 ms (J1939-81 4.4.2); twice that, for a busy bus. */
const answerMs = 500
/**
 * Within ten seconds and unasked: claims of nodes that were speaking or claimed before; and of nodes that start, of
 * which a bus has some thirty.
 */
const stormMs = 10_000
const stormClaims = 6
const stormStarts = 60
const claimsKept = 96
const addresses = 256
const cannotClaim = 254

interface Claim {
  readonly source: number
  readonly seq: number
  readonly ts: number
  /** The first one of a node that had not spoken. */
  readonly isStart: boolean
}

interface Memory {
  /** When each address last said anything but a claim; -Infinity: never. */
  readonly lastSentAt: Float64Array
  /** Who holds an address: its NAME, and the last claim with it. */
  readonly holders: Map<number, { readonly name: string; readonly ts: number }>
  /** Who took an address over without being challenged, and with which claims. */
  readonly taken: Map<number, { readonly from: string; readonly seqs: number[]; readonly ts: number }>
  requestedAt: number
  /** Claims that nobody asked for. */
  claims: Claim[]
  stormUntil: number
}

/** Two nodes that want one address, or a storm of claims (SAE J1939-81 4.2); rules CAN-J1939-1 to CAN-J1939-5. */
export const j1939Address: BusDetector<Memory> = {
  name: 'j1939-address',
  family: protocolFamily,
  start: () => ({
    lastSentAt: new Float64Array(addresses).fill(-Infinity),
    holders: new Map(),
    taken: new Map(),
    requestedAt: -Infinity,
    claims: [],
    stormUntil: -Infinity,
  }),
  step(memory, frame, facts, emit) {
    if (frame.key < 0x20000000) return
    const claim = readGroup(frame, pgn.addressClaim)
    if (!claim || claim.destination !== 255 || frame.data.length !== 8 || isOrdinary(frame, facts)) {
      memory.lastSentAt[frame.id & 0xff] = frame.ts
      if (readGroup(frame, pgn.request) && pgnAt(frame.data, 0) === pgn.addressClaim) memory.requestedAt = frame.ts
      return
    }
    const rivals = claim.source === cannotClaim ? undefined : contend(memory, claim.source, frame)
    const storm = stormOf(memory, claim.source, frame)
    if (storm) emit(stormSign([...new Set([...(rivals?.blamed ?? []), ...storm])], frame, facts))
    else if (rivals) emit(contentionSign(rivals, claim.source, frame, facts))
  },
}

interface Rivals {
  readonly holder: string
  readonly blamed: readonly number[]
}

/**
 * The NAMEs that want the same address; undefined: nobody else does. The first one to claim it is held to be the
 * rightful one.
 */
function contend(memory: Memory, source: number, { seq, ts, data }: BusFrame): Rivals | undefined {
  const name = hexOf(data.toReversed())
  const holder = memory.holders.get(source)
  const taken = memory.taken.get(source)
  if (!holder || holder.name === name) {
    memory.holders.set(source, { name, ts })
    if (holder && taken && ts - taken.ts < stormMs) taken.seqs.push(seq)
    return undefined
  }
  if (taken?.from === name) return takeBack(memory, source, name, ts, taken.seqs)
  const isInUse = ts - memory.lastSentAt[source]! < silentMs || ts - holder.ts < silentMs
  if (isInUse) return { holder: holder.name, blamed: [seq] }
  memory.taken.set(source, { from: holder.name, seqs: [seq], ts })
  memory.holders.set(source, { name, ts })
  return undefined
}

/** The former holder defends its address: who took it is to blame. */
function takeBack(memory: Memory, source: number, name: string, ts: number, blamed: readonly number[]): Rivals {
  memory.taken.delete(source)
  memory.holders.set(source, { name, ts })
  return { holder: name, blamed }
}

/** Claims to blame, once there are too many that nobody asked for. */
function stormOf(memory: Memory, source: number, { seq, ts }: BusFrame): readonly number[] | undefined {
  if (ts - memory.requestedAt >= 0 && ts - memory.requestedAt < answerMs) return undefined
  const recent = memory.claims.filter((claim) => Math.abs(ts - claim.ts) <= stormMs)
  const isStart =
    source !== cannotClaim &&
    ts - memory.lastSentAt[source]! >= silentMs &&
    !recent.some((claim) => claim.source === source)
  memory.claims = [...recent, { source, seq, ts, isStart }].slice(-claimsKept)
  const repeated = memory.claims.filter((claim) => !claim.isStart)
  if (repeated.length < stormClaims && memory.claims.length < stormStarts) return undefined
  const isGoingOn = ts < memory.stormUntil
  memory.stormUntil = ts + stormMs
  if (isGoingOn) return [seq]
  return (memory.claims.length < stormStarts ? repeated : memory.claims).map((claim) => claim.seq)
}

function contentionSign({ holder, blamed }: Rivals, source: number, frame: BusFrame, facts: BusFacts): Sign {
  const name = hexOf(frame.data.toReversed())
  return j1939Sign(
    'j1939-address',
    'high',
    `Address ${addressText(source)} claimed by two nodes`,
    frame,
    facts,
    null,
    blamed,
    [{ field: 'j1939.name', observed: name === holder ? 'another NAME before' : name, expected: holder }],
    ['TA0040'],
  )
}

function stormSign(blamed: readonly number[], frame: BusFrame, facts: BusFacts): Sign {
  return j1939Sign(
    'j1939-address',
    'high',
    'Storm of address claims',
    frame,
    facts,
    null,
    blamed,
    [
      {
        field: 'address claims',
        observed: `${stormClaims} and more within ${stormMs / 1000} s that nobody asked for`,
        expected: 'one of each node when it starts',
      },
    ],
    ['TA0040'],
  )
}

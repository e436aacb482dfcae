import { addressText, pgn } from '../../transport/j1939-names.ts'
import { pgnAt } from '../../transport/j1939.ts'
import { hexOf } from '../frame.ts'
import { protocolFamily } from './attack-family.ts'
import type { BusDetector, BusFacts, BusFrame, Sign } from './bus-detector.ts'
import { isOrdinary, j1939Sign, readGroup } from './j1939-frames.ts'

/** An ECU that restarts is silent for longer than this before it claims its address again (rule CAN-J1939-2). */
const silentMs = 1_000
/** All nodes answer a request for claims within 250 ms (J1939-81 4.4.2); twice that, for a busy bus. */
const answerMs = 500
/**
 * Limits within ten seconds for claims without a request: of nodes that were sending or had claimed before, and of all
 * claims, including those of nodes that start, of which a bus has some thirty.
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
  /** True for the first claim of a node that had not sent before. */
  readonly isStart: boolean
}

interface Memory {
  /** Time of the latest frame of each address other than a claim; -Infinity: never. */
  readonly lastSentAt: Float64Array
  /** The holder of each address: its NAME, and the time of its latest claim. */
  readonly holders: Map<number, { readonly name: string; readonly ts: number }>
  /** Addresses taken over without being challenged: the former NAME and the claims of the new holder. */
  readonly taken: Map<number, { readonly from: string; readonly seqs: number[]; readonly ts: number }>
  requestedAt: number
  /** Claims that were not requested. */
  claims: Claim[]
  stormUntil: number
}

/** Detects two nodes that claim one address, or a storm of claims (SAE J1939-81 4.2); rules CAN-J1939-1 to -5. */
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
 * Returns the rivals for an address; undefined: there is only one NAME. The first one to claim it is taken as the
 * legitimate holder.
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

/** The former holder defends its address: the node that took it is to blame. */
function takeBack(memory: Memory, source: number, name: string, ts: number, blamed: readonly number[]): Rivals {
  memory.taken.delete(source)
  memory.holders.set(source, { name, ts })
  return { holder: name, blamed }
}

/** Returns the claims to blame, once there are too many without a request. */
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
        observed: `${stormClaims} and more within ${stormMs / 1000} s without a request`,
        expected: 'one of each node when it starts',
      },
    ],
    ['TA0040'],
  )
}

import { addressText, pgn } from '../../../transport/j1939-names.ts'
import { pgnAt } from '../../../transport/j1939.ts'
import { hexOf } from '../../frame.ts'
import { protocolFamily } from '../attack-family.ts'
import type { BusDetector, BusFacts, BusFrame, Sign } from '../bus-detector.ts'
import { isOrdinary, j1939Sign, readGroup } from './frames.ts'

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
/** A unit that has sent for this long without a pause has an address, whether its claim was seen or not. */
const talkingMs = 5_000
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
  /** Since when each address has sent without a pause of a second. */
  readonly talkingSince: Float64Array
  /** When the address of each NAME's holder was last contended: its answer, whatever it is, is a defence. */
  readonly contendedAt: Map<number, number>
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
    talkingSince: new Float64Array(addresses),
    contendedAt: new Map(),
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
      speak(memory, frame.id & 0xff, frame.ts)
      if (readGroup(frame, pgn.request) && pgnAt(frame.data, 0) === pgn.addressClaim) memory.requestedAt = frame.ts
      return
    }
    const rivals = claim.source === cannotClaim ? undefined : contend(memory, claim.source, frame)
    const storm = isDefence(memory, claim.source, frame, rivals) ? undefined : stormOf(memory, claim.source, frame)
    if (rivals) memory.contendedAt.set(claim.source, frame.ts)
    if (storm) emit(stormSign([...new Set([...(rivals?.blamed ?? []), ...storm])], frame, facts))
    else if (rivals) emit(contentionSign(rivals, claim.source, frame, facts))
  },
}

function speak({ lastSentAt, talkingSince }: Memory, source: number, ts: number): void {
  if (!(Math.abs(ts - lastSentAt[source]!) < silentMs)) talkingSince[source] = ts
  lastSentAt[source] = ts
}

/**
 * Returns true if a node answers the claim of another NAME for its address, as it must (J1939-81 4.4.3.3): it claims
 * it again, or states that it cannot claim one.
 */
function isDefence({ contendedAt, holders }: Memory, source: number, { ts, data }: BusFrame, rivals?: Rivals): boolean {
  if (rivals?.isTakenBack) return true
  if (rivals) return false
  const isContended = (address: number) => Math.abs(ts - (contendedAt.get(address) ?? -Infinity)) < answerMs
  if (source !== cannotClaim) return isContended(source)
  const name = hexOf(data.toReversed())
  return [...holders].some(([address, holder]) => holder.name === name && isContended(address))
}

/** Returns true for a NAME that no unit has: with reserved bits, or with neither a manufacturer nor an identity. */
function isImpossible(data: Uint8Array): boolean {
  const industry = (data[7]! >> 4) & 7
  return (data[6]! & 1) !== 0 || industry > 5 || data.subarray(0, 4).every((byte) => byte === 0)
}

interface Rivals {
  /** The NAME of the holder; undefined: it is not known. */
  readonly holder: string | undefined
  /** True if the former holder claims its address again. */
  readonly isTakenBack?: boolean
  readonly blamed: readonly number[]
}

/**
 * Returns the rivals for an address; undefined: there is only one NAME. The first one to claim it is taken as the
 * legitimate holder.
 */
function contend(memory: Memory, source: number, { seq, ts, data }: BusFrame): Rivals | undefined {
  const name = hexOf(data.toReversed())
  const holder = memory.holders.get(source)
  if (!holder && isAgainstTalking(memory, source, ts, data)) return { holder: undefined, blamed: [seq] }
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

/**
 * Returns true if a claim is made against a unit that has been sending, and whose NAME is not known. A unit claims its
 * address before it sends, on request, and when another one claims it: nothing else makes it claim.
 */
function isAgainstTalking(memory: Memory, source: number, ts: number, data: Uint8Array): boolean {
  const sentAt = memory.lastSentAt[source]!
  if (!(ts - sentAt < silentMs)) return false
  if (isImpossible(data)) return true
  const isAnswer = ts - memory.requestedAt >= 0 && ts - memory.requestedAt < answerMs
  const isContended = Math.abs(ts - (memory.contendedAt.get(source) ?? -Infinity)) < answerMs
  return !isAnswer && !isContended && sentAt - memory.talkingSince[source]! >= talkingMs
}

/** The former holder defends its address: the node that took it is to blame. */
function takeBack(memory: Memory, source: number, name: string, ts: number, blamed: readonly number[]): Rivals {
  memory.taken.delete(source)
  memory.holders.set(source, { name, ts })
  return { holder: name, blamed, isTakenBack: true }
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
    holder === undefined
      ? `Address ${addressText(source)} claimed while its unit sends`
      : `Address ${addressText(source)} claimed by two nodes`,
    frame,
    facts,
    null,
    blamed,
    [
      {
        field: 'j1939.name',
        observed: name === holder ? 'another NAME before' : `${name}${isImpossible(frame.data) ? ', impossible' : ''}`,
        expected: holder ?? 'no claim while the unit sends',
      },
    ],
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

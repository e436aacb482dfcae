import type { Explanation } from '../../alerts/alerts.ts'
import { type BusModel, modelled } from '../model.ts'
import { ofTheBus } from './attack-family.ts'
import type { BusDetector, BusFacts, BusFrame, Sign } from './bus-detector.ts'
import { type Stretches, startStretches, takeStretch } from './replayed-stretch.ts'
import { busSignOf, msText, signOf } from './signs.ts'

/**
 * The time of the latest occurrence of one payload in eight. They are chosen by content, so that the same payload is
 * chosen when it comes again.
 */
interface Memory {
  readonly hashes: Int32Array
  readonly at: Uint32Array
  start: number
  /** By id: the mask of the bits that are neither counter nor checksum, and a hash of their latest values. */
  readonly content: Uint8Array
  readonly contentHash: Int32Array
  /** By id: the latest payload, and by how much each byte changed to it. */
  readonly payload: Uint8Array
  readonly went: Uint8Array
  /** By id: the share of payloads that had been sent before, 0 to 1, and the number of payloads examined. */
  readonly common: Float32Array
  readonly looked: Uint16Array
  /** The distance in time at which payloads repeat, and the score of this distance. */
  distance: number
  score: number
  /** Time of the latest count: a coarse clock gives many frames the same time, and so the same distances. */
  countedAt: number
  readonly stretches: Stretches
  readonly pending: { seq: number; key: number; content: number }[]
}

const remembered = 1_024
const oneIn = 8
const leastAgeMs = 1_000
/** Ids that repeat payloads more often than this, or were examined less, are no evidence. */
const rare = 0.15
const lookedNeeded = 16
const scoreNeeded = 5
/** The same after little learning, when it is hardly known what an id sends. */
const youngScoreNeeded = 10
const toleranceMs = 15
const pendingKept = 32

/**
 * Detects payloads that are sent again in the same order and at the same distances in time: a recording (rule
 * CAN-REPLAY-1).
 */
export const canReplay: BusDetector<Memory | undefined> = {
  name: 'can-replay',
  family: { ...ofTheBus, strength: 7, gathersAs: { detector: 'can-replay', title: 'Replayed traffic' } },
  // a profile that is derived from a DBC does not know the checksums: counters that come round would look like replays
  start: ({ model, profile }) =>
    model && profile && profile.learned.frames > 0
      ? {
          hashes: new Int32Array(remembered),
          at: new Uint32Array(remembered),
          start: Number.NaN,
          content: contentOf(model),
          contentHash: new Int32Array(model.keys.length),
          payload: new Uint8Array(model.keys.length * modelled),
          went: new Uint8Array(model.keys.length * modelled),
          common: new Float32Array(model.keys.length).fill(1),
          looked: new Uint16Array(model.keys.length),
          distance: 0,
          score: 0,
          countedAt: Number.NaN,
          stretches: startStretches(model.keys.length),
          pending: [],
        }
      : undefined,
  step(memory, frame, facts, emit) {
    const needed = (facts.model?.seconds ?? 0) < 60 ? youngScoreNeeded : scoreNeeded
    if (!memory || frame.index < 0 || frame.data.length > modelled) return
    if (!(frame.ts >= memory.start)) memory.start = frame.ts
    // at a standstill only counters move, and they come back to earlier values
    const isNew = isNewContent(memory, frame)
    const hash = hashOf(frame)
    if (facts.crowded?.[frame.index] !== 1) playStretch(memory.stretches, frame, hash, isNew, facts, emit)
    if (!isNew) return
    if (((hash >>> 3) ^ (hash >>> 19)) % oneIn !== 0) return
    const age = ageOf(memory, hash, frame.ts)
    if (!isSignificant(memory, frame.index, age)) return
    if (age === undefined) {
      memory.score = Math.max(0, memory.score - 0.15)
      return
    }
    if (memory.score < 1 || Math.abs(age - memory.distance) > toleranceMs) {
      memory.score -= 1
      if (memory.score <= 0) begin(memory, age, frame)
      return
    }
    if (frame.ts === memory.countedAt) return
    memory.countedAt = frame.ts
    // the same few payloads again and again come from an idle vehicle, whatever the distance
    if (!isAmong(memory, frame)) memory.score = Math.min(2 * needed, memory.score + 1)
    if (memory.pending.length < pendingKept) memory.pending.push(noteOf(memory, frame))
    if (memory.score < needed) return
    const keys = new Set(memory.pending.map(({ key }) => key))
    const blamed = memory.pending.splice(0).map(({ seq }) => seq)
    const explanation = [repeatedAfter('payloads', memory.distance)]
    emit(
      keys.size === 1
        ? signOf('can-replay', 'high', 'Replayed frames of', frame, facts, blamed, explanation)
        : busSignOf('can-replay', 'high', 'Replayed traffic', frame.ts, facts, blamed, explanation),
    )
  },
}

const repeatedAfter = (field: string, ms: number): Explanation => ({
  field,
  observed: `as ${msText(ms)} before`,
  expected: 'not sent before',
})

/** Reports frames that repeat a stretch of their id's past, one after the other (rule CAN-REPLAY-2). */
function playStretch(
  stretches: Stretches,
  frame: BusFrame,
  hash: number,
  isNew: boolean,
  facts: BusFacts,
  emit: (sign: Sign) => void,
): void {
  const blamed = takeStretch(stretches, frame, hash, isNew)
  if (blamed === undefined) return
  const explanation = [repeatedAfter('payloads in a row', stretches.distance)]
  emit(signOf('can-replay', 'high', 'Replayed frames of', frame, facts, blamed, explanation))
}

function begin(memory: Memory, age: number, frame: BusFrame): void {
  memory.distance = age
  memory.score = 1
  memory.pending.length = 0
  memory.pending.push(noteOf(memory, frame))
}

const noteOf = ({ contentHash }: Memory, { seq, key, index }: BusFrame) => ({ seq, key, content: contentHash[index]! })

function isAmong({ pending, contentHash }: Memory, { key, index }: BusFrame): boolean {
  return pending.some((one) => one.key === key && one.content === contentHash[index])
}

function hashOf({ key, data }: BusFrame): number {
  let hash = Math.imul(key ^ 0x9e3779b9, 0x85ebca6b)
  for (let i = 0; i < data.length; i++) hash = Math.imul(hash ^ data[i]!, 0x01000193) ^ (hash >>> 15)
  return hash | 0
}

/** Returns eight bytes per id: a mask of the bits that belong neither to a counter nor to a checksum. */
function contentOf({ keys, countersFrom, counters, checksumsFrom, checksums }: BusModel): Uint8Array {
  const content = new Uint8Array(keys.length * modelled).fill(0xff)
  for (let place = 0; place < keys.length; place++) {
    for (let i = countersFrom[place]!; i < countersFrom[place + 1]!; i++)
      content[place * modelled + counters.byte[i]!]! &= ~(counters.mask[i]! << counters.shift[i]!)
    for (let i = checksumsFrom[place]!; i < checksumsFrom[place + 1]!; i++)
      if (checksums.byte[i]! < modelled) content[place * modelled + checksums.byte[i]!] = 0
  }
  return content
}

/**
 * Returns true if the payload differs from the id's previous one by more than the counter and the checksum, and by more
 * than bytes that go on as they went: counters that were not learned as such, since they did not come round.
 */
function isNewContent({ content, contentHash, payload, went }: Memory, { index, data }: BusFrame): boolean {
  let hash = data.length + 1
  let isSteady = true
  for (let i = 0; i < data.length; i++) {
    const at = index * modelled + i
    const now = data[i]! & content[at]!
    hash = Math.imul(hash ^ now, 0x01000193) ^ (hash >>> 15)
    const way = (now - payload[at]!) & 0xff
    isSteady &&= way === 0 || way === went[at]
    payload[at] = now
    went[at] = way
  }
  const isNew = contentHash[index] !== hash && !isSteady
  contentHash[index] = hash
  return isNew
}

/** Returns how long ago the same payload was sent, ms; undefined: not known. Remembers it as sent now. */
function ageOf({ hashes, at, start }: Memory, hash: number, ts: number): number | undefined {
  const slot = (hash >>> 8) % remembered
  const now = ts - start + 1
  const age = hashes[slot] === hash && at[slot] !== 0 ? now - at[slot]! : undefined
  hashes[slot] = hash
  at[slot] = now
  return age !== undefined && age >= leastAgeMs ? age : undefined
}

/** Returns true if a repetition is evidence for this id; also updates how common repetitions are for it. */
function isSignificant({ common, looked, score }: Memory, place: number, age: number | undefined): boolean {
  const before = common[place]!
  const count = looked[place]!
  if (count < 0xffff) looked[place] = count + 1
  // while a replay is suspected, its own repetitions must not count as common
  if (score < 2)
    common[place] =
      count < lookedNeeded
        ? (before * count + Number(age !== undefined)) / (count + 1)
        : before + (Number(age !== undefined) - before) / 100
  return count >= lookedNeeded && before < rare
}

import { type BusModel, modelled } from '../model.ts'
import { ofTheBus } from './attack-family.ts'
import type { BusDetector, BusFacts, BusFrame } from './bus-detector.ts'
import { findRandomIds, type RandomIds, startRandomIds } from './can-fuzz-unlearned.ts'
import { alienBits } from './fit.ts'
import { busSignOf, isOutgrown, isTalk } from './signs.ts'

interface Memory {
  /** The latest alien frames: their time, seq and a hash of their content. */
  readonly at: Float64Array
  readonly seq: Float64Array
  readonly hashes: Int32Array
  readonly key: Uint32Array
  count: number
  reportedUntil: number
  /** The seq of the last blamed frame: no frame is reported twice. */
  blamedTo: number
  /**
   * Bits that were constant while learning may be constant at another value today (an odometer, a temperature). By id:
   * the payload that gives the current constant values, and a candidate that is about to replace it, with the number of
   * times it was seen more often than others.
   */
  readonly settled: Uint8Array
  readonly isSettled: Uint8Array
  readonly candidate: Uint8Array
  readonly votes: Uint8Array
  lastOfBus: number
  /** By id: the time of the latest frame, ms. */
  readonly last: Float64Array
  /** By id: 1 if the latest frame was unlike anything learned. */
  readonly wasOdd: Uint8Array
  /** Used until a bus was learned. */
  readonly unlearned: RandomIds
}

const kept = 64
const spanMs = 1_000
const aliensNeeded = 10
const idsNeeded = 3
const goingOn = 5
const grossBits = 6
const votesNeeded = 5
const pauseMs = 1_000
/** How long a fuzzing attack lasts after its latest alien frame. */
const lingerMs = 1_000
/** From this share of the cycle after the frame before it a frame is due. */
const dueFrom = 0.75

/**
 * Detects many different frames that were never seen on this bus: somebody tries what happens (rules CAN-FUZZING-1 to
 * CAN-FUZZING-3).
 */
export const canFuzz: BusDetector<Memory> = {
  name: 'can-fuzz',
  family: { ...ofTheBus, strength: 8 },
  start: ({ model }) => ({
    at: new Float64Array(kept),
    seq: new Float64Array(kept),
    hashes: new Int32Array(kept),
    key: new Uint32Array(kept),
    count: 0,
    reportedUntil: -Infinity,
    blamedTo: -1,
    settled: bytesFor(model),
    isSettled: new Uint8Array(model?.keys.length ?? 0),
    candidate: bytesFor(model),
    votes: new Uint8Array(model?.keys.length ?? 0),
    lastOfBus: Number.NaN,
    last: new Float64Array(model?.keys.length ?? 0).fill(Number.NaN),
    wasOdd: new Uint8Array(model?.keys.length ?? 0),
    unlearned: startRandomIds(),
  }),
  step(memory, frame, facts, emit) {
    const { model } = facts
    if (!model) return findRandomIds(memory.unlearned, frame, facts, emit)
    // values may have changed during a pause of the bus: the next payload of each id gives the constant values again
    if (!(Math.abs(frame.ts - memory.lastOfBus) < pauseMs)) memory.isSettled.fill(0)
    memory.lastOfBus = frame.ts
    const isFuzzed = frame.ts < memory.reportedUntil
    const isDue = takeDue(memory, model, frame, facts)
    const isOdd = isAlien(memory, frame, model, isFuzzed, facts)
    const wasOdd = memory.wasOdd[frame.index] === 1
    if (frame.index >= 0) memory.wasOdd[frame.index] = Number(isOdd)
    if (!isOdd || (isDue && (wasOdd || !isFuzzed))) return
    const hash = hashOf(frame)
    if (!isNew(memory, hash)) return
    const slot = memory.count % kept
    memory.at[slot] = frame.ts
    memory.seq[slot] = frame.seq
    memory.hashes[slot] = hash
    memory.key[slot] = frame.key
    memory.count += 1
    const needed = (isOutgrown(facts) ? 2 : 1) * aliensNeeded + expectedNew(model)
    if (
      !isFuzzed &&
      !(needed < kept && memory.count >= needed && frame.ts - memory.at[(memory.count - needed) % kept]! < spanMs)
    )
      return
    // one id that sends new content at its own rate is not fuzzed
    if (frame.index >= 0 && facts.crowded?.[frame.index] !== 1 && idsAmong(memory, needed) < idsNeeded) return
    // it lasts as long as five a second arrive; otherwise content that merely changed would keep it up for ever
    if (!isFuzzed || frame.ts - memory.at[(memory.count - goingOn + kept) % kept]! < spanMs)
      memory.reportedUntil = Math.max(
        memory.reportedUntil,
        frame.index < 0 || !isFuzzed || isGross(model, frame) ? frame.ts + lingerMs : 0,
      )
    const blamed = recent(memory, frame.ts)
    memory.blamedTo = frame.seq
    emit(
      busSignOf('can-fuzz', 'critical', 'Fuzzing', frame.ts, facts, blamed, [
        {
          field: 'new ids and payloads within 1 s',
          observed: `${Math.max(needed, blamed.length)} and more`,
          expected: `fewer than ${needed}`,
        },
      ]),
    )
  },
}

/** Returns true if the frame comes when the id's next one is due: it takes the place of a genuine one. */
function takeDue({ last }: Memory, { cycle }: BusModel, { index, ts }: BusFrame, { crowded }: BusFacts): boolean {
  if (index < 0) return false
  const passed = ts - last[index]!
  last[index] = ts
  return cycle[index]! > 0 && crowded?.[index] !== 1 && passed > dueFrom * cycle[index]!
}

/** Returns true if the frame differs from everything learned by more than an ongoing fuzzing attack requires. */
function isGross(model: BusModel, { index, data }: BusFrame): boolean {
  return alienBits(model, index, model.constantValue, data) > grossBits
}

/** Returns true if nothing similar was seen while learning. During a fuzzing attack a smaller difference is enough. */
function isAlien(memory: Memory, frame: BusFrame, model: BusModel, isFuzzed: boolean, facts: BusFacts): boolean {
  const place = frame.index
  if (place < 0) return !isTalk(frame, facts) && frame.isRequested !== true
  const isYoung = model.seconds > 0 && (model.seconds < 300 || model.seen[place]! < 300)
  if (model.seen[place]! < 20 && model.seconds > 0) return false
  if (frame.isMisshapen) return true
  if (alienBits(model, place, model.constantValue, frame.data) === 0) return false
  const most = isFuzzed ? 2 : isYoung ? 6 : 4
  const isOdd =
    memory.isSettled[place] === 1 &&
    alienBits(model, place, memory.settled, frame.data) > most &&
    alienBits(model, place, model.constantValue, frame.data) > most
  settle(memory, model, place, frame.data)
  return isOdd
}

/**
 * Content that an id sends repeatedly is not fuzzing: the majority (Boyer-Moore vote) of the payloads that differ from
 * the settled one becomes the settled one.
 */
function settle(memory: Memory, model: BusModel, place: number, data: Uint8Array): void {
  const { candidate, votes, settled, isSettled } = memory
  if (isSettled[place] === 0) put(settled, place, data)
  else if (votes[place] === 0) put(candidate, place, data)
  else if (alienBits(model, place, candidate, data) > 0) {
    votes[place]! -= 1
    return
  }
  isSettled[place] = 1
  votes[place] = Math.min(votesNeeded, votes[place]! + 1)
  if (votes[place] !== votesNeeded) return
  settled.set(candidate.subarray(place * modelled, (place + 1) * modelled), place * modelled)
  votes[place] = 0
}

function put(into: Uint8Array, place: number, data: Uint8Array): void {
  for (let i = 0; i < modelled; i++) into[place * modelled + i] = data[i] ?? 0
}

const bytesFor = (model: BusModel | undefined) => new Uint8Array((model?.keys.length ?? 0) * modelled)

/**
 * Returns how many new ids a second may bring because learning was short (Good-Turing: the number of ids seen once
 * estimates the number never seen).
 */
function expectedNew({ seconds, singletons }: BusModel): number {
  return seconds > 0 && seconds < 60 ? Math.ceil((6 * singletons) / seconds) : 0
}

function hashOf({ key, data }: BusFrame): number {
  let hash = key
  for (let i = 0; i < data.length; i++) hash = Math.imul(hash ^ data[i]!, 0x01000193)
  return hash
}

function isNew({ hashes, count }: Memory, hash: number): boolean {
  for (let i = Math.max(0, count - 16); i < count; i++) if (hashes[i % kept] === hash) return false
  return true
}

function idsAmong({ key, count }: Memory, last: number): number {
  const keys = new Set<number>()
  for (let i = Math.max(0, count - last); i < count; i++) keys.add(key[i % kept]!)
  return keys.size
}

function recent({ at, seq, count, blamedTo }: Memory, ts: number): number[] {
  const blamed: number[] = []
  for (let i = Math.max(0, count - kept); i < count; i++)
    if (seq[i % kept]! > blamedTo && ts - at[i % kept]! < spanMs) blamed.push(seq[i % kept]!)
  return blamed
}

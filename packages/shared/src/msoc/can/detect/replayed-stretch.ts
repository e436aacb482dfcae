import type { BusFrame } from './bus-detector.ts'

/**
 * Memory of what ids sent: the time of the latest occurrence of one sequence in eight, a sequence being three payloads
 * of an id in a row, counters and noise included. They are chosen by content, so that the same sequence is chosen
 * again.
 */
export interface Stretches {
  readonly hashes: Int32Array
  readonly at: Uint32Array
  start: number
  /** By id: the hashes of its latest payload and of the one before. */
  readonly former: Int32Array
  readonly older: Int32Array
  /** By id: the share of sequences that had come before, and how many were looked at. */
  readonly common: Float32Array
  readonly looked: Uint16Array
  /** The time between the two occurrences, ms, the evidence for it (nats), and the frames that it names. */
  distance: number
  evidence: number
  readonly pending: number[]
  /** By id: when a sequence of it came again at this distance, and the frames since. */
  readonly againAt: Float64Array
  readonly since: Uint32Array
  readonly sinceCount: Uint8Array
}

const remembered = 2_048
const oneIn = 8
const leastAgeMs = 1_000
const toleranceMs = 15
/** Ids that repeat more of their sequences, or were looked at less often, are no evidence. */
const commonMost = 0.3
const lookedNeeded = 16
/** A repeated sequence is as surprising as such sequences are rare: minus the logarithm of their share, and at most. */
const surpriseMost = 4
const evidenceNeeded = 18
const againstIt = 0.5
const pendingKept = 64
/** Frames between two sequences that came again within this time belong to the stretch, ms. */
const playedMs = 1_000
const sinceKept = 16

export const startStretches = (ids: number): Stretches => ({
  hashes: new Int32Array(remembered),
  at: new Uint32Array(remembered),
  start: Number.NaN,
  former: new Int32Array(ids),
  older: new Int32Array(ids),
  common: new Float32Array(ids).fill(1),
  looked: new Uint16Array(ids),
  distance: 0,
  evidence: 0,
  pending: [],
  againAt: new Float64Array(ids).fill(-Infinity),
  since: new Uint32Array(ids * sinceKept),
  sinceCount: new Uint8Array(ids),
})

/**
 * Takes the next payload of an id, by its hash. `isNew`: more than its counter and checksum changed. Returns the frames
 * to blame if a stretch of the past is being played.
 */
export function takeStretch(
  memory: Stretches,
  frame: BusFrame,
  hash: number,
  isNew: boolean,
): readonly number[] | undefined {
  const { index: place, ts } = frame
  if (!(ts >= memory.start)) memory.start = ts
  const sequence = Math.imul(hash ^ Math.imul(memory.former[place]!, 0x2c1b3c6d), 0x297a2d39) ^ memory.older[place]!
  const isWhole = memory.older[place] !== 0
  memory.older[place] = Math.imul(memory.former[place]!, 0x85ebca6b)
  memory.former[place] = hash
  note(memory, frame)
  if (!isWhole || !isNew || ((sequence >>> 3) ^ (sequence >>> 19)) % oneIn !== 0) return undefined
  const age = ageOf(memory, sequence | 0, ts)
  const surprise = surpriseOf(memory, place, age)
  if (surprise > 0) weigh(memory, frame, age, surprise)
  return memory.evidence < evidenceNeeded || memory.pending.length === 0 ? undefined : memory.pending.splice(0)
}

function note({ since, sinceCount }: Stretches, { index, seq }: BusFrame): void {
  const count = sinceCount[index]!
  const from = index * sinceKept
  if (count < sinceKept) sinceCount[index] = count + 1
  else since.copyWithin(from, from + 1, from + sinceKept)
  since[from + Math.min(count, sinceKept - 1)] = seq
}

function weigh(memory: Stretches, frame: BusFrame, age: number | undefined, surprise: number): void {
  const { sinceCount, againAt } = memory
  const { index, ts } = frame
  if (age === undefined) {
    memory.evidence = Math.max(0, memory.evidence - againstIt)
    againAt[index] = -Infinity
    sinceCount[index] = 0
    return
  }
  if (memory.evidence === 0 || Math.abs(age - memory.distance) > toleranceMs) {
    memory.evidence -= surprise
    if (memory.evidence > 0) return
    memory.distance = age
    memory.evidence = 0
    memory.pending.length = 0
    againAt.fill(-Infinity)
  }
  memory.evidence = Math.min(2 * evidenceNeeded, memory.evidence + surprise)
  keep(memory, frame, ts - againAt[index]! < playedMs)
  againAt[index] = ts
  sinceCount[index] = 0
}

/** Keeps the frame to be blamed; with `isPlayed` also the frames of its id since the sequence before. */
function keep({ pending, since, sinceCount }: Stretches, { index, seq }: BusFrame, isPlayed: boolean): void {
  const from = index * sinceKept
  const kept = isPlayed ? since.subarray(from, from + sinceCount[index]!) : [seq]
  for (const low of kept) if (pending.length < pendingKept) pending.push(seq - ((seq - low) >>> 0))
}

/** Returns how long ago the same sequence was sent, ms; undefined: not known. Remembers it as sent now. */
function ageOf({ hashes, at, start }: Stretches, sequence: number, ts: number): number | undefined {
  const slot = (sequence >>> 8) % remembered
  const now = ts - start + 1
  const age = hashes[slot] === sequence && at[slot] !== 0 ? now - at[slot]! : undefined
  hashes[slot] = sequence
  at[slot] = now
  return age !== undefined && age >= leastAgeMs ? age : undefined
}

/** Returns how surprising it is that a sequence of this id comes again, nats; 0: it is not. */
function surpriseOf({ common, looked, evidence }: Stretches, place: number, age: number | undefined): number {
  const share = common[place]!
  const count = looked[place]!
  looked[place] = Math.min(count + 1, 0xffff)
  // while a replay is suspected, its own repetitions must not count as common
  if (evidence < evidenceNeeded / 2) {
    const weight = count < lookedNeeded ? 1 / (count + 1) : 0.01
    common[place] = share + (Number(age !== undefined) - share) * weight
  }
  if (count < lookedNeeded || share > commonMost) return 0
  return Math.min(surpriseMost, -Math.log(Math.max(share, 1 / count)))
}

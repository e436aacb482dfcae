import { fieldValue } from '../field-places.ts'
import type { BusModel } from '../model.ts'
import type { BusFrame } from './bus-detector.ts'

/** How long each number of the model has been constant, and the frames of ids with numbers constant for too long. */
export interface Stillness {
  readonly value: Float64Array
  readonly run: Uint16Array
  /** The value before, and how often in a row it changed back to that, by 1. */
  readonly before: Float64Array
  readonly swings: Uint8Array
  /** Number of changes since its id began to send. */
  readonly moves: Uint8Array
  /** Ids that may be frozen, by index (-1: none), the time they were last seen as such, and their latest frames. */
  readonly suspects: Int16Array
  readonly seenAt: Float64Array
  readonly frames: Float64Array
  readonly frameCount: Uint8Array
}

const suspectsKept = 8
const framesKept = 40
/** A unit that has just been switched on may send constant values at first. */
const movesLeast = 20
/** A number that swings between two neighbours so often lies between them, and rests when it moves a little. */
const swingsMost = 2
/** A number that was ever constant for longer than this, in frames, is no evidence when it is constant again. */
const restlessMost = 12

export function startStillness({ fields }: BusModel): Stillness {
  const count = fields.first.length
  return {
    value: new Float64Array(count),
    run: new Uint16Array(count),
    before: new Float64Array(count),
    swings: new Uint8Array(count),
    moves: new Uint8Array(count),
    suspects: new Int16Array(suspectsKept).fill(-1),
    seenAt: new Float64Array(suspectsKept),
    frames: new Float64Array(suspectsKept * framesKept),
    frameCount: new Uint8Array(suspectsKept),
  }
}

/** Call this when the id began to send again after a pause. */
export function forgetStillness({ moves }: Stillness, { fieldsFrom }: BusModel, place: number): void {
  moves.fill(0, fieldsFrom[place], fieldsFrom[place + 1])
}

/**
 * Returns a number of the frame's id that is constant for longer than it ever was (rule CAN-MASQUERADE-4); -1: none.
 * Several such numbers together need less time, and so does a number after a leap (`hasLeapt`), because an attacker who
 * sets a value holds it. A number at the end of its range may rest there.
 */
export function frozenField(
  memory: Stillness,
  { fields, fieldsFrom }: BusModel,
  place: number,
  { data, seq, ts }: BusFrame,
  hasLeapt: boolean,
): number {
  let longest = -1
  let most = 0
  let sum = 0
  let isFrozen = false
  for (let i = fieldsFrom[place]!; i < fieldsFrom[place + 1]!; i++) {
    const value = fieldValue(fields, i, data)
    if (value !== memory.value[i]) {
      const isBack = value === memory.before[i] && Math.abs(value - memory.value[i]!) === 1
      memory.swings[i] = isBack ? Math.min(memory.swings[i]! + 1, 0xff) : 0
      memory.before[i] = memory.value[i]!
      memory.value[i] = value
      memory.run[i] = 1
      if (memory.moves[i]! < 0xff) memory.moves[i]! += 1
      continue
    }
    const run = (memory.run[i] = Math.min(memory.run[i]! + 1, 0xffff))
    const known = fields.repeats[i]!
    if (
      known === 0 ||
      run <= known + 4 ||
      memory.moves[i]! < movesLeast ||
      memory.swings[i]! >= swingsMost ||
      known > (hasLeapt ? 2 * restlessMost : restlessMost)
    )
      continue
    if (
      hasLeapt ? value === fields.min[i] || value === fields.max[i] : value <= fields.min[i]! || value >= fields.max[i]!
    )
      continue
    const share = run / known
    sum += Math.min(4, share - 1)
    if (share > most) [most, longest] = [share, i]
    isFrozen ||= hasLeapt ? run > 3 * known + 6 : isLong(run, known)
  }
  if (longest < 0) return -1
  note(memory, place, seq, ts)
  return isFrozen || (sum >= 5 && memory.run[longest]! > 16) ? longest : -1
}

/** Whether a number is constant for longer than chance explains, given the most frames in which it was. */
const isLong = (run: number, known: number) => run > 4 * known + 20

/** So many other numbers of its id show that the control unit still measures; each moved so often while learning. */
const othersNeeded = 4
const movesKnown = 50

/**
 * Returns true if a number is constant for four times its most and 20 frames, and other numbers of its id were not for
 * a quarter of that time.
 */
export function restsAlone(memory: Stillness, { fields, fieldsFrom }: BusModel, place: number, i: number): boolean {
  const run = memory.run[i]!
  if (!isLong(run, fields.repeats[i]!) || fields.moves[i]! < 2 * movesKnown) return false
  let others = 0
  for (let j = fieldsFrom[place]!; j < fieldsFrom[place + 1]!; j++)
    if (j !== i && fields.moves[j]! >= movesKnown && memory.run[j]! < run / 4) others += 1
  return others >= othersNeeded
}

/** Keeps the frame of an id that may be frozen, in place of the id that was least recently so. */
function note(memory: Stillness, place: number, seq: number, ts: number): void {
  let slot = memory.suspects.indexOf(place)
  if (slot < 0) {
    slot = 0
    for (let i = 1; i < suspectsKept; i++) if (memory.seenAt[i]! < memory.seenAt[slot]!) slot = i
    memory.suspects[slot] = place
    memory.frameCount[slot] = 0
  } else if (ts - memory.seenAt[slot]! > 2_000) memory.frameCount[slot] = 0
  memory.seenAt[slot] = ts
  const from = slot * framesKept
  const count = memory.frameCount[slot]!
  if (count < framesKept) memory.frameCount[slot] = count + 1
  else memory.frames.copyWithin(from, from + 1, from + framesKept)
  memory.frames[from + Math.min(count, framesKept - 1)] = seq
}

/** Removes and returns the frames kept of an id, including this one; they are blamed now. */
export function takeFrozen(memory: Stillness, place: number): number[] {
  const slot = memory.suspects.indexOf(place)
  if (slot < 0) return []
  const frames = [...memory.frames.subarray(slot * framesKept, slot * framesKept + memory.frameCount[slot]!)]
  memory.frameCount[slot] = 0
  return frames
}

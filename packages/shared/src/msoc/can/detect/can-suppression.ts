import type { BusModel } from '../model.ts'
import { ofOneId } from './attack-family.ts'
import type { BusDetector, BusFacts, BusFrame, Sign } from './bus-detector.ts'
import { msText, signOf } from './signs.ts'

interface Memory {
  /** Time of the latest frame of each id; NaN: none yet. */
  readonly last: Float64Array
  /** Missing frames: half of those due are expected, each frame that arrives cancels one. */
  readonly debt: Float32Array
  readonly isReported: Uint8Array
  /** Ids that are overdue now. */
  readonly isLate: Uint8Array
  late: number
  cyclic: number
  /** The id that is checked with the next frame. */
  turn: number
  lastOfBus: number
}

const debtNeeded = 8
const cyclesMissed = 5.5
/** A control unit that is switched off silences all its ids: the others have this long to follow. */
const leastMs = 2_500
/** The same where several ids are silent at a time. */
const leastAmongMs = 4_000
/**
 * The same on a bus that was learned for less than a minute: then a short stretch of a drive is watched, not the whole
 * operation.
 */
const leastOfYoungMs = 1_000
const leastOfPunctualMs = 400
const pauseMs = 1_000
const framesNeeded = 20

/**
 * Detects a cyclic id that falls silent, or sends less than half as often, while the rest of the bus continues (rules
 * CAN-SUPPRESSION-1 to CAN-SUPPRESSION-3).
 */
export const canSuppression: BusDetector<Memory | undefined> = {
  name: 'can-suppression',
  family: { ...ofOneId, strength: 3 },
  start({ model }) {
    if (!model) return undefined
    const ids = model.keys.length
    return {
      last: new Float64Array(ids).fill(Number.NaN),
      debt: new Float32Array(ids),
      isReported: new Uint8Array(ids),
      isLate: new Uint8Array(ids),
      late: 0,
      cyclic: model.cycle.reduce((sum, cycle) => sum + Number(cycle > 0), 0),
      turn: 0,
      lastOfBus: Number.NaN,
    }
  },
  step(memory, frame, facts, emit) {
    const { model } = facts
    if (!memory || !model || model.keys.length === 0) return
    if (!(Math.abs(frame.ts - memory.lastOfBus) < pauseMs)) resume(memory)
    memory.lastOfBus = frame.ts
    if (frame.index >= 0) arrive(memory, model, frame)
    memory.turn = (memory.turn + 1) % model.keys.length
    look(memory, model, memory.turn, frame, facts, emit)
  },
}

/** Resets after a pause of the whole bus: each id must be seen again before it can be missing. */
function resume(memory: Memory): void {
  memory.last.fill(Number.NaN)
  memory.debt.fill(0)
  memory.isReported.fill(0)
  memory.isLate.fill(0)
  memory.late = 0
}

function arrive(memory: Memory, model: BusModel, { index, ts }: BusFrame): void {
  const cycle = model.cycle[index]!
  if (cycle === 0) return
  const passed = (ts - memory.last[index]!) / cycle
  if (passed > 0)
    memory.debt[index] = Math.min(2 * debtNeeded, Math.max(0, memory.debt[index]! + Math.min(passed / 2, 3) - 1))
  memory.last[index] = ts
  if (memory.isLate[index] === 1) {
    memory.isLate[index] = 0
    memory.late -= 1
  }
  if (memory.debt[index]! < debtNeeded / 2) memory.isReported[index] = 0
}

function look(
  memory: Memory,
  model: BusModel,
  place: number,
  frame: BusFrame,
  facts: BusFacts,
  emit: (sign: Sign) => void,
): void {
  const cycle = model.cycle[place]!
  if (cycle === 0 || Number.isNaN(memory.last[place]!)) return
  const silent = frame.ts - memory.last[place]!
  if (silent > 4 * cycle + 250 && memory.isLate[place] === 0) {
    memory.isLate[place] = 1
    memory.late += 1
  }
  const isSilent = silent > 4 * cycle
  // after little learning an id may also have another rate that was not seen
  const isYoung = model.seconds > 0 && model.seconds < 60
  // for silence a few cycles are enough, since frames are lost one at a time
  const isOwed = memory.debt[place]! + silent / cycle / 2 >= debtNeeded || (!isYoung && silent > cyclesMissed * cycle)
  if (
    memory.isReported[place] === 1 ||
    !isOwed ||
    (isSilent && silent < (isYoung ? leastOf(model, place) : leastMs)) ||
    (isYoung && !isSilent)
  )
    return
  if (!isTrusted(model, place) || !isAlone(memory, silent)) return
  memory.isReported[place] = 1
  emit(
    signOf(
      'can-suppression',
      'high',
      isSilent ? 'Silence of' : 'Too few frames of',
      frame,
      facts,
      [],
      [
        {
          field: 'time between frames',
          observed: isSilent ? `${msText(silent)} and more` : `more than ${msText(2 * cycle)} on average`,
          expected: `${msText(cycle)} ± ${msText(model.jitter[place]!)}`,
        },
      ],
      model.keys[place],
    ),
  )
}

function leastOf({ cycle, jitter }: BusModel, place: number): number {
  return jitter[place]! < 0.12 * cycle[place]! ? leastOfPunctualMs : leastOfYoungMs
}

/**
 * Returns true if the id is silent, and not half of the bus. If several ids are silent, it takes longer to be sure that
 * the others continue.
 */
function isAlone({ late, cyclic }: Memory, silent: number): boolean {
  return late <= Math.max(2, 0.15 * cyclic) || (silent > leastAmongMs && late <= cyclic / 2)
}

/** Returns true if the cycle was seen often enough to notice a missing frame. */
function isTrusted(model: BusModel, place: number): boolean {
  return (
    model.seconds === 0 ||
    (model.seen[place]! >= framesNeeded && model.seconds * 1000 >= framesNeeded * model.cycle[place]!)
  )
}

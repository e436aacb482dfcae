import type { BusModel } from '../model.ts'
import { ofOneId } from './attack-family.ts'
import type { BusDetector, BusFacts, BusFrame, Sign } from './bus-detector.ts'
import { isSentAtTimes } from './j1939/events.ts'
import { forgetMissed, isMissed, type MissedShare, misses, startMissed, takeGap } from './missed-share.ts'
import { isOutgrown, msText, signOf } from './signs.ts'

interface Memory {
  /** Time of the latest frame of each id; NaN: none yet. */
  readonly last: Float64Array
  /** Missing frames: half of those due are expected, each frame that arrives cancels one. */
  readonly debt: Float32Array
  readonly missed: MissedShare
  readonly isReported: Uint8Array
  /** Ids that are overdue now. */
  readonly isLate: Uint8Array
  late: number
  /** Time of the last frame of the first and of the newest id that is late; NaN: none is. */
  firstFell: number
  newestFell: number
  cyclic: number
  /** The id that is checked with the next frame. */
  turn: number
  lastOfBus: number
}

const debtNeeded = 8
/** An id owes frames from here on. */
const owingLeast = 1
const cyclesMissed = 5.5
/** A control unit that is switched off silences all its ids: the others have this long to follow. */
const leastMs = 2_500
/** The same where it is not known that the vehicle moves: its control units may fall asleep one after another. */
const leastAtRestMs = 5_000
/** Control units fall asleep within this time of each other; ids silenced within `togetherMs` are one unit's. */
const sleepMs = 30_000
const togetherMs = 1_500
/** The same where several ids are silent at a time. */
const leastAmongMs = 4_000
/**
 * The same on a bus that was learned for less than a minute: then a short stretch of a drive is watched, not the whole
 * operation.
 */
const leastOfYoungMs = 1_000
const leastOfPunctualMs = 600
const pauseMs = 1_000
const framesNeeded = 20

/**
 * Detects a cyclic id that falls silent, or of which a share of the frames is missing, while the rest of the bus
 * continues (rules CAN-SUPPRESSION-1 to CAN-SUPPRESSION-6).
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
      missed: startMissed(ids),
      isReported: new Uint8Array(ids),
      isLate: new Uint8Array(ids),
      late: 0,
      firstFell: Number.NaN,
      newestFell: Number.NaN,
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
    if (frame.index >= 0) arrive(memory, model, frame, facts)
    memory.turn = (memory.turn + 1) % model.keys.length
    look(memory, model, memory.turn, frame, facts, emit)
  },
}

/** Resets after a pause of the whole bus: each id must be seen again before it can be missing. */
function resume(memory: Memory): void {
  memory.last.fill(Number.NaN)
  memory.debt.fill(0)
  forgetMissed(memory.missed)
  memory.isReported.fill(0)
  memory.isLate.fill(0)
  memory.late = 0
  memory.firstFell = memory.newestFell = Number.NaN
}

/** Notes that an id is late: it fell silent with its last frame. */
function fall(memory: Memory, place: number): void {
  const fell = memory.last[place]!
  memory.isLate[place] = 1
  memory.late += 1
  if (memory.late === 1 || fell - memory.newestFell > sleepMs) memory.firstFell = memory.newestFell = fell
  memory.firstFell = Math.min(memory.firstFell, fell)
  memory.newestFell = Math.max(memory.newestFell, fell)
}

/** Returns the interval at which the id is due, ms: as learned, or as its sender has slowed down; 0: not in a cycle. */
function dueEvery(model: BusModel, place: number, { paces }: BusFacts): number {
  if (isSentAtTimes(model.keys[place]!)) return 0
  return Math.max(model.cycle[place]!, paces?.[place] ?? 0)
}

function arrive(memory: Memory, model: BusModel, { index, ts }: BusFrame, facts: BusFacts): void {
  const cycle = dueEvery(model, index, facts)
  if (cycle === 0) return
  const passed = (ts - memory.last[index]!) / cycle
  if (passed > 0)
    memory.debt[index] = Math.min(2 * debtNeeded, Math.max(0, memory.debt[index]! + Math.min(passed / 2, 3) - 1))
  // of two senders at a time nobody can tell whose frames are missing
  if (passed > 0 && facts.crowded?.[index] !== 1) takeGap(memory.missed, index, passed)
  memory.last[index] = ts
  if (memory.isLate[index] === 1) {
    memory.isLate[index] = 0
    memory.late -= 1
  }
  if (memory.debt[index]! < debtNeeded / 2 && !isMissed(memory.missed, index)) memory.isReported[index] = 0
}

function look(
  memory: Memory,
  model: BusModel,
  place: number,
  frame: BusFrame,
  facts: BusFacts,
  emit: (sign: Sign) => void,
): void {
  const cycle = dueEvery(model, place, facts)
  if (cycle === 0 || Number.isNaN(memory.last[place]!)) return
  const silent = frame.ts - memory.last[place]!
  if (silent > 4 * cycle + 250 && memory.isLate[place] === 0) fall(memory, place)
  const isSilent = silent > 4 * cycle
  // after little learning an id may also have another rate that was not seen
  const isYoung = model.seconds > 0 && model.seconds < 60 && !isOutgrown(facts)
  // for silence a few cycles are enough, since frames are lost one at a time
  const isOwed =
    memory.debt[place]! + silent / cycle / 2 >= debtNeeded ||
    (!isYoung && (silent > cyclesMissed * cycle || misses(memory.missed, place)))
  if (
    memory.isReported[place] === 1 ||
    !isOwed ||
    (isSilent &&
      (silent < (isYoung ? leastOf(model, place) : leastMs) || mayBeAsleep(memory, frame.ts, isYoung, facts))) ||
    (isYoung && !isSilent)
  )
    return
  if (!isTrusted(model, place) || !isAlone(memory, silent) || (!isSilent && isLossy(memory))) return
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
          observed: isSilent ? `${msText(silent)} and more` : owingText(memory, place, cycle),
          expected: `${msText(cycle)} ± ${msText(model.jitter[place]!)}`,
        },
      ],
      model.keys[place],
    ),
  )
}

function owingText({ debt }: Memory, place: number, cycle: number): string {
  return debt[place]! >= debtNeeded / 2
    ? `more than ${msText(2 * cycle)} on average`
    : `now ${msText(cycle)}, now two or three times as much`
}

/**
 * Returns true if the silent ids may be control units that fall asleep: unless the vehicle is known to move, one after
 * another does (rule CAN-SUPPRESSION-5). `isYoung`: a short stretch of one drive is watched.
 */
function mayBeAsleep({ firstFell, newestFell }: Memory, ts: number, isYoung: boolean, { isMoving }: BusFacts): boolean {
  if (isMoving === true || isYoung) return false
  const isOneByOne = newestFell - firstFell > togetherMs
  return ts - newestFell < (isOneByOne || isMoving === false ? sleepMs : leastAtRestMs)
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

/** Returns true if frames of more ids are missing than not: then the recorder loses them. */
function isLossy({ last, debt }: Memory): boolean {
  let [whole, owing] = [0, 0]
  for (let place = 0; place < last.length; place++) {
    if (Number.isNaN(last[place]!)) continue
    if (debt[place]! < owingLeast) whole += 1
    else owing += 1
  }
  return whole < owing
}

/** Returns true if the cycle was seen often enough to notice a missing frame. */
function isTrusted(model: BusModel, place: number): boolean {
  return (
    model.seconds === 0 ||
    (model.seen[place]! >= framesNeeded && model.seconds * 1000 >= framesNeeded * model.cycle[place]!)
  )
}

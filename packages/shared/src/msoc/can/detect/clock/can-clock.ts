import type { BusModel } from '../../model.ts'
import { masqueradeFamily } from '../attack-family.ts'
import type { BusDetector, BusFacts, BusFrame } from '../bus-detector.ts'
import { type BusLoad, isFromBefore, isOverloaded, startLoad, takeLoad } from './bus-load.ts'
import { isSameUnit, othersOfUnit, skewOf } from './clock-units.ts'
import { isSentOnEvents } from '../j1939/events.ts'
import {
  countOff,
  forgetOff,
  isElsewhere,
  mayBeItsOwn,
  noteElsewhere,
  type OwnSchedule,
  startSchedule,
} from './own-schedule.ts'
import {
  advance,
  beginClock,
  errorAt,
  learnError,
  noiseOf,
  type SenderClocks,
  isAfterPause,
  isJump,
  isCloserToKept,
  isOtherRate,
  keepClock,
  refit,
  returnToKept,
  startClocks,
  takeTime,
  takeTimeAmongOthers,
} from './sender-clock.ts'
import { msText, signOf, textOfKey } from '../signs.ts'

/**
 * By id: the clock of its sender, and sums of how much later (`late`) and earlier (`early`) than by this clock its
 * frames came lately, in units of what is accidental (CUSUM).
 */
interface Memory {
  readonly clocks: SenderClocks
  readonly late: Float32Array
  readonly early: Float32Array
  /** Until when frames by another clock are blamed, ms; 0: there is none. How far off the frames are lately, ms. */
  readonly otherUntil: Float64Array
  readonly offset: Float32Array
  /** How far off they were when that was reported, ms. */
  readonly offsetFirst: Float32Array
  /** How many frames came by the first clock again lately; frames in a row that came between the cycles. */
  readonly back: Uint8Array
  readonly strays: Uint8Array
  /** 1 where a detector suspected the id at its latest frame. */
  readonly wasSuspect: Uint8Array
  /** How often the id was accepted with another clock, and until when its first one may come back unreported. */
  readonly changes: Uint8Array
  readonly quietUntil: Float64Array
  /** Since when its times have been off without a report. */
  readonly offSince: Float64Array
  readonly schedule: OwnSchedule
  /** The frames since its times began to be off. */
  readonly pending: Uint32Array
  readonly pendingCount: Uint8Array
  readonly load: BusLoad
  lastOfBus: number
  /** The latest time between two frames of the bus, ms. */
  passedOfBus: number
  /** Ids accepted with another clock, on the whole bus, and when the latest one was. */
  busChanges: number
  changedAt: number
}

const pendingKept = 24
/** Times since 1970 are exact to a quarter of a microsecond: what differs by less is equal, ms. */
const noDifference = 0.0005
/** One frame counts for so much at most: any frame may be late once. */
const errorMost = 5
/** Errors up to this are accidental; the sum of what exceeds it is enough at `sumNeeded`. */
const accidental = 1
const sumNeeded = 14
/** The mean of the latest errors has to be so large, too: a sender's own clock wanders by less. */
const evidentLeast = 4
const meanOver = 8
/** A clock that is off for so long without being evidently another one wanders: it is learned again. */
const wanderMs = 20_000
/** From this sum on an id is off. */
const sumDoubtful = 5
const distrustMs = 20_000
const returnedRun = 5
/** A clock that was kept is returned to without evidence if it is certain to so many ms. */
const heldDoubt = 0.3
/** The frames of one sender do not step back by so much, in units of what is accidental. */
const steppedLeast = 3
const straysMost = 6
/** An id that is off for this long together with many others is followed. */
const togetherMs = 5_000
/** What it was then, and for how long, is not known: its first clock may come back within this time. */
const quietMs = 60_000
const recentMs = 2_000
/** Nothing is learned for so long after any detector suspected the id. */
const suspectMs = 5_000
/**
 * Below this sum an id came in time, and its times are learned. So many ids make a control unit, and not a single id.
 */
const sumInTime = 2
const unitLeast = 3
/** Clocks have to be seen to hold for so long, s summed over the ids, for each time that one changed. */
const heldSeconds = 30
const changesMost = 2
/** So many ids in time, or all others, and more than half as many as are not: the recorder's clock did not leap. */
const witnessesLeast = 3

/**
 * Detects that another control unit sends an id: by its clock, whatever the payload (rules CAN-CLOCK-1 to
 * CAN-CLOCK-10). Known evasions: a sender that adjusts its interval to the victim's clock (cloaking: Sagong et al.,
 * ICCPS 2018) or only aligns its first frame, and false frames that the genuine control unit itself sends.
 */
export const canClock: BusDetector<Memory | undefined> = {
  name: 'can-clock',
  family: { ...masqueradeFamily, strength: 1 },
  start({ model, clocks }) {
    if (!model) return undefined
    const ids = model.keys.length
    return {
      clocks: clocks ?? startClocks(ids),
      late: new Float32Array(ids),
      early: new Float32Array(ids),
      otherUntil: new Float64Array(ids),
      offset: new Float32Array(ids),
      offsetFirst: new Float32Array(ids),
      back: new Uint8Array(ids),
      strays: new Uint8Array(ids),
      wasSuspect: new Uint8Array(ids),
      changes: new Uint8Array(ids),
      quietUntil: new Float64Array(ids),
      offSince: new Float64Array(ids).fill(Number.NaN),
      schedule: startSchedule(ids),
      pending: new Uint32Array(ids * pendingKept),
      pendingCount: new Uint8Array(ids),
      load: startLoad(),
      lastOfBus: Number.NaN,
      passedOfBus: Number.NaN,
      busChanges: 0,
      changedAt: -Infinity,
    }
  },
  step(memory, frame, facts, emit) {
    const { model } = facts
    if (!memory || !model) return
    const passed = frame.ts - memory.lastOfBus
    memory.lastOfBus = frame.ts
    const differs = Math.abs(passed - memory.passedOfBus)
    memory.passedOfBus = passed
    // differences of what a counter of times shows are whole numbers of its ticks
    if (differs > noDifference && differs < memory.clocks.resolution) memory.clocks.resolution = differs
    takeLoad(memory.load, model, frame.ts)
    const place = frame.index
    if (place < 0 || model.cycle[place] === 0 || isSentOnEvents(frame.key) || frame.isRequested === true) return
    if (isAfterPause(memory.clocks, place, frame.ts)) return follow(memory, place, frame, model)
    // of two senders at a time can-period tells which is which, and more urgent frames delay the others
    if (facts.crowded?.[place] === 1 || isOverloaded(memory.load, frame.ts)) {
      settle(memory, place)
      takeTimeAmongOthers(memory.clocks, place, frame.ts)
      return
    }
    if (isFromBefore(memory.load, memory.clocks.learnedAt[place]!)) return follow(memory, place, frame, model)
    if (!takeTime(memory.clocks, place, frame.ts)) return stray(memory, place, frame, model)
    memory.strays[place] = 0
    const isSuspect = frame.ts - (facts.suspectedAt?.[place] ?? -Infinity) < suspectMs
    if (memory.otherUntil[place] === 0) {
      if (!isSuspect) keepClock(memory.clocks, place, frame.ts)
      // the sender that is suspected now may have been learned before
      else if (memory.wasSuspect[place] === 0) returnToKept(memory.clocks, place, frame.ts, heldDoubt)
    }
    memory.wasSuspect[place] = Number(isSuspect)
    const error = errorAt(memory.clocks, place, frame.ts)
    const noise = noiseOf(memory.clocks, place, frame.ts)
    if (memory.otherUntil[place]! > 0) {
      if (isStillOther(memory, place, frame, model, error, noise))
        emit(signOfOther(memory, model, place, frame, facts, [frame.seq]))
    } else if (noise === 0) {
      if (!isSuspect) {
        if (isJump(memory.clocks, place, error)) return follow(memory, place, frame, model)
        learnError(memory.clocks, place, error)
      }
    } else if (isElsewhere(memory.schedule, place, error, noise)) {
      if (frame.ts - memory.clocks.learnedAt[place]! > wanderMs) return follow(memory, place, frame, model)
    } else if (isOther(memory, model, place, frame, isSuspect, error, noise)) {
      const { pending, pendingCount, otherUntil, offset } = memory
      otherUntil[place] = frame.ts + distrustMs
      offset[place] = memory.offsetFirst[place] = error
      const kept = pending.subarray(place * pendingKept, place * pendingKept + pendingCount[place]!)
      const blamed = Array.from(kept, (low) => frame.seq - ((frame.seq - low) >>> 0))
      emit(signOfOther(memory, model, place, frame, facts, blamed))
    }
    advance(memory.clocks, place)
  },
}

/** The id's times are no longer off. */
function settle(memory: Memory, place: number): void {
  memory.late[place] = memory.early[place] = 0
  memory.otherUntil[place] = 0
  memory.back[place] = memory.pendingCount[place] = 0
  memory.offSince[place] = Number.NaN
  memory.offset[place] = 0
  forgetOff(memory.schedule, place)
}

/** Follows the clock that the id's frames come by now. */
function follow(memory: Memory, place: number, { ts }: BusFrame, { cycle }: BusModel): void {
  settle(memory, place)
  memory.strays[place] = 0
  beginClock(memory.clocks, place, ts, cycle[place]!)
}

function accept(memory: Memory, place: number, frame: BusFrame, model: BusModel): void {
  memory.busChanges += 1
  memory.changedAt = frame.ts
  memory.changes[place] = Math.min(0xff, memory.changes[place]! + 1)
  follow(memory, place, frame, model)
}

/** A frame between the cycles: the first one of another sender, one sent on an event, or another rate. */
function stray(memory: Memory, place: number, frame: BusFrame, model: BusModel): void {
  if (memory.otherUntil[place] === 0 && takeTimeAmongOthers(memory.clocks, place, frame.ts)) {
    memory.strays[place] = 0
    return
  }
  memory.strays[place]! += 1
  if (memory.strays[place]! > straysMost) return follow(memory, place, frame, model)
  note(memory, place, frame.seq)
}

function note({ pending, pendingCount }: Memory, place: number, seq: number): void {
  const count = pendingCount[place]!
  const from = place * pendingKept
  if (count < pendingKept) pendingCount[place] = count + 1
  else pending.copyWithin(from, from + 1, from + pendingKept)
  pending[from + Math.min(count, pendingKept - 1)] = seq
}

/** From this share of the period on, frames that come half a cycle off are now late and now early. */
const halfWay = 0.35

/** Returns the error of a frame that comes about half a cycle off on the side on which the ones before were off. */
function unwrapped({ late, early, clocks }: Memory, place: number, error: number): number {
  const period = clocks.period[place]!
  const isLate = late[place]! > early[place]!
  if (late[place] === early[place] || Math.abs(error) < halfWay * period || error > 0 === isLate) return error
  return error + (isLate ? period : -period)
}

/** Adds the error to the sums; returns true if another clock has sent the latest frames. */
function isOther(
  memory: Memory,
  model: BusModel,
  place: number,
  frame: BusFrame,
  isSuspect: boolean,
  measured: number,
  noise: number,
): boolean {
  const { late, early, clocks, offSince, offset } = memory
  const error = unwrapped(memory, place, measured)
  const off = Math.max(-errorMost, Math.min(errorMost, error / noise))
  late[place] = Math.min(2 * sumNeeded, Math.max(0, late[place]! + off - accidental))
  early[place] = Math.min(2 * sumNeeded, Math.max(0, early[place]! - off - accidental))
  const sum = sumOf(memory, place)
  if (sum === 0) {
    memory.pendingCount[place] = 0
    offSince[place] = Number.NaN
    offset[place] = 0
    forgetOff(memory.schedule, place)
  } else {
    note(memory, place, frame.seq)
    countOff(memory.schedule, place, error, noise, offset[place]!)
  }
  offset[place]! += (error - offset[place]!) / meanOver
  if (sum < sumInTime) {
    if (!isSuspect) learnError(clocks, place, off * noise)
    return false
  }
  if (Number.isNaN(offSince[place]!)) offSince[place] = frame.ts
  if (sum < sumNeeded || Math.abs(off) < accidental) return false
  // one frame that is late by far is not by the clock that it happens to meet
  const isLate = Math.abs(error - offset[place]!) > Math.abs(offset[place]!)
  if (!isLate && returnToKept(clocks, place, frame.ts, Infinity, error)) {
    settle(memory, place)
    return false
  }
  // a sender that changes its rate may begin it at any time
  if (isOtherRate(clocks, place)) {
    follow(memory, place, frame, model)
    return false
  }
  if (Math.abs(offset[place]!) < evidentLeast * noise || mayBeItsOwn(memory.schedule, place, offset[place]!, model)) {
    if (frame.ts - offSince[place]! > wanderMs) follow(memory, place, frame, model)
    return false
  }
  if (isBelievable(memory, model, place, frame.ts)) return true
  if (frame.ts - offSince[place]! > togetherMs) {
    memory.quietUntil[place] = frame.ts + quietMs
    accept(memory, place, frame, model)
  }
  return false
}

/**
 * Returns true if it is this id's clock that changed, on a bus whose clocks hold: enough other ids came in time since,
 * and if those of its control unit are known, one of them did.
 */
function isBelievable(memory: Memory, { keys }: BusModel, place: number, ts: number): boolean {
  const { clocks, changes, busChanges, changedAt, offSince, quietUntil } = memory
  // another id that was off at the same time was just accepted
  if (changes[place]! >= changesMost || changedAt >= offSince[place]! || ts < quietUntil[place]!) return false
  const own = skewOf(clocks, place)
  let [known, held, on, off, unit, unitOn] = [0, 0, 0, 0, 0, 0]
  for (let other = 0; other < keys.length; other++) {
    if (!(ts - clocks.last[other]! < recentMs) || noiseOf(clocks, other, ts) === 0) continue
    held += Math.max(0, offSince[place]! - clocks.since[other]!) / 1000
    known += Number(other !== place)
    const isOff = isAway(memory, other)
    const isOn = !isOff && clocks.last[other]! > offSince[place]! && sumOf(memory, other) < sumInTime
    off += Number(isOff)
    on += Number(isOn)
    if (other === place || !own || !isSameUnit(own, skewOf(clocks, other))) continue
    unit += 1
    unitOn += Number(isOn)
  }
  return (
    held >= heldSeconds * (1 + busChanges) &&
    known > 0 &&
    on >= Math.min(witnessesLeast, known) &&
    2 * on > off &&
    (unit + 1 < unitLeast || unitOn > 0)
  )
}

const sumOf = ({ late, early }: Memory, place: number) => Math.max(late[place]!, early[place]!)
const isAway = (memory: Memory, place: number) => memory.otherUntil[place]! > 0 || sumOf(memory, place) >= sumDoubtful

/** Returns true if the frame came by the other clock; notes if the first one is back, or the other one stays. */
function isStillOther(
  memory: Memory,
  place: number,
  frame: BusFrame,
  model: BusModel,
  error: number,
  noise: number,
): boolean {
  const { back, offset, otherUntil } = memory
  const { period } = memory.clocks
  const from = error - offset[place]!
  // half a cycle late is half a cycle early
  const apart = from - Math.round(from / period[place]!) * period[place]!
  const away = Math.abs(offset[place]!)
  const isBack = -Math.sign(offset[place]!) * apart > Math.min(away / 2, steppedLeast * noise)
  // one of them may be late by accident
  const isCloser = isBack || isCloserToKept(memory.clocks, place, frame.ts, error, offset[place]!)
  back[place] = isCloser ? back[place]! + 1 : Math.max(0, back[place]! - 2)
  if (back[place] >= returnedRun) {
    // another clock would have run away from the first one
    if (isBack && Math.abs(offset[place]! - memory.offsetFirst[place]!) < noise)
      noteElsewhere(memory.schedule, place, offset[place]!)
    // what is left is how far the clock was wrong
    if (isBack) memory.clocks.next[place]! += error
    else returnToKept(memory.clocks, place, frame.ts, Infinity, offset[place])
    refit(memory.clocks, place)
    settle(memory, place)
    return false
  }
  if (!isCloser) offset[place]! += apart / 16
  if (frame.ts > otherUntil[place]!) {
    // seen from there, the first clock is as far away
    noteElsewhere(memory.schedule, place, memory.offsetFirst[place]!)
    accept(memory, place, frame, model)
  }
  return !isCloser
}

function signOfOther(
  { clocks, offset }: Memory,
  { keys }: BusModel,
  place: number,
  frame: BusFrame,
  facts: BusFacts,
  blamed: readonly number[],
) {
  const away = offset[place]!
  const unit = othersOfUnit(clocks, place, listed).map((other) => textOfKey(keys[other]!))
  return signOf('can-clock', 'medium', 'Another sender of', frame, facts, blamed, [
    {
      field: "sender's clock",
      observed: `${msText(Math.abs(away))} ${away > 0 ? 'late' : 'early'}, again and again`,
      expected: `within ${msText(3 * Math.sqrt(clocks.square[place]!))}`,
    },
    ...(unit.length === 0
      ? []
      : [{ field: 'ids of the same clock', observed: unit.join(', '), expected: 'the same control unit' }]),
  ])
}

const listed = 6

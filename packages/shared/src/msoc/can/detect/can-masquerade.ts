import { type BusModel, isMature, modelled } from '../model.ts'
import { masqueradeFamily } from './attack-family.ts'
import type { BusDetector, BusFacts, BusFrame, Sign } from './bus-detector.ts'
import {
  forgetStillness,
  frozenField,
  restsAlone,
  startStillness,
  type Stillness,
  takeFrozen,
} from './can-masquerade-frozen.ts'
import { type Earlier, type Fit, fitOf, isWhereNeverWas } from './fit.ts'
import { awayFromClock, isByKept } from './clock/sender-clock.ts'
import { isOutgrown, signOf } from './signs.ts'

/**
 * By id: the latest payload that continued the genuine ones, and the latest one of another source, if there is one:
 * frames that do not continue the genuine ones, but perhaps each other.
 */
interface Memory {
  readonly good: Uint8Array
  readonly goodAt: Float64Array
  readonly other: Uint8Array
  /** The payload before that of the other source, and how many cycles before. */
  readonly beforeOther: Uint8Array
  readonly cyclesBefore: Uint8Array
  readonly otherAt: Float64Array
  /** Number of consecutive frames that continued the other source. */
  readonly otherRun: Uint16Array
  /** 1 while the other source is still the one that was found false, and not a third one that came after it. */
  readonly isBlamed: Uint8Array
  readonly strikes: Float32Array
  /** When a frame of the other source was last blamed. */
  readonly blamedAt: Float64Array
  /** Until when frames of the other source are blamed. */
  readonly reportedUntil: Float64Array
  /**
   * How far from the id's clock its frames came lately, in units of what is accidental, and how many in a row came by
   * that clock since.
   */
  readonly offClock: Float32Array
  readonly onClock: Uint8Array
  readonly stillness: Stillness
  /** Time at which the id last leapt. */
  readonly leaptAt: Float64Array
  /** Odd content of the id: since when it is reported without a pause, its latest time, and until when it is muted. */
  readonly contentSince: Float64Array
  readonly contentAt: Float64Array
  readonly mutedUntil: Float64Array
  readonly pending: Float64Array
  readonly pendingCount: Uint8Array
}

const pendingKept = 4
const strikesNeeded = 3
const strikesKept = 6
/** How long another source is considered false before it is accepted as the genuine one. */
const distrustMs = 20_000
const trustedRun = 3
const returnedRun = 5
const contentPauseMs = 5 * 60_000
const mutedMs = 60 * 60_000
const leaptMs = 10_000
const matureFrames = 1_000
/**
 * It takes longer to learn how long a number stays constant: an id that is sent rarely was rarely constant while
 * learning.
 */
const frozenFrames = 5_000

export const canMasquerade: BusDetector<Memory | undefined> = {
  name: 'can-masquerade',
  family: masqueradeFamily,
  start({ model }) {
    if (!model) return undefined
    const ids = model.keys.length
    return {
      good: new Uint8Array(ids * modelled),
      goodAt: new Float64Array(ids).fill(Number.NaN),
      other: new Uint8Array(ids * modelled),
      beforeOther: new Uint8Array(ids * modelled),
      cyclesBefore: new Uint8Array(ids),
      otherAt: new Float64Array(ids),
      otherRun: new Uint16Array(ids),
      isBlamed: new Uint8Array(ids),
      strikes: new Float32Array(ids),
      blamedAt: new Float64Array(ids).fill(-Infinity),
      reportedUntil: new Float64Array(ids).fill(-Infinity),
      offClock: new Float32Array(ids),
      onClock: new Uint8Array(ids),
      contentSince: new Float64Array(ids),
      contentAt: new Float64Array(ids).fill(-Infinity),
      mutedUntil: new Float64Array(ids).fill(-Infinity),
      stillness: startStillness(model),
      leaptAt: new Float64Array(ids).fill(-Infinity),
      pending: new Float64Array(ids * pendingKept),
      pendingCount: new Uint8Array(ids),
    }
  },
  step(memory, frame, facts, emit) {
    const { model } = facts
    const place = frame.index
    if (!memory || !model || place < 0 || frame.isMisshapen || frame.data.length > modelled) return
    const cycles = cyclesSince(model, place, frame.ts - memory.goodAt[place]!)
    if (isBackInTime(memory, model, place, frame, facts)) adopt(memory, place, frame)
    const isReported = frame.ts < memory.reportedUntil[place]!
    if (cycles === 0) {
      // the genuine source has been absent for long: a sender that continues the false one is still false, any other
      // sender is accepted as genuine
      forgetStillness(memory.stillness, model, place)
      if (!isReported || !goesOn(memory, model, place, frame, facts)) return adopt(memory, place, frame)
      return handleOddFrame(memory, model, place, frame, facts, emit, 0, {
        field: 'content',
        observed: 'continues the blamed frames',
        expected: 'continues the frames before them',
      })
    }
    const fit = fitOf(model, place, memory.good, place * modelled, frame.data, cycles)
    const isMuted = frame.ts < memory.mutedUntil[place]!
    const weight = isMuted && !fit.breaksChecksum && !fit.breaksCounter ? 0 : weightOf(fit, model, place, facts)
    if (fit.leaps > 0) memory.leaptAt[place] = frame.ts
    const frozen = frozenField(memory.stillness, model, place, frame, frame.ts - memory.leaptAt[place]! < leaptMs)
    // among surplus frames can-period finds the genuine ones; a wrong checksum is certain in any case
    if (facts.crowded?.[place] === 1 && !fit.breaksChecksum)
      return weight === 0 ? keep(memory.good, memory.goodAt, place, frame) : undefined
    if (frozen >= 0 && !isMuted && isFrozen(memory, model, place, frozen, facts)) {
      noteContent(memory, place, frame.ts)
      emit(
        signOf('can-masquerade', 'high', 'Implausible content of', frame, facts, takeFrozen(memory.stillness, place), [
          frozenExplanation(memory, model, frozen),
        ]),
      )
    }
    if (
      isReported
        ? !isStrong(fit, !isMuted && isMatureId(model, place)) &&
          !continuesOtherBetter(memory, model, place, frame, fit.oddness)
        : weight === 0
    ) {
      memory.strikes[place] = Math.max(0, memory.strikes[place]! - 0.15)
      if (memory.strikes[place] === 0) memory.pendingCount[place] = 0
      return keep(memory.good, memory.goodAt, place, frame)
    }
    if (!isReported && !isStrong(fit, false) && isReturn(memory, model, place, frame, facts))
      return adopt(memory, place, frame)
    handleOddFrame(memory, model, place, frame, facts, emit, weight, strongest(fit))
  },
}

/**
 * Returns true if the frames before came by another clock than the id's, and this one comes by the id's again: the
 * genuine source is back. While a source is blamed it takes some frames.
 */
function isBackInTime(
  { offClock, onClock, reportedUntil }: Memory,
  model: BusModel,
  place: number,
  frame: BusFrame,
  { clocks }: BusFacts,
): boolean {
  const until = reportedUntil[place]!
  if (clocks && frame.ts < until && clocks.returnedAt[place]! > until - distrustMs) return true
  const away = clocks && awayFromClock(clocks, place, frame.ts)
  if (away === undefined) return false
  const off = offClock[place]!
  if (off < offClockLeast || away > off / 2) {
    offClock[place] = off + (Math.min(away, awayCounted) - off) / 8
    onClock[place] = 0
    return false
  }
  onClock[place]! += 1
  const isSure = onClock[place]! >= returnedRun
  if (isSure) offClock[place] = 0
  if (off < offClockEvident && isWhereNeverWas(model, place, frame.data)) return false
  return isSure || !(frame.ts < until)
}

/** Frames that are on average further than this from the id's clock come by another one; one counts for so much. */
const offClockLeast = 2
/** Up to this average a number that is where it never was shows that it is still the other one. */
const offClockEvident = 6
const awayCounted = 8

/**
 * Returns true if a leap is the genuine source's that comes back: the id was found false lately, other than by leaps
 * and what continues them, or the frame comes by a clock that the id had before.
 */
function isReturn(
  { blamedAt }: Memory,
  model: BusModel,
  place: number,
  { ts, data }: BusFrame,
  { suspectedAt, clocks }: BusFacts,
): boolean {
  if (isWhereNeverWas(model, place, data)) return false
  const at = suspectedAt?.[place] ?? -Infinity
  return (at > blamedAt[place]! && ts - at < foundFalseMs) || (clocks !== undefined && isByKept(clocks, place, ts))
}

const foundFalseMs = 3_000

function frozenExplanation({ stillness }: Memory, { fields }: BusModel, i: number): Sign['explanation'][number] {
  const [first, count] = [fields.first[i]!, fields.bytes[i]!]
  return {
    field: count === 1 ? `byte ${first}` : `bytes ${first}-${first + count - 1}`,
    observed: `the same in ${stillness.run[i]} frames`,
    expected: `in at most ${fields.repeats[i]}`,
  }
}

/** Returns true if enough was learned to know that the number never rests for so long. */
function isFrozen(memory: Memory, model: BusModel, place: number, field: number, facts: BusFacts): boolean {
  if (model.fields.isMature[field] === 1 && model.fields.seen[field]! >= frozenFrames) return true
  return facts.profile !== undefined && !isOutgrown(facts) && restsAlone(memory.stillness, model, place, field)
}

/** Returns true if the oddity is certain: while a source is blamed, minor oddities must not blame the genuine one. */
function isStrong(
  { breaksChecksum, breaksCounter, farLeaps, wildLeaps, constants }: Fit,
  judgesContent: boolean,
): boolean {
  return breaksChecksum || breaksCounter || (judgesContent && (farLeaps + wildLeaps > 0 || constants > 1))
}

/** Returns true if it fits the false source better than the genuine one: counters with few bits can coincide. */
function continuesOtherBetter(
  memory: Memory,
  model: BusModel,
  place: number,
  frame: BusFrame,
  oddness: number,
): boolean {
  if (memory.otherRun[place] === 0 || !(memory.otherAt[place]! > memory.goodAt[place]!)) return false
  if (repeatsOther(memory, place, frame.data)) return true
  const cycles = cyclesSince(model, place, frame.ts - memory.otherAt[place]!)
  return cycles > 0 && fitOf(model, place, memory.other, place * modelled, frame.data, cycles).oddness < oddness - 0.5
}

/** Returns true if it continues or repeats what the false source sent. */
function goesOn(memory: Memory, model: BusModel, place: number, frame: BusFrame, facts: BusFacts): boolean {
  return (
    repeatsOther(memory, place, frame.data) ||
    (memory.otherRun[place]! > 0 && continuesOther(memory, model, place, frame, facts))
  )
}

/** Returns true if it equals what the false source just sent: a counter of few bits comes back to it. */
function repeatsOther({ other, otherAt, good, goodAt }: Memory, place: number, data: Uint8Array): boolean {
  if (otherAt[place]! < goodAt[place]!) return false
  let isGood = true
  for (let i = 0; i < modelled; i++) {
    if (other[place * modelled + i] !== (data[i] ?? 0)) return false
    isGood &&= good[place * modelled + i] === (data[i] ?? 0)
  }
  return !isGood
}

/** Returns the number of cycles passed; 0 if too many for the previous payload to give an expectation. */
function cyclesSince(model: BusModel, place: number, passed: number): number {
  const cycle = model.cycle[place]!
  if (!(passed >= 0) || passed > (cycle === 0 ? 1_000 : Math.max(1_000, 6 * cycle)))
    return passed > -1_000 && passed < 0 ? 1 : 0
  return cycle === 0 ? 2 : Math.max(1, Math.round(passed / cycle + 0.3))
}

/** Returns the weight of an oddity; numbers and constant bits count only where enough was learned. */
function weightOf(fit: Fit, model: BusModel, place: number, facts: BusFacts): number {
  const isOld = isOutgrown(facts)
  // a counter that was seen to go round a few times may have habits that were not seen
  const counterWeight = isOld && model.seen[place]! < matureFrames ? 0.5 : 1
  let weight = (fit.breaksChecksum ? 1.5 : 0) + (fit.breaksCounter ? counterWeight : 0)
  if (!isMatureId(model, place)) {
    // somebody chose what a profile was learned from; what a bus learns on its own may be a car that stands
    const isSure = fit.certainLeaps > 0 && facts.profile !== undefined && !isOld
    return weight + (isSure ? 3 : 0)
  }
  if (fit.constants > 1) weight += Math.min(1.5, 0.2 + 0.1 * fit.constants)
  if (fit.wildLeaps > 0) weight += 3
  else if (fit.farLeaps > 0) weight += model.seen[place]! >= 3 * matureFrames ? 3 : 1.5
  else if (fit.leaps > 0) weight += 0.6
  return weight
}

/**
 * Content that is odd for longer than an attack is likely to last was probably just not seen while learning: it is
 * reported once and then accepted as normal for the id.
 */
function noteContent(memory: Memory, place: number, ts: number): void {
  if (ts - memory.contentAt[place]! > contentPauseMs) memory.contentSince[place] = ts
  memory.contentAt[place] = ts
  if (ts - memory.contentSince[place]! > distrustMs) memory.mutedUntil[place] = ts + mutedMs
}

/** Returns true if enough was learned of the id for content that was never seen to be odd. */
const isMatureId = ({ seconds, seen }: BusModel, place: number): boolean => isMature(seen[place]!, seconds)

/** Handles a frame that does not continue the genuine ones. */
function handleOddFrame(
  memory: Memory,
  model: BusModel,
  place: number,
  frame: BusFrame,
  facts: BusFacts,
  emit: (sign: Sign) => void,
  weight: number,
  what: Sign['explanation'][number],
): void {
  const isReported = frame.ts < memory.reportedUntil[place]!
  const continues = memory.otherRun[place]! > 0 && continuesOther(memory, model, place, frame, facts)
  memory.otherRun[place] = continues ? Math.min(memory.otherRun[place]! + 1, 0xffff) : 1
  if (isReported && !continues) memory.isBlamed[place] = 0
  // a third source that continues steadily is the genuine one that has come back
  if (isReported && memory.isBlamed[place] === 0 && memory.otherRun[place] >= returnedRun)
    return adopt(memory, place, frame)
  const { beforeOther, other, good } = memory
  const from = place * modelled
  const isFirst = memory.otherRun[place] === 1
  beforeOther.set((isFirst ? good : other).subarray(from, from + modelled), from)
  memory.cyclesBefore[place] = cyclesSince(model, place, frame.ts - (isFirst ? memory.goodAt : memory.otherAt)[place]!)
  keep(other, memory.otherAt, place, frame)
  if (!continues) memory.strikes[place] = Math.min(strikesKept, memory.strikes[place]! + weight)
  blame(memory, place, frame.seq)
  if (isReported || memory.strikes[place]! >= strikesNeeded) {
    if (!isReported) {
      memory.reportedUntil[place] = frame.ts + distrustMs
      memory.isBlamed[place] = 1
    }
    const blamed = [...memory.pending.subarray(place * pendingKept, place * pendingKept + memory.pendingCount[place]!)]
    memory.pendingCount[place] = 0
    if (what.field !== 'checksum' && what.field !== 'counter') noteContent(memory, place, frame.ts)
    memory.blamedAt[place] = frame.ts
    return emit(signOf('can-masquerade', 'high', 'Implausible content of', frame, facts, blamed, [what]))
  }
  if (memory.otherRun[place] >= trustedRun && frame.ts >= memory.reportedUntil[place]!) adopt(memory, place, frame)
}

function continuesOther(memory: Memory, model: BusModel, place: number, frame: BusFrame, facts: BusFacts): boolean {
  const cycles = cyclesSince(model, place, frame.ts - memory.otherAt[place]!)
  // too long ago for it to let expect anything
  if (cycles === 0) return false
  const { other, beforeOther: payloads, cyclesBefore } = memory
  const isFit = (earlier?: Earlier) =>
    weightOf(fitOf(model, place, other, place * modelled, frame.data, cycles, earlier), model, place, facts) === 0
  // a number may go on as fast as it just went
  return isFit() || (cyclesBefore[place] !== 0 && isFit({ payloads, share: cycles / cyclesBefore[place]! }))
}

/** Makes this frame the latest one of the genuine source. */
function adopt(memory: Memory, place: number, frame: BusFrame): void {
  keep(memory.good, memory.goodAt, place, frame)
  memory.otherRun[place] = 0
  memory.strikes[place] = 0
  memory.pendingCount[place] = 0
  memory.reportedUntil[place] = -Infinity
}

function keep(payloads: Uint8Array, times: Float64Array, place: number, { ts, data }: BusFrame): void {
  for (let i = 0; i < modelled; i++) payloads[place * modelled + i] = data[i] ?? 0
  times[place] = ts
}

function blame(memory: Memory, place: number, seq: number): void {
  const count = memory.pendingCount[place]!
  if (count < pendingKept) memory.pendingCount[place] = count + 1
  else memory.pending.copyWithin(place * pendingKept, place * pendingKept + 1, (place + 1) * pendingKept)
  memory.pending[place * pendingKept + Math.min(count, pendingKept - 1)] = seq
}

function strongest(fit: Fit): Sign['explanation'][number] {
  if (fit.breaksChecksum) return { field: 'checksum', observed: 'does not match', expected: 'as in all learned frames' }
  if (fit.breaksCounter) return { field: 'counter', observed: 'repeats or jumps', expected: 'counts on' }
  if (fit.leaps > 0) return { field: 'rate of change', observed: 'leaps', expected: 'within the learned steps' }
  return { field: 'constant bits', observed: `${fit.constants} flipped`, expected: 'never changed while learning' }
}

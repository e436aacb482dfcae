import { type BusModel, modelled } from '../model.ts'
import { masqueradeFamily } from './attack-family.ts'
import type { BusDetector, BusFacts, BusFrame, Sign } from './bus-detector.ts'
import { forgetStillness, frozenField, startStillness, type Stillness, takeFrozen } from './can-masquerade-frozen.ts'
import { type Fit, fitOf } from './fit.ts'
import { signOf } from './signs.ts'

/**
 * Of each id the last payload that continued the genuine ones, and the last one of another voice, where there is one:
 * frames that do not continue the genuine ones, but perhaps each other.
 */
interface Memory {
  /** Whether so much was learned that what numbers never did is odd. */
  readonly isTrained: boolean
  readonly good: Uint8Array
  readonly goodAt: Float64Array
  readonly other: Uint8Array
  readonly otherAt: Float64Array
  /** How many frames in a row continued the other voice. */
  readonly otherRun: Uint16Array
  /** Whether it is still the voice that was found false, and no third one that came after it. */
  readonly isBlamed: Uint8Array
  readonly strikes: Float32Array
  /** Until when frames of the other voice are blamed. */
  readonly reportedUntil: Float64Array
  readonly stillness: Stillness
  /** When the id last leapt. */
  readonly leaptAt: Float64Array
  /** Since when content was told of the id without a pause, when it was last, and until when no more is said of it. */
  readonly contentSince: Float64Array
  readonly contentAt: Float64Array
  readonly mutedUntil: Float64Array
  readonly pending: Float64Array
  readonly pendingCount: Uint8Array
}

const pendingKept = 4
const strikesNeeded = 3
const strikesKept = 6
/** How long another voice is held to be false before it is taken for the genuine one. */
const distrustMs = 20_000
const trustedRun = 3
const returnedRun = 5
const contentPauseMs = 5 * 60_000
const mutedMs = 60 * 60_000
const leaptMs = 10_000
const matureSeconds = 300
const matureFrames = 1_000
/**
 * How long a number stands still by itself takes longer to know: what is sent seldom stood still seldom while learning.
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
      otherAt: new Float64Array(ids),
      otherRun: new Uint16Array(ids),
      isBlamed: new Uint8Array(ids),
      strikes: new Float32Array(ids),
      reportedUntil: new Float64Array(ids).fill(-Infinity),
      contentSince: new Float64Array(ids),
      contentAt: new Float64Array(ids).fill(-Infinity),
      mutedUntil: new Float64Array(ids).fill(-Infinity),
      stillness: startStillness(model),
      isTrained: model.seconds >= matureSeconds,
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
    const isReported = frame.ts < memory.reportedUntil[place]!
    if (cycles === 0) {
      // the genuine voice is long gone: who goes on as the false one did is still false, anybody else is taken for
      // genuine
      forgetStillness(memory.stillness, model, place)
      if (!isReported || !goesOn(memory, model, place, frame)) return adopt(memory, place, frame)
      return handleOddFrame(memory, model, place, frame, facts, emit, 0, {
        field: 'content',
        observed: 'goes on as what was blamed',
        expected: 'as before that',
      })
    }
    const fit = fitOf(model, place, memory.good, place * modelled, frame.data, cycles)
    const isMuted = frame.ts < memory.mutedUntil[place]!
    const weight = isMuted && !fit.breaksChecksum && !fit.breaksCounter ? 0 : weightOf(fit, memory, model, place)
    if (fit.leaps > 0) memory.leaptAt[place] = frame.ts
    const frozen = frozenField(memory.stillness, model, place, frame, frame.ts - memory.leaptAt[place]! < leaptMs)
    // among frames that are too many can-period finds the genuine ones; what a wrong checksum says is certain all the
    // same
    if (facts.crowded?.[place] === 1 && !fit.breaksChecksum)
      return weight === 0 ? keep(memory.good, memory.goodAt, place, frame) : undefined
    if (frozen >= 0 && !isMuted && isMature(memory, model, place) && model.seen[place]! >= frozenFrames) {
      noteContent(memory, place, frame.ts)
      emit(
        signOf('can-masquerade', 'high', 'Implausible content of', frame, facts, takeFrozen(memory.stillness, place), [
          frozenExplanation(memory, model, frozen),
        ]),
      )
    }
    if (
      isReported
        ? !isStrong(fit, !isMuted && isMature(memory, model, place)) &&
          !continuesOtherBetter(memory, model, place, frame, fit.oddness)
        : weight === 0
    ) {
      memory.strikes[place] = Math.max(0, memory.strikes[place]! - 0.15)
      if (memory.strikes[place] === 0) memory.pendingCount[place] = 0
      return keep(memory.good, memory.goodAt, place, frame)
    }
    handleOddFrame(memory, model, place, frame, facts, emit, weight, strongest(fit))
  },
}

function frozenExplanation({ stillness }: Memory, { fields }: BusModel, i: number): Sign['explanation'][number] {
  const [first, count] = [fields.first[i]!, fields.bytes[i]!]
  return {
    field: count === 1 ? `byte ${first}` : `bytes ${first}-${first + count - 1}`,
    observed: `the same in ${stillness.run[i]} frames`,
    expected: `in at most ${fields.repeats[i]}`,
  }
}

/** Whether what is odd is so beyond doubt: while a false voice is blamed, the genuine one must not be for trifles. */
function isStrong(
  { breaksChecksum, breaksCounter, farLeaps, wildLeaps, constants }: Fit,
  isMatureId: boolean,
): boolean {
  return breaksChecksum || breaksCounter || (isMatureId && (farLeaps + wildLeaps > 0 || constants > 1))
}

/** Whether it fits the false voice better than the genuine one: both count, and with few bits they meet. */
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

/** Whether it continues, or says again, what the false voice said. */
function goesOn(memory: Memory, model: BusModel, place: number, frame: BusFrame): boolean {
  return (
    repeatsOther(memory, place, frame.data) ||
    (memory.otherRun[place]! > 0 && continuesOther(memory, model, place, frame))
  )
}

/** Whether it says what the false voice just said: a counter of few bits comes round to it. */
function repeatsOther({ other, otherAt, good, goodAt }: Memory, place: number, data: Uint8Array): boolean {
  if (otherAt[place]! < goodAt[place]!) return false
  let isGood = true
  for (let i = 0; i < modelled; i++) {
    if (other[place * modelled + i] !== (data[i] ?? 0)) return false
    isGood &&= good[place * modelled + i] === (data[i] ?? 0)
  }
  return !isGood
}

/** How many cycles have passed; 0 where it is so long that nothing follows from the payload before. */
function cyclesSince(model: BusModel, place: number, passed: number): number {
  const cycle = model.cycle[place]!
  if (!(passed >= 0) || passed > (cycle === 0 ? 1_000 : Math.max(1_000, 6 * cycle)))
    return passed > -1_000 && passed < 0 ? 1 : 0
  return cycle === 0 ? 2 : Math.max(1, Math.round(passed / cycle + 0.3))
}

/** What an oddity weighs; numbers and constant bits only where enough was learned that the unseen is odd. */
function weightOf(fit: Fit, memory: Memory, model: BusModel, place: number): number {
  let weight = (fit.breaksChecksum ? 1.5 : 0) + (fit.breaksCounter ? 1 : 0)
  if (!isMature(memory, model, place)) return weight
  if (fit.constants > 1) weight += Math.min(1.5, 0.2 + 0.1 * fit.constants)
  if (fit.wildLeaps > 0) weight += 3
  else if (fit.farLeaps > 0) weight += model.seen[place]! >= 3 * matureFrames ? 3 : 1.5
  else if (fit.leaps > 0) weight += 0.6
  return weight
}

/**
 * What is odd in content alone for longer than an attack is worth is rather something that learning did not show: it
 * was told once, and is the id's way from then on.
 */
function noteContent(memory: Memory, place: number, ts: number): void {
  if (ts - memory.contentAt[place]! > contentPauseMs) memory.contentSince[place] = ts
  memory.contentAt[place] = ts
  if (ts - memory.contentSince[place]! > distrustMs) memory.mutedUntil[place] = ts + mutedMs
}

/** Whether enough was learned of the id for what its numbers never did to be odd. */
function isMature({ isTrained }: Memory, { seen }: BusModel, place: number): boolean {
  return isTrained && seen[place]! >= matureFrames
}

/** A frame that does not continue the genuine ones. */
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
  const continues = memory.otherRun[place]! > 0 && continuesOther(memory, model, place, frame)
  memory.otherRun[place] = continues ? Math.min(memory.otherRun[place]! + 1, 0xffff) : 1
  if (isReported && !continues) memory.isBlamed[place] = 0
  // a third voice that goes on steadily is the genuine one come back
  if (isReported && memory.isBlamed[place] === 0 && memory.otherRun[place] >= returnedRun)
    return adopt(memory, place, frame)
  keep(memory.other, memory.otherAt, place, frame)
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
    return emit(signOf('can-masquerade', 'high', 'Implausible content of', frame, facts, blamed, [what]))
  }
  if (memory.otherRun[place] >= trustedRun && frame.ts >= memory.reportedUntil[place]!) adopt(memory, place, frame)
}

function continuesOther(memory: Memory, model: BusModel, place: number, frame: BusFrame): boolean {
  const cycles = cyclesSince(model, place, frame.ts - memory.otherAt[place]!)
  const fit = fitOf(model, place, memory.other, place * modelled, frame.data, cycles)
  return weightOf(fit, memory, model, place) === 0
}

/** From now on this is the genuine voice. */
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

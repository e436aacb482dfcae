import type { Explanation } from '../../alerts/alerts.ts'
import { type BusModel, modelled } from '../model.ts'
import { ofManyIds } from './attack-family.ts'
import type { BusDetector, BusFacts, BusFrame, Sign } from './bus-detector.ts'
import { fitOf } from './fit.ts'
import { isSentOnEvents } from './j1939/events.ts'
import { isChange, isSteady, otherRate, type Pace, slowPace, startPace, takePace } from './pace.ts'
import { awayFromClock } from './clock/sender-clock.ts'
import { isOutgrown, msText, signOf } from './signs.ts'

/**
 * Time is divided into slots of one cycle around the times at which an id is expected. In each slot one frame is taken
 * as genuine: the one that best continues the previous genuine frame, and not the previous surplus frame. A slot
 * without a frame cancels one surplus frame (a late frame leaves its slot empty and is surplus in the next one).
 */
interface Memory {
  /** The cycle in use, ms: the learned one, or a faster one that the sender has changed to. */
  readonly cycle: Float32Array
  readonly pace: Pace
  /** Middle of the current slot; NaN before the first frame. */
  readonly expected: Float64Array
  /** The most likely frame of the current slot: its seq (-1: none yet), time, oddness and payload. */
  readonly seq: Float64Array
  readonly at: Float64Array
  readonly odd: Float32Array
  readonly held: Uint8Array
  readonly good: Uint8Array
  readonly goodAt: Float64Array
  /** Number of consecutive genuine frames with the same payload. */
  readonly goodRun: Uint16Array
  /** Payload and time of the latest surplus frame: a second source with a separate rhythm. */
  readonly rival: Uint8Array
  readonly rivalAt: Float64Array
  /** Surplus frames in a row that each brought new content: the sender may have sent them because it changed. */
  readonly changes: Uint8Array
  /** How many of them the frame of the slot proves. */
  readonly proved: Uint8Array
  /** 1 where the frame of the slot has other content than the frame before it. */
  readonly isChanged: Uint8Array
  /** Surplus frames that no empty slot has cancelled. */
  readonly surplus: Float32Array
  readonly isReported: Uint8Array
  /** When the surplus began, NaN without one, and the frames since; for the explanation. */
  readonly surplusSince: Float64Array
  readonly surplusFrames: Uint32Array
  /** Surplus frames that are not reported yet: the low 32 bits of their seq. */
  readonly pending: Uint32Array
  readonly pendingCount: Uint8Array
}

const pendingKept = 16
/** Frames are reported in groups of this many. */
const reportedAtOnce = 4
const oddnessRefused = 3
/** After this many cycles without a genuine frame any payload is possible. */
const cyclesTrusted = 10
const surplusKept = 12
const changesKept = 12
/** Share of the cycle: the deviation from the expected time that a frame may have, in addition to the jitter. */
const offShare = 0.05
/**
 * The other source: its maximum weight, the difference in fit from which a lone frame is attributed to it, and the
 * surplus that such a frame adds.
 */
const rivalMaxWeight = 1
const rivalThreshold = 0.5
const loneRivalSurplus = 0.5
/** What it counts against a frame to be away from its sender's clock by more than is accidental, and at most. */
const clockWeight = 0.5
const clockMaxWeight = 3
/** Maximum number of empty slots that are credited; without it a lossy bus would give an attacker credit. */
const creditKept = -3
/** A control unit that starts again may first send so many frames that it had queued. */
const queuedMost = 20
/** Of an id with fewer learned frames it is not known that it is not sent on events, too. */
const rarelySeen = 30

export const canPeriod: BusDetector<Memory | undefined> = {
  name: 'can-period',
  family: { ...ofManyIds, strength: 4 },
  start({ model }) {
    if (!model) return undefined
    const ids = model.keys.length
    return {
      cycle: model.cycle.slice(),
      pace: startPace(ids),
      expected: new Float64Array(ids).fill(Number.NaN),
      seq: new Float64Array(ids).fill(-1),
      at: new Float64Array(ids),
      odd: new Float32Array(ids),
      held: new Uint8Array(ids * modelled),
      good: new Uint8Array(ids * modelled),
      goodAt: new Float64Array(ids).fill(Number.NaN),
      goodRun: new Uint16Array(ids),
      rival: new Uint8Array(ids * modelled),
      rivalAt: new Float64Array(ids).fill(Number.NaN),
      changes: new Uint8Array(ids),
      proved: new Uint8Array(ids),
      isChanged: new Uint8Array(ids),
      surplus: new Float32Array(ids),
      isReported: new Uint8Array(ids),
      surplusSince: new Float64Array(ids).fill(Number.NaN),
      surplusFrames: new Uint32Array(ids),
      pending: new Uint32Array(ids * pendingKept),
      pendingCount: new Uint8Array(ids),
    }
  },
  step(memory, frame, facts, emit) {
    const { model } = facts
    const place = frame.index
    if (!memory || !model || place < 0 || frame.isMisshapen || model.cycle[place] === 0) return
    if (isSentOnEvents(frame.key) || frame.isRequested === true) return
    follow(memory, model, place, frame, facts)
    const cycle = memory.cycle[place]!
    const middle = memory.expected[place]!
    if (!(Math.abs(frame.ts - middle) < 20 * cycle + 1_000)) {
      begin(memory, place, frame)
      if (frame.ts > middle) memory.surplus[place] = -queuedMost
      return
    }
    if (frame.ts >= middle + cycle / 2) closeSlots(memory, model, place, frame, facts, emit)
    takeFrame(memory, model, place, frame, facts, emit)
    if (facts.crowded) facts.crowded[place] = memory.surplus[place]! >= 1 ? 1 : 0
  },
}

/** Follows the rate of a single sender that changes it (rule CAN-PERIOD-6), and notes it for other detectors. */
function follow(memory: Memory, model: BusModel, place: number, frame: BusFrame, facts: BusFacts): void {
  const { pace, cycle } = memory
  const isOff = Math.abs(pace.mean[place]! - cycle[place]!) > otherRate * cycle[place]!
  takePace(pace, model, place, frame, isOff || memory.surplus[place]! >= 1)
  if (facts.paces) facts.paces[place] = slowPace(pace, model, place)
  if (!isOff || memory.isReported[place] === 1 || !isSteady(pace, model, place)) return
  const now = Math.min(pace.mean[place]!, model.cycle[place]!)
  if (Math.abs(now - cycle[place]!) <= otherRate * cycle[place]!) return
  cycle[place] = now
  memory.expected[place] = Number.NaN
}

/** Starts the slots after a pause, when nothing is known of them: the frame is taken as genuine. */
function begin(memory: Memory, place: number, frame: BusFrame): void {
  memory.expected[place] = frame.ts
  memory.surplus[place] = 0
  memory.surplusSince[place] = Number.NaN
  memory.isReported[place] = 0
  memory.pendingCount[place] = 0
  memory.changes[place] = 0
  memory.goodAt[place] = memory.rivalAt[place] = Number.NaN
  hold(memory, place, frame, 0)
}

function hold(memory: Memory, place: number, { seq, ts, data }: BusFrame, odd: number): void {
  memory.isChanged[place] = Number(isChange(memory.pace, place))
  memory.proved[place] = 0
  memory.seq[place] = seq
  memory.at[place] = ts
  memory.odd[place] = odd
  for (let i = 0; i < modelled; i++) memory.held[place * modelled + i] = data[i] ?? 0
}

/** Closes the slots before the one that contains the frame. */
function closeSlots(
  memory: Memory,
  model: BusModel,
  place: number,
  frame: BusFrame,
  facts: BusFacts,
  emit: (sign: Sign) => void,
): void {
  const cycle = memory.cycle[place]!
  forgiveProved(memory, place)
  flush(memory, model, place, frame, facts, emit)
  if (memory.seq[place]! >= 0 && isRival(memory, place)) {
    // the genuine frame is late or lost, and the other source continued
    takeRival(memory, place, memory.at[place]!, memory.held, place * modelled)
    suspect(memory, model, place, memory.seq[place]!, frame, facts, emit)
    memory.surplus[place] = Math.min(surplusKept, memory.surplus[place]! + loneRivalSurplus)
    pay(memory, place)
  } else if (memory.seq[place]! >= 0) {
    const off = memory.at[place]! - memory.expected[place]!
    memory.expected[place]! += Math.max(-0.06 * cycle, Math.min(0.06 * cycle, 0.2 * off))
    settle(memory, place)
  } else pay(memory, place)
  const passed = Math.max(1, Math.floor((frame.ts - memory.expected[place]!) / cycle + 0.5))
  for (let i = 1; i < Math.min(passed, 8); i++) pay(memory, place)
  memory.expected[place]! += passed * cycle
  memory.seq[place] = -1
  const surplus = memory.surplus[place]!
  memory.surplus[place] = surplus > 0 ? Math.max(0, surplus - 0.1) : Math.min(0, surplus + 0.1)
  if (memory.surplus[place] < 0.5) {
    memory.isReported[place] = 0
    memory.surplusSince[place] = Number.NaN
    memory.pendingCount[place] = 0
  }
}

/**
 * Takes the most likely frame of the slot as the genuine one. Exception: it is odd and there was surplus recently. Then
 * the genuine frame was late or lost, and the frame in its place must not be taken for it.
 */
function settle({ good, goodAt, at, held, odd, surplus, goodRun }: Memory, place: number): void {
  if (odd[place]! >= oddnessRefused && surplus[place]! >= 1) return
  goodAt[place] = at[place]!
  let isSame = true
  for (let i = place * modelled; i < (place + 1) * modelled; i++) {
    isSame &&= good[i] === held[i]
    good[i] = held[i]!
  }
  goodRun[place] = isSame ? Math.min(goodRun[place]! + 1, 0xffff) : 1
}

/**
 * Returns how many surplus frames the frame proves: each brought new content, and it comes in time and repeats that of
 * the last one. Their sender sent them because it changed; the genuine frame after an injected one has other content.
 */
function takeProved({ changes, cycle, expected, pace, rivalAt }: Memory, model: BusModel, place: number, ts: number) {
  const some = changes[place]!
  if (some === 0 || Math.abs(ts - expected[place]!) > offShare * cycle[place]! + 2 * model.jitter[place]!) return 0
  changes[place] = 0
  if (isChange(pace, place)) return 0
  rivalAt[place] = Number.NaN
  return some
}

/** Takes back the surplus frames that the frame of a slot that ends proves; some may have been paid for meanwhile. */
function forgiveProved({ proved, pendingCount, surplus }: Memory, place: number): void {
  if (proved[place] === 0) return
  surplus[place] = Math.min(surplus[place]!, Math.max(0, surplus[place]! - proved[place]!))
  pendingCount[place] = Math.max(0, pendingCount[place]! - proved[place]!)
  proved[place] = 0
}

function countChange(memory: Memory, place: number, isChanged: boolean): void {
  memory.changes[place] = isChanged ? Math.min(memory.changes[place]! + 1, changesKept) : 0
}

function pay(memory: Memory, place: number): void {
  const surplus = memory.surplus[place]!
  if (surplus > creditKept) memory.surplus[place] = Math.max(creditKept, surplus - 1)
}

function takeFrame(
  memory: Memory,
  model: BusModel,
  place: number,
  frame: BusFrame,
  facts: BusFacts,
  emit: (sign: Sign) => void,
): void {
  const proved = takeProved(memory, model, place, frame.ts)
  const odd = oddnessOf(memory, model, place, frame, facts)
  memory.surplusFrames[place]!++
  if (memory.seq[place]! < 0) {
    hold(memory, place, frame, odd)
    memory.proved[place] = proved
    return
  }
  if (Number.isNaN(memory.surplusSince[place]!)) beginSurplus(memory, place)
  memory.surplus[place] = Math.min(surplusKept, memory.surplus[place]! + 1)
  if (odd < memory.odd[place]!) {
    const loser = memory.seq[place]!
    countChange(memory, place, memory.isChanged[place] === 1)
    takeRival(memory, place, memory.at[place]!, memory.held, place * modelled)
    hold(memory, place, frame, odd)
    suspect(memory, model, place, loser, frame, facts, emit)
    memory.proved[place] = proved + takeProved(memory, model, place, frame.ts)
    return
  }
  countChange(memory, place, isChange(memory.pace, place))
  takeRival(memory, place, frame.ts, frame.data, 0)
  suspect(memory, model, place, frame.seq, frame, facts, emit)
}

/** The frames are counted from the slot that first had two, for the explanation. */
function beginSurplus(memory: Memory, place: number): void {
  memory.surplusSince[place] = memory.at[place]!
  memory.surplusFrames[place] = 2
}

function takeRival({ rival, rivalAt }: Memory, place: number, at: number, data: Uint8Array, from: number): void {
  for (let i = 0; i < modelled; i++) rival[place * modelled + i] = data[from + i] ?? 0
  rivalAt[place] = at
}

/** Keeps a surplus frame until it is known whether it is to be blamed. */
function suspect(
  memory: Memory,
  model: BusModel,
  place: number,
  seq: number,
  frame: BusFrame,
  facts: BusFacts,
  emit: (sign: Sign) => void,
): void {
  const count = memory.pendingCount[place]!
  if (count < pendingKept) memory.pendingCount[place] = count + 1
  else memory.pending.copyWithin(place * pendingKept, place * pendingKept + 1, (place + 1) * pendingKept)
  memory.pending[place * pendingKept + Math.min(count, pendingKept - 1)] = seq
  if (memory.pendingCount[place]! >= reportedAtOnce) flush(memory, model, place, frame, facts, emit)
}

/**
 * Returns true if the only frame of its slot belongs to the other source: it continues the previous surplus frame
 * better than the previous genuine one.
 */
function isRival({ odd, surplus }: Memory, place: number): boolean {
  return surplus[place]! >= 1 && odd[place]! > rivalThreshold
}

/**
 * Returns the evidence against a frame being the genuine one: its distance from the previous genuine frame, minus its
 * distance from the other source, if there is one. So neither source takes the other's place when it happens to fit
 * better once.
 */
function oddnessOf(memory: Memory, model: BusModel, place: number, frame: BusFrame, { clocks }: BusFacts): number {
  const { good, goodAt, goodRun, expected, rival, rivalAt, surplus } = memory
  const cycle = memory.cycle[place]!
  const away = clocks && awayFromClock(clocks, place, frame.ts)
  const byClock = away === undefined ? 0 : Math.min(clockMaxWeight, clockWeight * Math.max(0, away - 1))
  const odd = distance(model, cycle, place, good, goodAt[place]!, expected[place]!, frame) + byClock
  // a sender that repeats the same payload, where the id never did, is not the genuine one
  const repeats =
    model.repeats[place]! > 0 && goodRun[place]! >= model.repeats[place]! && isGood(memory, place, frame.data) ? 3 : 0
  const since = frame.ts - rivalAt[place]!
  if (!(surplus[place]! >= 1 && since > cycle / 4 && since < cyclesTrusted * cycle)) return odd + repeats
  return (
    odd +
    repeats -
    Math.min(
      rivalMaxWeight,
      distance(model, cycle, place, rival, rivalAt[place]!, rivalAt[place]! + Math.round(since / cycle) * cycle, frame),
    )
  )
}

/** Returns how far a frame is from continuing a source: in content, and in time from when that source was due. */
function distance(
  model: BusModel,
  cycle: number,
  place: number,
  voice: Uint8Array,
  lastAt: number,
  due: number,
  { ts, data }: BusFrame,
): number {
  const off = Math.abs(ts - due) / (offShare * cycle + 2 * model.jitter[place]!)
  const cycles = Number.isNaN(lastAt) ? 0 : Math.max(1, Math.round((ts - lastAt) / cycle))
  return (
    fitOf(model, place, voice, place * modelled, data, cycles > cyclesTrusted ? 0 : cycles).oddness +
    Math.min(2, 0.4 * off)
  )
}

function isGood({ good }: Memory, place: number, data: Uint8Array): boolean {
  for (let i = 0; i < modelled; i++) if (good[place * modelled + i] !== (data[i] ?? 0)) return false
  return true
}

/** Returns the surplus that is not accidental: more where the learned cycle is loose, or little was learned. */
function surplusNeeded(model: BusModel, place: number, facts: BusFacts): number {
  const isLoose = model.jitter[place]! > 0.25 * model.cycle[place]!
  const isYoung = model.seconds > 0 && (model.seconds < 30 || model.seen[place]! < 100 || isOutgrown(facts))
  const isRare = model.seconds > 0 && model.seen[place]! < rarelySeen
  return 3.5 + (isLoose ? 3 : 0) + (isYoung ? 2 : 0) + (isRare ? 6 : 0)
}

/**
 * Returns true as long as the surplus may be a faster rate of the sender: its frames come at one interval since the
 * cycle in which it began, and nothing has split one.
 */
function isOneSender({ pace, cycle, surplusSince }: Memory, place: number): boolean {
  const mean = pace.mean[place]!
  return (
    pace.run[place]! > 1 &&
    mean < (1 - otherRate) * cycle[place]! &&
    pace.since[place]! <= surplusSince[place]! + cycle[place]!
  )
}

function flush(
  memory: Memory,
  model: BusModel,
  place: number,
  frame: BusFrame,
  facts: BusFacts,
  emit: (sign: Sign) => void,
): void {
  if (
    memory.isReported[place] === 0 &&
    (memory.surplus[place]! - memory.proved[place]! < surplusNeeded(model, place, facts) || isOneSender(memory, place))
  )
    return
  memory.isReported[place] = 1
  const count = memory.pendingCount[place]!
  if (count === 0) return
  const blamed = Array.from(
    memory.pending.subarray(place * pendingKept, place * pendingKept + count),
    (low) => frame.seq - ((frame.seq - low) >>> 0),
  )
  memory.pendingCount[place] = 0
  emit(
    signOf('can-period', 'high', 'Injected frames of', frame, facts, blamed, [explained(memory, model, place, frame)]),
  )
}

/**
 * Returns the frames since the surplus began, and how many the cycle allows. Where the genuine frames are missing at
 * the same time there are no more than that: then the frames that another source sent are named.
 */
function explained(memory: Memory, model: BusModel, place: number, { ts }: BusFrame): Explanation {
  const cycle = memory.cycle[place]!
  const span = ts - memory.surplusSince[place]!
  const due = Math.floor(span / cycle) + 1
  const pace = `1 every ${msText(cycle)} ± ${msText(model.jitter[place]!)}`
  const frames = memory.surplusFrames[place]!
  if (frames > due)
    return { field: 'frames', observed: `${frames} within ${msText(span)}`, expected: `at most ${due} (${pace})` }
  return { field: 'frames between the expected ones', observed: 'from a second source', expected: pace }
}

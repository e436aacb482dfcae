import type { Explanation } from '../../alerts/alerts.ts'
import { fieldValue } from '../field-places.ts'
import type { Relations } from '../relations.ts'
import { masqueradeFamily } from './attack-family.ts'
import type { BusDetector, BusFacts, BusFrame, Sign } from './bus-detector.ts'
import { signOf, textOfKey } from './signs.ts'
import { keyOf } from '../frame.ts'
import { createPast, keepValue, type Past, valueBefore } from '../past-values.ts'

/**
 * The latest value and time of each number, the state of its relations, and the frames to blame if it is found to be
 * false.
 */
interface Memory {
  readonly relations: Relations
  readonly value: Float64Array
  readonly at: Float64Array
  /** Number of consecutive frames with the same value. */
  readonly still: Uint16Array
  /** Share of the other ids with which its relations do not hold. */
  readonly share: Float32Array
  /** 1 if one of its relations does not hold. */
  readonly isBroken: Uint8Array
  /** By id of the bus: when this detector last had a sign about it. */
  readonly signedAt: Float64Array
  /** Since when it has been considered false; NaN: it is not. */
  readonly accusedAt: Float64Array
  readonly pending: Float64Array
  readonly pendingCount: Uint8Array
  /**
   * By relation: the residual in units of the tolerance, the frames of x and of y since it broke, the share of each of
   * the two in the residual, and the time until which the relation is given up.
   */
  readonly residual: Float32Array
  readonly framesX: Uint8Array
  readonly framesY: Uint8Array
  readonly pushX: Float32Array
  readonly pushY: Float32Array
  readonly givenUpUntil: Float64Array
  /** By relation: how long it has not held, in seconds by a cumulative sum, and when that was added to. */
  readonly score: Float32Array
  readonly scoredAt: Float64Array
  /** Earlier values of the numbers that others follow; undefined: none does. */
  readonly past: Past | undefined
}

const pendingKept = 24
/** A partner's value older than this is not compared. */
const staleMs = 1_200
/** So long a relation with a lag has to be broken, s: a lag that varies breaks it for a shorter time. */
const sustainedSeconds = 0.35
/** The sum grows as fast as time at this much beyond the tolerance, and falls twice as fast while it holds. */
const fullBeyond = 0.5
const scoreMost = 1
/** A single comparison counts for no more than this, s. */
const longestSeconds = 0.5
/** Frames of both numbers that must contradict each other. */
const framesNeeded = 3
/** A number that was constant for this many frames while its partner moved is the frozen one. */
const stillFrames = 12
const lastsMs = 20_000
const givenUpMs = 60 * 60_000
const matureSeconds = { profile: 300, own: 540 } as const

/**
 * Detects numbers that contradict other numbers which were always in a linear relation to them (rules CAN-RELATION-5 to
 * CAN-RELATION-10 of ../SPEC.md). Its signs carry the name can-masquerade, so that they form one attack with what that
 * detector finds in the payload itself.
 */
export const canCorrelation: BusDetector<Memory | undefined> = {
  name: 'can-correlation',
  family: masqueradeFamily,
  start({ model, profile }) {
    if (
      !model ||
      model.seconds < (profile ? matureSeconds.profile : matureSeconds.own) ||
      model.relations.x.length === 0
    )
      return undefined
    const { relations } = model
    const fields = relations.names.length
    const pairs = relations.x.length
    return {
      relations,
      value: new Float64Array(fields),
      at: new Float64Array(fields).fill(-Infinity),
      still: new Uint16Array(fields),
      share: new Float32Array(fields),
      isBroken: new Uint8Array(fields),
      signedAt: new Float64Array(model.keys.length).fill(-Infinity),
      accusedAt: new Float64Array(fields).fill(Number.NaN),
      pending: new Float64Array(fields * pendingKept),
      pendingCount: new Uint8Array(fields),
      residual: new Float32Array(pairs),
      framesX: new Uint8Array(pairs),
      framesY: new Uint8Array(pairs),
      pushX: new Float32Array(pairs),
      pushY: new Float32Array(pairs),
      givenUpUntil: new Float64Array(pairs).fill(-Infinity),
      score: new Float32Array(pairs),
      scoredAt: new Float64Array(pairs).fill(-Infinity),
      past: relations.lag.some((lag) => lag > 0) ? createPast(fields) : undefined,
    }
  },
  step(memory, frame, facts, emit) {
    // among surplus frames it is not known yet which are genuine
    if (!memory || frame.index < 0 || facts.crowded?.[frame.index] === 1) return
    const { fieldsFrom } = memory.relations
    for (let field = fieldsFrom[frame.index]!; field < fieldsFrom[frame.index + 1]!; field++)
      checkField(memory, field, frame, facts, emit)
  },
}

function checkField(memory: Memory, field: number, frame: BusFrame, facts: BusFacts, emit: (sign: Sign) => void): void {
  const value = fieldValue(memory.relations.fields, field, frame.data)
  if (Number.isNaN(value)) return
  memory.still[field] = value === memory.value[field] ? Math.min(memory.still[field]! + 1, 0xffff) : 1
  memory.value[field] = value
  memory.at[field] = frame.ts
  if (memory.past) keepValue(memory.past, field, frame.ts, value)
  const isFalse = holdAgainst(memory, field, frame.ts, facts)
  if (memory.isBroken[field] === 0) {
    memory.pendingCount[field] = 0
    memory.accusedAt[field] = Number.NaN
    return
  }
  remember(memory, field, frame.seq)
  if (!isFalse) return
  if (Number.isNaN(memory.accusedAt[field]!)) memory.accusedAt[field] = frame.ts
  if (frame.ts - memory.accusedAt[field]! > lastsMs) return giveUp(memory, field, frame.ts)
  const from = field * pendingKept
  const blamed = [...memory.pending.subarray(from, from + memory.pendingCount[field]!)]
  memory.pendingCount[field] = 0
  memory.signedAt[frame.index] = frame.ts
  emit(signOf('can-masquerade', 'high', 'Implausible content of', frame, facts, blamed, contradictions(memory, field)))
}

/** Compares a number with its partners, id by id. Returns true if it is the false one. */
function holdAgainst(memory: Memory, field: number, ts: number, facts: BusFacts): boolean {
  const { relations, relationsFrom, x, y, place, lag } = memory.relations
  const isSuspect = isSuspectElsewhere(memory, place[field]!, ts, facts)
  let held = 0
  let broken = 0
  let against = 0
  let lastHeld = -1
  let lastBroken = -1
  let lastAgainst = -1
  let breaksOwn = false
  memory.isBroken[field] = 0
  for (let i = relationsFrom[field]!; i < relationsFrom[field + 1]!; i++) {
    const relation = relations[i]!
    const partner = x[relation] === field ? y[relation]! : x[relation]!
    if (ts - memory.at[partner]! > staleMs || ts < memory.givenUpUntil[relation]!) continue
    const other = place[partner]!
    // that another detector suspects the partner explains why they contradict each other
    if (!isSuspect && other !== place[field] && isSuspectElsewhere(memory, other, ts, facts)) continue
    // numbers of the same id are false together: they do not confirm each other
    const isOwn = other === place[field]
    if (!isOwn && other !== lastHeld) [held, lastHeld] = [held + 1, other]
    if (!foldResidual(memory, relation, field, ts)) continue
    memory.isBroken[field] = 1
    const hasEnoughFrames =
      (lag[relation] === 0 || memory.score[relation]! >= sustainedSeconds) &&
      Math.min(memory.framesX[relation]!, memory.framesY[relation]!) >= framesNeeded
    if (isOwn) breaksOwn ||= hasEnoughFrames
    else if (other !== lastBroken) [broken, lastBroken] = [broken + 1, other]
    if (!isOwn && hasEnoughFrames && other !== lastAgainst && isRatherFalse(memory, relation, field, partner))
      [against, lastAgainst] = [against + 1, other]
  }
  memory.share[field] = held === 0 ? 0 : broken / held
  return breaksOwn || (against > 0 && against * 2 >= broken && broken * 2 > held)
}

/** A sign of another detector excuses the partners of an id for this long, ms. */
const excusedMs = 3_000

/** Returns true if another detector had a sign about the id lately. */
function isSuspectElsewhere({ signedAt }: Memory, place: number, ts: number, { suspectedAt }: BusFacts): boolean {
  const at = suspectedAt?.[place] ?? -Infinity
  return at > signedAt[place]! && ts - at < excusedMs
}

/**
 * Updates the residual and returns true if the relation does not hold now. Only `field` has changed since the last
 * call, so the change of the residual is attributed to it. Where y follows x it is y that is compared, with what x was.
 */
function foldResidual(memory: Memory, relation: number, field: number, ts: number): boolean {
  const { x, lag } = memory.relations
  const isX = x[relation] === field
  const follows = lag[relation]! > 0
  if (!follows || !isX) {
    const before = follows ? valueBefore(memory.past!, x[relation]!, ts - lag[relation]!) : memory.value[x[relation]!]!
    if (Number.isNaN(before)) return false
    const residual = residualOf(memory, relation, before)
    // a value of before has not changed just now: who moved away is not known
    const push = isX ? memory.pushX : memory.pushY
    if (!follows) push[relation]! += residual - memory.residual[relation]!
    memory.residual[relation] = residual
    if (follows) addScore(memory, relation, residual, ts)
  }
  const residual = memory.residual[relation]!
  if (residual < 1) {
    if (!follows || memory.score[relation] === 0) memory.framesX[relation] = memory.framesY[relation] = 0
    if (residual < 0.7) memory.pushX[relation] = memory.pushY[relation] = 0
    return false
  }
  const frames = isX ? memory.framesX : memory.framesY
  frames[relation] = Math.min(frames[relation]! + 1, 0xff)
  return true
}

/** Returns the distance of y from what x lets expect, in units of the tolerance. */
function residualOf({ relations, value }: Memory, relation: number, of: number): number {
  const { y, gain, offset, spread, min, max } = relations
  const expected = gain[relation]! * of + offset[relation]!
  // outside the learned range a small error of the gain grows
  const beyond = Math.max(0, expected - max[relation]!, min[relation]! - expected)
  const tolerance = spread[relation]! + 0.3 * beyond
  const apart = Math.abs(value[y[relation]!]! - expected)
  return (apart < tolerance ? apart : rolledOver(relations, relation, value[y[relation]!]! - expected)) / tolerance
}

/** A cumulative sum over time: a relation that does not hold for a moment only proves nothing. */
function addScore({ score, scoredAt }: Memory, relation: number, residual: number, ts: number): void {
  const seconds = Math.max(0, Math.min(longestSeconds, (ts - scoredAt[relation]!) / 1_000))
  scoredAt[relation] = ts
  const way = residual < 1 ? -2 : Math.min(1, (residual - 1) / fullBeyond)
  score[relation] = Math.max(0, Math.min(scoreMost, score[relation]! + way * seconds))
}

/**
 * Returns the smallest distance between the two numbers if either of them, or both, wrapped around: a number may have
 * passed below 0 for the first time, or beyond what its bits hold. What was learned as a sign may be a flag beside it.
 */
function rolledOver({ x, y, gain, fields }: Relations, relation: number, apart: number): number {
  const roundX = Math.abs(gain[relation]!) * roundOf(fields, x[relation]!)
  const roundY = roundOf(fields, y[relation]!)
  let least = Math.abs(apart)
  for (let timesX = -1; timesX <= 1; timesX++) {
    for (let timesY = -1; timesY <= 1; timesY++)
      least = Math.min(least, Math.abs(apart + timesX * roundX + timesY * roundY))
  }
  return least
}

const roundOf = ({ length, form }: Relations['fields'], field: number) =>
  2 ** (length[field]! - ((form[field]! & 2) !== 0 ? 1 : 0))

/** Returns true if `field` is the false one: it contradicts more others, else it is constant, else it moved away. */
function isRatherFalse(memory: Memory, relation: number, field: number, partner: number): boolean {
  const { partners } = memory.relations
  if (partners[partner]! > 1 && memory.share[partner]! <= 0.5) return true
  if (partners[field]! > 1 && memory.share[field]! < memory.share[partner]!) return false
  const [own, others] =
    memory.relations.x[relation] === field ? [memory.pushX, memory.pushY] : [memory.pushY, memory.pushX]
  const isStill = memory.still[field]! >= stillFrames
  const isPartnerStill = memory.still[partner]! >= stillFrames
  if (isStill !== isPartnerStill && Math.min(own[relation]!, others[relation]!) < 0.3)
    return own[relation]! < 0.3 ? isStill : !isPartnerStill
  return own[relation]! > others[relation]!
}

function remember(memory: Memory, field: number, seq: number): void {
  const from = field * pendingKept
  const count = memory.pendingCount[field]!
  if (count < pendingKept) memory.pendingCount[field] = count + 1
  else memory.pending.copyWithin(from, from + 1, from + pendingKept)
  memory.pending[from + Math.min(count, pendingKept - 1)] = seq
}

/** A lasting contradiction is the vehicle's new normal: a sensor was replaced, or an offset was learned again. */
function giveUp(memory: Memory, field: number, ts: number): void {
  const { relations, relationsFrom } = memory.relations
  for (let i = relationsFrom[field]!; i < relationsFrom[field + 1]!; i++)
    if (memory.residual[relations[i]!]! >= 1) memory.givenUpUntil[relations[i]!] = ts + givenUpMs
  memory.accusedAt[field] = Number.NaN
  memory.pendingCount[field] = 0
}

const explained = 3

/** Returns the value of the number, and the values that other numbers let expect. */
function contradictions(memory: Memory, field: number): Explanation[] {
  const { relations, relationsFrom, x, y, gain, offset, spread, names } = memory.relations
  const texts: Explanation[] = []
  for (let i = relationsFrom[field]!; i < relationsFrom[field + 1]! && texts.length < explained; i++) {
    const relation = relations[i]!
    if (memory.residual[relation]! < 1) continue
    const isX = x[relation] === field
    const partner = isX ? y[relation]! : x[relation]!
    const by = gain[relation]!
    const expected = isX
      ? (memory.value[partner]! - offset[relation]!) / by
      : by * memory.value[partner]! + offset[relation]!
    const tolerance = isX ? spread[relation]! / Math.abs(by) : spread[relation]!
    const { name, id, ext } = names[partner]!
    texts.push({
      field: names[field]!.name,
      observed: number(memory.value[field]!),
      expected: `${number(expected)} ± ${number(tolerance)} by ${name} of ${textOfKey(keyOf(id, ext))}`,
    })
  }
  return texts
}

const number = (value: number): string => Math.round(value).toLocaleString('en')

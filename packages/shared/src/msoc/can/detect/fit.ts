import { kindNumber, seedOf } from '../checksums.ts'
import { wayRound } from '../learn-payload.ts'
import { fieldValue } from '../field-places.ts'
import { type BusModel, modelled } from '../model.ts'

/**
 * How well a payload fits the model of its id and the previous payload. One object, overwritten by each call.
 */
export interface Fit {
  /** The checksum is wrong. */
  breaksChecksum: boolean
  /** A counter repeats, or jumps further than the elapsed time explains. */
  breaksCounter: boolean
  /** Number of bits that never changed while learning and differ now from the previous payload. */
  constants: number
  /** Numbers that changed more than ever before (`leaps`), and by more than anything real explains (`farLeaps`). */
  leaps: number
  farLeaps: number
  /**
   * Numbers that leapt to where they never were, into bits that were never set, or dozens of times further than ever.
   * A value that means "not available" (all ones) does not count.
   */
  wildLeaps: number
  /** Numbers that moved often and leapt dozens of times further than ever, beside bits that are as they always were. */
  certainLeaps: number
  /** 0: as expected; grows with every oddity. Shows which of two frames is the more likely one. */
  oddness: number
}

/** The payload before the previous one, at the same place, and how much longer the time since than between the two. */
export interface Earlier {
  readonly payloads: Uint8Array
  readonly share: number
}

const fit: Fit = {
  breaksChecksum: false,
  breaksCounter: false,
  constants: 0,
  leaps: 0,
  farLeaps: 0,
  wildLeaps: 0,
  certainLeaps: 0,
  oddness: 0,
}

/**
 * Measures `data` against the previous payload, which begins at `at` in `before`. `cycles`: the number of frames that
 * the id may have sent since, including this one; 0 if so much time has passed that only the model counts. `earlier`:
 * numbers are expected to go on as they went between that and the previous payload.
 */
export function fitOf(
  model: BusModel,
  place: number,
  before: Uint8Array,
  at: number,
  data: Uint8Array,
  cycles: number,
  earlier?: Earlier,
): Fit {
  fit.breaksChecksum = breaksChecksum(model, place, data)
  const skipped = cycles > 0 ? skippedCounts(model, place, before, at, data, cycles) : 0
  fit.breaksCounter = skipped === Infinity
  fit.constants = flippedConstants(model, place, before, at, data, earlier)
  fit.oddness =
    (fit.breaksChecksum ? 8 : 0) + (fit.breaksCounter ? 4 : Math.min(skipped, 1)) + Math.min(8, 2 * fit.constants)
  fit.leaps = fit.farLeaps = fit.wildLeaps = fit.certainLeaps = 0
  if (cycles > 0) measureLeaps(model, place, before, at, data, earlier)
  if (fit.certainLeaps > 0 && alienBits(model, place, model.constantValue, data) > 0) fit.certainLeaps = 0
  return fit
}

export function breaksChecksum(model: BusModel, place: number, data: Uint8Array): boolean {
  const { checksumsFrom, checksums } = model
  for (let i = checksumsFrom[place]!; i < checksumsFrom[place + 1]!; i++) {
    const [byte, kind] = [checksums.byte[i]!, checksums.kind[i]!]
    if (byte >= data.length || seedOf(kind, data, byte) === checksums.seed[i]) continue
    // a sum of nibbles may be one of fields, and how a bit counts that never changed is not known
    if (kind !== nibbleSum || alienBits(model, place, model.constantValue, data) === 0) return true
  }
  return false
}

const nibbleSum = kindNumber('nibble-sum')

/**
 * Returns how many steps the counters of the id skipped, as far as the elapsed time explains; Infinity: they repeat, or
 * skipped more.
 */
function skippedCounts(
  { countersFrom, counters }: BusModel,
  place: number,
  before: Uint8Array,
  at: number,
  data: Uint8Array,
  cycles: number,
): number {
  let skipped = 0
  for (let i = countersFrom[place]!; i < countersFrom[place + 1]!; i++) {
    const byte = counters.byte[i]!
    const mask = counters.mask[i]!
    if (byte >= data.length || cycles * counters.step[i]! > mask) continue
    const now = (data[byte]! >> counters.shift[i]!) & mask
    const went = (now - (before[at + byte]! >> counters.shift[i]!)) & mask
    // counters that wrap early reach 0 sooner than their width suggests
    const steps = went / counters.step[i]!
    if (went !== 0 && now === 0) continue
    if (went === 0 || !Number.isInteger(steps) || steps > cycles + 1) return Infinity
    skipped = Math.max(skipped, steps - 1)
  }
  return skipped
}

/**
 * Returns the number of bits that differ from their constant value and did not in the previous payload. A byte that
 * changed by little, or by as much as before, is a number that goes on, with a carry into constant bits.
 */
function flippedConstants(
  { constantMask, constantValue }: BusModel,
  place: number,
  before: Uint8Array,
  at: number,
  data: Uint8Array,
  earlier: Earlier | undefined,
): number {
  let bits = 0
  const from = place * modelled
  const bytes = Math.min(data.length, modelled)
  for (let i = 0; i < bytes; i++) {
    const was = before[at + i]!
    const wrong = (data[i]! ^ constantValue[from + i]!) & constantMask[from + i]! & (data[i]! ^ was)
    if (wrong === 0) continue
    const went = earlier
      ? offTrend(data[i]!, was, earlier.payloads[at + i]!, earlier.share, 256)
      : wayRound(data[i]!, was, 256)
    if (went > carried) bits += onesIn(wrong)
  }
  return bits
}

/** Returns how far `now` is from where the number is if it went on from `was` as it came there from `earlier`. */
function offTrend(now: number, was: number, earlier: number, share: number, span: number): number {
  const trend = shorter(was - earlier, span) * share
  return Math.abs(shorter(now - was - trend, span))
}

/** Returns the difference of two numbers, the shorter way round. */
function shorter(difference: number, span: number): number {
  return difference - span * Math.round(difference / span)
}

/** How a number moves is known once it moved so often, and well known after more. */
const movesLeast = 50
const movesMany = 200

/** A byte that changes by no more than this may be a number that moves to where it never was. */
const carried = 4

/** Returns the number of bits that should be constant and differ from `value`, which has eight bytes per id. */
export function alienBits({ constantMask }: BusModel, place: number, value: Uint8Array, data: Uint8Array): number {
  let bits = 0
  const from = place * modelled
  const bytes = Math.min(data.length, modelled)
  for (let i = 0; i < bytes; i++) {
    const wrong = (data[i]! ^ value[from + i]!) & constantMask[from + i]!
    if (wrong !== 0) bits += onesIn(wrong)
  }
  return bits
}

function onesIn(byte: number): number {
  let ones = 0
  for (let rest = byte; rest !== 0; rest &= rest - 1) ones += 1
  return ones
}

function measureLeaps(
  { fieldsFrom, fields, widened }: BusModel,
  place: number,
  before: Uint8Array,
  at: number,
  data: Uint8Array,
  earlier: Earlier | undefined,
): void {
  for (let i = fieldsFrom[place]!; i < fieldsFrom[place + 1]!; i++) {
    const value = fieldValue(fields, i, data)
    const was = fieldValue(fields, i, before, at, at + modelled)
    const span = 2 ** fields.length[i]!
    const went = earlier
      ? offTrend(value, was, fieldValue(fields, i, earlier.payloads, at, at + modelled), earlier.share, span)
      : wayRound(value, was, span)
    // the fewer steps the largest one was learned from, the larger the next one may be
    const steps = Math.min(fields.seen[i]!, fields.moves[i]!)
    if (!(went > 0) || steps < movesLeast) continue
    const step = fields.step[i]! * (1 + 30 / Math.sqrt(steps))
    fit.oddness += Math.min(2, went / (8 * step + 8))
    if (went <= 2 * step + 2) continue
    fit.oddness += 2
    const isThere = !isNotAvailable(value, fields.length[i]!) && !isNotAvailable(was, fields.length[i]!)
    if (fields.moves[i]! >= movesMany && went > 12 * step + 8 && isThere) fit.certainLeaps += 1
    if (fields.isMature[i] === 0) continue
    fit.leaps += 1
    const range = fields.max[i]! - fields.min[i]!
    // a number that was constant for most of the time was not learned completely
    if (10 * fields.repeats[i]! > fields.seen[i]!) continue
    // a number that usually steps by much of its range is not smooth: one larger step is no evidence
    if (step < 0.15 * range && went > 4 * step + 4 && went > 0.3 * range) fit.farLeaps += 1
    if (isWild(fields, i, value, went, step, range) || isBeyond(widened, fields, i, before, at, data, step))
      fit.wildLeaps += 1
  }
}

/**
 * Returns true if a number that leaps reaches bits above it that never changed. A flag in these bits leaves the number
 * as it is, and a number that grows into them carries by a small step.
 */
function isBeyond(
  widened: BusModel['widened'],
  fields: BusModel['fields'],
  i: number,
  before: Uint8Array,
  at: number,
  data: Uint8Array,
  step: number,
): boolean {
  const length = widened.length[i]!
  if (length === fields.length[i]) return false
  const now = fieldValue(widened, i, data)
  const was = fieldValue(widened, i, before, at, at + modelled)
  const own = 2 ** fields.length[i]!
  if (Math.floor(now / own) === Math.floor(was / own) || isNotAvailable(now, length)) return false
  const way = Math.abs(now - was)
  return Math.min(way, 2 ** length - way) > 4 * step + 4
}

/** Returns true for the values that J1939 and others give to errors and to what is not there: FE.. and FF.. */
function isNotAvailable(value: number, length: number): boolean {
  const unsigned = value < 0 ? value + 2 ** length : value
  return length >= 8 && Math.floor(unsigned / 2 ** (length - 8)) >= 0xfe
}

function isWild(
  fields: BusModel['fields'],
  i: number,
  value: number,
  went: number,
  step: number,
  range: number,
): boolean {
  const ones = (fields.form[i]! & 2) !== 0 ? -1 : 2 ** fields.length[i]! - 1
  if (value === ones || range < 16 || went <= 4 * step + 4 || went <= 0.3 * range) return false
  return isFarBeyond(fields, i, value) || (step < 0.05 * range && went > 12 * step + 8)
}

/** Returns true if the value is far beyond all that the number ever was. */
function isFarBeyond({ min, max }: BusModel['fields'], i: number, value: number): boolean {
  return Math.max(min[i]! - value, value - max[i]!) > 0.25 * (max[i]! - min[i]!) + 2
}

/** Returns true if a number of the payload is where it never was: the genuine source would not send it. */
export function isWhereNeverWas({ fieldsFrom, fields }: BusModel, place: number, data: Uint8Array): boolean {
  for (let i = fieldsFrom[place]!; i < fieldsFrom[place + 1]!; i++)
    if (
      fields.isMature[i] === 1 &&
      fields.max[i]! - fields.min[i]! >= 16 &&
      isFarBeyond(fields, i, fieldValue(fields, i, data))
    )
      return true
  return false
}

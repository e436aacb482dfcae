import type { BitGroup } from './bits.ts'
import { kindNumber } from './checksums.ts'
import { type FieldPlaces, placesOfGroups } from './field-places.ts'
import { dlcOf, keyOf } from './frame.ts'
import type { CanProfile, IdProfile } from './profile.ts'
import { compileRelations, type Relations } from './relations.ts'

/**
 * A profile in the form that detectors read: columns by index of the id, so that a frame costs one look-up, and a
 * self-learned model a few dozen bytes per id. Only the first eight bytes of a payload are modelled.
 */
export interface BusModel {
  /** Seconds of traffic it was learned from; 0 for a derived profile, whose content is certain. */
  readonly seconds: number
  readonly frames: number
  readonly load: CanProfile['load']
  /** Number of ids seen only once while learning: an estimate of what is still unseen (Good-Turing). */
  readonly singletons: number
  readonly placeOf: ReadonlyMap<number, number>
  readonly keys: Uint32Array
  readonly seen: Uint32Array
  /** ms; 0: not in a cycle. */
  readonly cycle: Float32Array
  readonly jitter: Float32Array
  /** 1 where the sender was seen to keep to its beat for long. */
  readonly isSteady: Uint8Array
  /** The longest interval between two frames of a cyclic id, among those kept while learning, ms. */
  readonly slowest: Float32Array
  /** The interval in the second with the most frames of a cyclic id while learning, ms; 0: not known. */
  readonly fastest: Float32Array
  readonly peak: Uint16Array
  readonly repeats: Uint16Array
  /** One bit for each payload length seen, by its data length code; 0: any length. */
  readonly lengths: Uint16Array
  /** Eight bytes per id: the bits that never changed, and their values. */
  readonly constantMask: Uint8Array
  readonly constantValue: Uint8Array
  /** Index of the first field, counter and checksum of each id; they end where those of the next id begin. */
  readonly fieldsFrom: Uint32Array
  readonly countersFrom: Uint32Array
  readonly checksumsFrom: Uint32Array
  readonly fields: Fields
  /** The same fields with the constant bits above them, which they may reach one day. */
  readonly widened: FieldPlaces
  /** Signals whose range a DBC limits; their steps are not known. */
  readonly rangesFrom: Uint32Array
  readonly ranges: Fields
  readonly counters: {
    readonly byte: Uint8Array
    readonly shift: Uint8Array
    readonly mask: Uint8Array
    readonly step: Uint8Array
  }
  readonly checksums: { readonly byte: Uint8Array; readonly kind: Uint8Array; readonly seed: Uint8Array }
  readonly relations: Relations
}

/** Bit groups that behave like numbers and whose steps are known. */
interface Fields extends FieldPlaces {
  readonly min: Float64Array
  readonly max: Float64Array
  readonly step: Float64Array
  readonly repeats: Uint16Array
  /** How often they changed; Infinity: not known. */
  readonly moves: Float64Array
  /** In how many frames they were counted, and 1 where that is enough for behaviour that was never seen to be odd. */
  readonly seen: Uint32Array
  readonly isMature: Uint8Array
}

/** A control unit that keeps to a beat for so long does so, s. */
const steadyLeast = 8 * 60

const matureSeconds = 300
/** Numbers are counted once they are found, after 20 s at the earliest: a number needs so much less, s. */
const foundAfter = 25

/** Behaviour that was never seen is odd only after so much learning. */
export const isMature = (frames: number, seconds: number): boolean => seconds >= matureSeconds && frames >= 1_000

/** Number of payload bytes that are modelled. */
export const modelled = 8

const compiled = new WeakMap<CanProfile, BusModel>()

/** Returns the model of a profile; built once per profile object and shared by all its vehicles. */
export function modelOf(profile: CanProfile): BusModel {
  const known = compiled.get(profile)
  if (known) return known
  const model = compileModel(profile)
  compiled.set(profile, model)
  return model
}

/** Builds the model of a profile without caching it. */
export function compileModel({ learned, load, ids, correlations = [] }: CanProfile): BusModel {
  const keys = Uint32Array.from(ids, ({ id, ext }) => keyOf(id, ext))
  const placeOf = new Map(ids.map(({ id, ext }, place) => [keyOf(id, ext), place]))
  return {
    seconds: learned.seconds,
    frames: learned.frames,
    load,
    singletons: ids.filter(({ frames }) => frames === 1).length,
    placeOf,
    keys,
    relations: compileRelations(correlations, placeOf),
    seen: Uint32Array.from(ids, ({ frames }) => frames),
    cycle: Float32Array.from(ids, ({ cycle }) => cycle?.ms ?? 0),
    jitter: Float32Array.from(ids, ({ cycle }) => cycle?.jitterMs ?? 0),
    isSteady: Uint8Array.from(ids, ({ cycle }) => Number((cycle?.steadySeconds ?? 0) >= steadyLeast)),
    slowest: Float32Array.from(ids, ({ cycle }) => cycle?.maxMs ?? 0),
    fastest: Float32Array.from(ids, ({ cycle, peak }) => (cycle && peak > 0 ? 1_000 / peak : 0)),
    peak: Uint16Array.from(ids, ({ peak }) => Math.min(peak, 0xffff)),
    repeats: Uint16Array.from(ids, ({ repeats }) => Math.min(repeats, 0xffff)),
    lengths: Uint16Array.from(ids, ({ lengths }) => lengths.reduce((mask, length) => mask | (1 << dlcOf(length)), 0)),
    constantMask: bytesColumn(ids, 'constantMask'),
    constantValue: bytesColumn(ids, 'constantValue'),
    fieldsFrom: placesOf(ids, stepping),
    countersFrom: placesOf(ids, countersInByte),
    checksumsFrom: placesOf(ids, knownChecksums),
    fields: fieldsOf(ids, stepping, learned.seconds),
    widened: placesOfGroups(ids.flatMap((id) => stepping(id).map((signal) => widen(signal, id)))),
    rangesFrom: placesOf(ids, ranging),
    ranges: fieldsOf(ids, ranging, learned.seconds),
    counters: countersOf(ids.flatMap(countersInByte)),
    checksums: checksumsOf(ids.flatMap(knownChecksums)),
  }
}

/** Returns a number together with the bits above it that never changed, up to 32 bits. */
function widen({ startBit, length, isIntel, isSigned }: BitGroup, { bytes }: IdProfile): BitGroup {
  const isConstant = (bit: number) => ((bytes[bit >> 3]?.constantMask ?? 0) & (1 << (bit & 7))) !== 0
  const above = (group: BitGroup): number => {
    if (isIntel) return group.startBit + group.length
    return (group.startBit & 7) < 7 ? group.startBit + 1 : group.startBit - 15
  }
  let wide: BitGroup = { startBit, length, isIntel, isSigned }
  for (let bit = above(wide); wide.length < 32 && bit >= 0 && bit < modelled * 8 && isConstant(bit); bit = above(wide))
    wide = { ...wide, startBit: isIntel ? startBit : bit, length: wide.length + 1 }
  return wide
}

function bytesColumn(ids: readonly IdProfile[], column: 'constantMask' | 'constantValue'): Uint8Array {
  const all = new Uint8Array(ids.length * modelled)
  ids.forEach(({ bytes }, place) =>
    bytes.slice(0, modelled).forEach((byte, i) => (all[place * modelled + i] = byte[column])),
  )
  return all
}

function placesOf(ids: readonly IdProfile[], of: (id: IdProfile) => readonly unknown[]): Uint32Array {
  const places = new Uint32Array(ids.length + 1)
  ids.forEach((id, place) => (places[place + 1] = places[place]! + of(id).length))
  return places
}

const stepping = ({ signals }: IdProfile) =>
  signals.filter(({ maxStep, length, startBit }) => maxStep !== null && length <= 32 && startBit < modelled * 8)
const ranging = ({ signals }: IdProfile) => signals.filter(({ maxStep, length }) => maxStep === null && length <= 32)
const countersInByte = ({ counters }: IdProfile) =>
  counters.filter(({ startBit, length }) => length <= 8 && startBit >> 3 < modelled)
const knownChecksums = ({ checksums }: IdProfile) => checksums.filter(({ kind }) => kindNumber(kind) >= 0)

function fieldsOf(ids: readonly IdProfile[], of: typeof stepping, seconds: number): Fields {
  const signals = ids.flatMap(of)
  const all = ids.flatMap((id) => of(id).map(() => id.frames))
  const seen = Uint32Array.from(signals, ({ frames }, i) => frames ?? all[i]!)
  return {
    seen,
    isMature: Uint8Array.from(seen, (frames, i) =>
      Number(isMature(frames, Math.min(seconds, (seconds * frames) / Math.max(1, all[i]!) + foundAfter))),
    ),
    ...placesOfGroups(signals),
    min: Float64Array.from(signals, ({ min }) => min),
    max: Float64Array.from(signals, ({ max }) => max),
    step: Float64Array.from(signals, ({ maxStep }) => maxStep ?? 0),
    repeats: Uint16Array.from(signals, ({ repeats }) => Math.min(repeats, 0xffff)),
    moves: Float64Array.from(signals, ({ moves }) => moves ?? Infinity),
  }
}

function countersOf(counters: ReturnType<typeof countersInByte>): BusModel['counters'] {
  const lowest = ({ startBit, length, isIntel }: (typeof counters)[number]) =>
    isIntel ? startBit & 7 : (startBit & 7) - length + 1
  return {
    byte: Uint8Array.from(counters, ({ startBit }) => startBit >> 3),
    shift: Uint8Array.from(counters, lowest),
    mask: Uint8Array.from(counters, ({ length }) => 2 ** length - 1),
    step: Uint8Array.from(counters, ({ step }) => step),
  }
}

function checksumsOf(checksums: ReturnType<typeof knownChecksums>): BusModel['checksums'] {
  return {
    byte: Uint8Array.from(checksums, ({ byte }) => byte),
    kind: Uint8Array.from(checksums, ({ kind }) => kindNumber(kind)),
    seed: Uint8Array.from(checksums, ({ seed }) => seed),
  }
}

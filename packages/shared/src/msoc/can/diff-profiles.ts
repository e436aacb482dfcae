import { idText, keyOf } from './frame.ts'
import type {
  ByteProfile,
  CanProfile,
  ChecksumProfile,
  CorrelatedField,
  CorrelationProfile,
  CounterProfile,
  IdProfile,
  ProfileException,
  SignalProfile,
} from './profile.ts'

/** One difference: in the profile as a whole (`id` null), or in one arbitration id. */
interface ProfileChange {
  readonly kind: 'added' | 'removed' | 'changed'
  readonly id: number | null
  readonly ext: boolean
  readonly name: string | null
  /** The differing fields as text; empty where an id was added or removed. */
  readonly fields: FieldChange[]
}

interface FieldChange {
  readonly field: string
  readonly before: string
  readonly after: string
}

/**
 * Relative difference from which two cycles count as different: two recordings of the same bus differ by chance.
 */
const cycleTolerance = 0.02

/**
 * Returns the differences between two profiles of a bus: the bus as a whole first, then id by id, ascending. The amount
 * of data learned from does not count as a difference (rules PROFILE-DIFF-1 to PROFILE-DIFF-4 of ./SPEC.md).
 */
export function diffProfiles(before: CanProfile, after: CanProfile): ProfileChange[] {
  const old = byKey(before.ids)
  const now = byKey(after.ids)
  const keys = [...new Set([...old.keys(), ...now.keys()])].sort((a, b) => a - b)
  return [...busChange(before, after), ...keys.flatMap((key) => idChange(old.get(key), now.get(key)))]
}

const byKey = (ids: readonly IdProfile[]) => new Map(ids.map((one) => [keyOf(one.id, one.ext), one]))

function busChange(before: CanProfile, after: CanProfile): ProfileChange[] {
  const fields = differing([
    ['exceptions', exceptionsText(before.exceptions), exceptionsText(after.exceptions)],
    ['numbers that go together', ...relationTexts(before.correlations ?? [], after.correlations ?? [])],
  ])
  return fields.length === 0 ? [] : [{ kind: 'changed', id: null, ext: false, name: null, fields }]
}

function idChange(before: IdProfile | undefined, after: IdProfile | undefined): ProfileChange[] {
  const { id, ext, name } = (after ?? before)!
  if (!before || !after) return [{ kind: before ? 'removed' : 'added', id, ext, name, fields: [] }]
  const fields = differing([
    ['name', before.name ?? 'none', after.name ?? 'none'],
    ['cycle', ...cycleTexts(before, after)],
    ['lengths', bytesText(before.lengths), bytesText(after.lengths)],
    ...byteTexts(before.bytes, after.bytes),
    ['counters', listText(before.counters, counterText), listText(after.counters, counterText)],
    ['checksums', listText(before.checksums, checksumText), listText(after.checksums, checksumText)],
    ...signalTexts(before.signals, after.signals),
  ])
  return fields.length === 0 ? [] : [{ kind: 'changed', id, ext, name, fields }]
}

type Texts = readonly [field: string, before: string, after: string]

function differing(texts: readonly Texts[]): FieldChange[] {
  return texts.flatMap(([field, before, after]) => (before === after ? [] : [{ field, before, after }]))
}

function cycleTexts({ cycle: before }: IdProfile, { cycle: after }: IdProfile): [string, string] {
  if (before && after && Math.abs(before.ms - after.ms) <= cycleTolerance * Math.max(before.ms, after.ms))
    return ['', '']
  return [cycleText(before), cycleText(after)]
}

function cycleText(cycle: IdProfile['cycle']): string {
  return cycle === null ? 'none' : `${decimal(cycle.ms)} ms`
}

/** Returns for each byte its constant bits and its range. */
function byteTexts(before: readonly ByteProfile[], after: readonly ByteProfile[]): Texts[] {
  return Array.from({ length: Math.max(before.length, after.length) }, (_, i) => [
    `byte ${i}`,
    byteText(before[i]),
    byteText(after[i]),
  ])
}

/** Returns a byte as text: `always 3F`, or its range and its constant bits. */
export function byteText(byte: ByteProfile | undefined): string {
  if (!byte) return 'none'
  if (byte.constantMask === 0xff) return `always ${hexByte(byte.constantValue)}`
  const range = `${hexByte(byte.min)} to ${hexByte(byte.max)}`
  return byte.constantMask === 0
    ? range
    : `${range}, bits ${hexByte(byte.constantMask)} always ${hexByte(byte.constantValue & byte.constantMask)}`
}

/** Compares signals by name: those of only one profile, and those whose position or range differs. */
function signalTexts(before: readonly SignalProfile[], after: readonly SignalProfile[]): Texts[] {
  const old = new Map(before.map((signal) => [signal.name, signal]))
  const now = new Map(after.map((signal) => [signal.name, signal]))
  return [...new Set([...old.keys(), ...now.keys()])].map((name) => [
    `signal ${name}`,
    signalText(old.get(name)),
    signalText(now.get(name)),
  ])
}

/** Returns a signal as text: its position and its raw range. */
export function signalText(signal: SignalProfile | undefined): string {
  if (!signal) return 'none'
  const step = signal.maxStep === null ? '' : `, steps up to ${decimal(signal.maxStep)}`
  const sign = signal.isSigned ? ' signed' : ''
  return `${placeText(signal)}${sign}, ${decimal(signal.min)} to ${decimal(signal.max)}${step}`
}

/** Returns bits as a DBC writes them: start, length, and 1 for Intel or 0 for Motorola byte order. */
function placeText({ startBit, length, isIntel }: Pick<SignalProfile, 'startBit' | 'length' | 'isIntel'>): string {
  return `${startBit}|${length}@${isIntel ? 1 : 0}`
}

/** Returns a counter as text. */
export function counterText(counter: CounterProfile): string {
  return `${placeText(counter)} by ${counter.step}`
}

/** Returns a checksum as text. */
export function checksumText({ byte, kind, seed }: ChecksumProfile): string {
  return `${kind} in byte ${byte}${seed === 0 ? '' : `, seed ${hexByte(seed)}`}`
}

function exceptionsText(exceptions: readonly ProfileException[]): string {
  const texts = exceptions.map(
    ({ id, ext, detector }) =>
      `${detector}${id === null ? '' : ` on ${id.toString(16).toUpperCase()}${ext ? ' extended' : ''}`}`,
  )
  return listText(texts.sort(), (text) => text)
}

/** Returns the correlations of only one profile. Their spread is not compared: it differs by chance. */
function relationTexts(before: readonly CorrelationProfile[], after: readonly CorrelationProfile[]): [string, string] {
  const [old, now] = [before.map(correlationText), after.map(correlationText)]
  const only = (texts: readonly string[], others: readonly string[]) =>
    listText(texts.filter((text) => !others.includes(text)).sort(), (text) => text)
  return [only(old, now), only(now, old)]
}

/** Returns a correlation as text: which numbers of which ids. */
function correlationText({ x, y }: CorrelationProfile): string {
  return `${fieldText(y)} with ${fieldText(x)}`
}

const fieldText = ({ id, ext, name }: CorrelatedField) => `${name} of ${idText(id, ext)}`

function listText<One>(list: readonly One[], textOf: (one: One) => string): string {
  return list.length === 0 ? 'none' : list.map(textOf).join('; ')
}

const bytesText = (lengths: readonly number[]) => listText(lengths, (length) => `${length} B`)

const hexByte = (byte: number) => byte.toString(16).toUpperCase().padStart(2, '0')

/** Rounds to three decimals, without trailing zeros. */
const decimal = (value: number) => String(Number(value.toFixed(3)))

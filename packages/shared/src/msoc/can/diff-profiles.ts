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

/** One difference: of the profile as a whole (`id` null), or of one arbitration id. */
interface ProfileChange {
  readonly kind: 'added' | 'removed' | 'changed'
  readonly id: number | null
  readonly ext: boolean
  readonly name: string | null
  /** What differs, in words; empty for what was added or removed. */
  readonly fields: FieldChange[]
}

interface FieldChange {
  readonly field: string
  readonly before: string
  readonly after: string
}

/**
 * How much a cycle may differ before it is another one: relatively, as two recordings of the same bus differ by chance.
 */
const cycleTolerance = 0.02

/**
 * What another profile of a bus would say differently: the bus as a whole first, then id by id, ascending. How much was
 * learned from is no difference (rules PROFILE-DIFF-1 to PROFILE-DIFF-4 of ./SPEC.md).
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

/** Byte by byte, what of it is constant and how far it goes. */
function byteTexts(before: readonly ByteProfile[], after: readonly ByteProfile[]): Texts[] {
  return Array.from({ length: Math.max(before.length, after.length) }, (_, i) => [
    `byte ${i}`,
    byteText(before[i]),
    byteText(after[i]),
  ])
}

/** A byte in words: `always 3F`, or its range and the bits of it that never change. */
export function byteText(byte: ByteProfile | undefined): string {
  if (!byte) return 'none'
  if (byte.constantMask === 0xff) return `always ${hexByte(byte.constantValue)}`
  const range = `${hexByte(byte.min)} to ${hexByte(byte.max)}`
  return byte.constantMask === 0
    ? range
    : `${range}, bits ${hexByte(byte.constantMask)} always ${hexByte(byte.constantValue & byte.constantMask)}`
}

/** Signals by name: those that one side alone has, and those whose place or range differs. */
function signalTexts(before: readonly SignalProfile[], after: readonly SignalProfile[]): Texts[] {
  const old = new Map(before.map((signal) => [signal.name, signal]))
  const now = new Map(after.map((signal) => [signal.name, signal]))
  return [...new Set([...old.keys(), ...now.keys()])].map((name) => [
    `signal ${name}`,
    signalText(old.get(name)),
    signalText(now.get(name)),
  ])
}

/** A signal in words: where it is, and its raw range. */
export function signalText(signal: SignalProfile | undefined): string {
  if (!signal) return 'none'
  const step = signal.maxStep === null ? '' : `, steps up to ${decimal(signal.maxStep)}`
  return `${placeText(signal)}${signal.isSigned ? ' signed' : ''}, ${decimal(signal.min)} to ${decimal(signal.max)}${step}`
}

/** Bits as a DBC writes them: start, length, and 1 for Intel or 0 for Motorola byte order. */
function placeText({ startBit, length, isIntel }: Pick<SignalProfile, 'startBit' | 'length' | 'isIntel'>): string {
  return `${startBit}|${length}@${isIntel ? 1 : 0}`
}

/** A counter in words. */
export function counterText(counter: CounterProfile): string {
  return `${placeText(counter)} by ${counter.step}`
}

/** A checksum in words. */
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

/** Those that one side alone has: how far apart two numbers were differs by chance. */
function relationTexts(before: readonly CorrelationProfile[], after: readonly CorrelationProfile[]): [string, string] {
  const [old, now] = [before.map(correlationText), after.map(correlationText)]
  const only = (texts: readonly string[], others: readonly string[]) =>
    listText(texts.filter((text) => !others.includes(text)).sort(), (text) => text)
  return [only(old, now), only(now, old)]
}

/** A correlation in words: which numbers of which ids. */
function correlationText({ x, y }: CorrelationProfile): string {
  return `${fieldText(y)} with ${fieldText(x)}`
}

const fieldText = ({ id, ext, name }: CorrelatedField) => `${name} of ${idText(id, ext)}`

function listText<One>(list: readonly One[], textOf: (one: One) => string): string {
  return list.length === 0 ? 'none' : list.map(textOf).join('; ')
}

const bytesText = (lengths: readonly number[]) => listText(lengths, (length) => `${length} B`)

const hexByte = (byte: number) => byte.toString(16).toUpperCase().padStart(2, '0')

/** Three significant decimals, without trailing zeros. */
const decimal = (value: number) => String(Number(value.toFixed(3)))

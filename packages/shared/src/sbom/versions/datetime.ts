import { defineOrder, type Sign } from './define-order.ts'
import { compareNumerals, compareText } from './parts.ts'

interface Instant {
  /** Whole seconds since 1970. */
  readonly seconds: number
  /** Digits after the point, without zeros at the end. */
  readonly fraction: string
}

const shape = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(?:\.(\d+))?(Z|[+-]\d{2}:\d{2})$/

/** Reads a timestamp by RFC 3339 with its offset; undefined also for days and hours that don't exist (VERSION-35). */
function readDatetime(text: string): Instant | undefined {
  const match = shape.exec(text.trim().toUpperCase())
  if (!match) return undefined
  const [, local = '', fraction = '', offset = ''] = match
  const milliseconds = Date.parse(local + offset)
  // Date.parse moves 30 February into March
  const inUtc = new Date(Date.parse(`${local}Z`))
  if (Number.isNaN(milliseconds) || inUtc.toISOString().slice(0, 19) !== local) return undefined
  return { seconds: milliseconds / 1_000, fraction: withoutLastZeros(fraction) }
}

function withoutLastZeros(digits: string): string {
  let length = digits.length
  while (digits[length - 1] === '0') length--
  return digits.slice(0, length)
}

function compareDatetime(a: Instant, b: Instant): Sign {
  const sign = compareNumerals(a.seconds, b.seconds)
  return sign !== 0 ? sign : compareText(a.fraction, b.fraction)
}

export const datetime = defineOrder('datetime', readDatetime, compareDatetime)

/** Reads any text; UTF-8 bytes and code points have the same order. */
function readLexicographic(text: string): readonly number[] | undefined {
  return text === '' ? undefined : Array.from(text, (character) => character.codePointAt(0)!)
}

function compareCodePoints(a: readonly number[], b: readonly number[]): Sign {
  const common = Math.min(a.length, b.length)
  for (let i = 0; i < common; i++) {
    if (a[i] !== b[i]) return compareNumerals(a[i]!, b[i]!)
  }
  return compareNumerals(a.length, b.length)
}

/** Versions by the bytes of their UTF-8, with nothing normalised (VERSION-35). */
export const lexicographic = defineOrder('lexicographic', readLexicographic, compareCodePoints)

import { defineOrder, type Sign } from './define-order.ts'
import { compareNumerals, compareText, withoutLastZeros } from './parts.ts'

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

function compareDatetime(a: Instant, b: Instant): Sign {
  const sign = compareNumerals(a.seconds, b.seconds)
  return sign !== 0 ? sign : compareText(a.fraction, b.fraction)
}

export const datetime = defineOrder('datetime', readDatetime, compareDatetime)

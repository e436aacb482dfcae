import ipaddr from 'ipaddr.js'
import { fold, type EventView, type FieldValues, type SigmaValue } from './event.ts'
import { compilePattern } from './match-text.ts'
import type { Comparison, DatePart, PatternPart, ValueTest } from './model.ts'
import { compileRegex } from './regex.ts'

/** Tests the values of a field; undefined: the event does not have it. The view is for tests that read other fields. */
export type CompiledTest = (field: FieldValues | undefined, view: EventView) => boolean

/** Returns the function of a test. */
export function compileTest(test: ValueTest): CompiledTest {
  if (test.kind === 'text') return textTest(test.parts, test.cased)
  if (test.kind === 'number') return numberTest(test)
  if (test.kind === 'date') {
    return (field) => field?.values.some((value) => compares(test, datePartOf(value, test.part))) ?? false
  }
  if (test.kind === 'null') return (field) => field === undefined || field.values.includes(null)
  if (test.kind === 'exists') return (field) => (field !== undefined) === test.expected
  if (test.kind === 'cidr') return cidrTest(test.range)
  if (test.kind === 'field') return fieldTest(test)
  const regex = compileRegex(test.source, test.flags)
  return (field) => field?.texts.some(regex) ?? false
}

function numberTest(test: Extract<ValueTest, { kind: 'number' }>): CompiledTest {
  return (field) => {
    if (field === undefined) return false
    for (const value of field.values) if (compares(test, numberOf(value))) return true
    return false
  }
}

function textTest(parts: readonly PatternPart[], cased: boolean): CompiledTest {
  if (cased) {
    const matches = compilePattern(parts)
    return (field) => field?.texts.some(matches) ?? false
  }
  const matches = compilePattern(
    parts.map((part) => (part.kind === 'literal' ? { kind: 'literal', text: fold(part.text) } : part)),
  )
  return (field) => {
    if (field === undefined) return false
    const { folded } = field
    return folded.length === 1 ? matches(folded[0]!) : folded.some(matches)
  }
}

/** Returns the comparison's result; false if the value is no number. */
export function compares({ comparison, value }: { comparison: Comparison; value: number }, given: number): boolean {
  if (Number.isNaN(given)) return false
  if (comparison === 'lt') return given < value
  if (comparison === 'lte') return given <= value
  if (comparison === 'gt') return given > value
  if (comparison === 'gte') return given >= value
  return (given === value) === (comparison === 'eq')
}

/** Returns a value as a number; NaN if it is none. */
export function numberOf(value: SigmaValue): number {
  if (typeof value === 'number') return value
  return typeof value === 'string' && value.trim() !== '' ? Number(value) : NaN
}

const written = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2}))?/

/** Returns a part of a date as it is written; a number is a time in epoch ms, read as UTC. */
function datePartOf(value: SigmaValue, part: DatePart): number {
  const text = typeof value === 'number' && Math.abs(value) < 8.64e15 ? new Date(value).toISOString() : String(value)
  const match = written.exec(text)
  if (match === null) return NaN
  const [, year, month, day, hour, minute] = match.map(Number) as [number, number, number, number, number, number]
  if (part === 'week') return weekOf(year, month, day)
  return { year, month, day, hour, minute }[part]
}

/** The week of ISO 8601: week 1 has the year's first Thursday. */
function weekOf(year: number, month: number, day: number): number {
  const date = new Date(Date.UTC(year, month - 1, day))
  const thursday = date.getTime() + (4 - (date.getUTCDay() || 7)) * 86_400_000
  const firstDay = Date.UTC(new Date(thursday).getUTCFullYear(), 0, 1)
  return Math.floor((thursday - firstDay) / (7 * 86_400_000)) + 1
}

function cidrTest(range: string): CompiledTest {
  const [network, bits] = ipaddr.parseCIDR(range)
  return (field) =>
    field?.texts.some((text) => {
      if (!ipaddr.isValid(text)) return false
      const address = ipaddr.process(text)
      return address.kind() === network.kind() && address.match(network, bits)
    }) ?? false
}

function fieldTest({ field: other, relation, cased }: Extract<ValueTest, { kind: 'field' }>): CompiledTest {
  const related = {
    equals: (a: string, b: string) => a === b,
    'starts-with': (a: string, b: string) => a.startsWith(b),
    'ends-with': (a: string, b: string) => a.endsWith(b),
    contains: (a: string, b: string) => a.includes(b),
  }[relation]
  const form = cased ? 'texts' : 'folded'
  return (field, view) => {
    const others = view.field(other)
    return field?.[form].some((text) => others?.[form].some((second) => related(text, second)) ?? false) ?? false
  }
}

import { type Parsed, parsed, refused } from '../../core/parsed.ts'
import type { Field } from '../../graph/artefacts/fields.ts'
import { hostileJson } from '../../core/documents/hostile-json.ts'

/** Whether a field has a column in tables; fields with a shape too large for a cell have none. */
export function isTabular({ input, isLong }: Field): boolean {
  return input !== 'own' || !isLong
}

/** A field's value as the readable text of a cell; parsing it gives the same value again (rule EXCHANGE-11). */
export function cellOf({ input, choices = {} }: Field, value: unknown): string | number | null {
  if (value === null || value === undefined) return null
  if (input === 'truth') return value === true ? 'yes' : 'no'
  if (input === 'number') return value as number
  if (input === 'choice') return choices[value as string] ?? String(value)
  if (input === 'choices') return (value as string[]).map((key) => choices[key] ?? key).join(', ')
  if (input === 'lines') return (value as string[]).join('\n')
  if (input !== 'own') return String(value)
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value.join(', ')
  return isEmpty(value) ? null : JSON.stringify(value)
}

function isEmpty(value: unknown): boolean {
  return value === null || (typeof value === 'object' && Object.values(value).every(isEmpty))
}

const truths: Readonly<Record<string, boolean>> = {
  yes: true,
  true: true,
  1: true,
  x: true,
  no: false,
  false: false,
  0: false,
  '': false,
}
/** Days since 30 December 1899, as spreadsheets count dates, for 1927 to 2173. */
const serial = /^(1|2|3|4|5|6|7|8|9)\d{4}(\.0+)?$/
const dayMs = 86_400_000

/** The value that a cell states for a field, before the field's own rules are checked. */
export function valueOfCell(field: Field, cell: string): Parsed<unknown> {
  const text = cell.trim()
  switch (field.input) {
    case 'line':
    case 'text':
      return parsed(text)
    case 'lines':
      return parsed(
        text
          .split('\n')
          .map((line) => line.trim())
          .filter((line) => line !== ''),
      )
    case 'date':
      return parsed(
        text === ''
          ? null
          : serial.test(text)
            ? new Date(Date.UTC(1899, 11, 30) + Math.trunc(Number(text)) * dayMs).toISOString().slice(0, 10)
            : text.slice(0, 40),
      )
    case 'number':
      return text === ''
        ? parsed(null)
        : Number.isFinite(Number(text))
          ? parsed(Number(text))
          : refused(`${field.title}: ${shown(text)} is no number.`)
    case 'truth':
      return Object.hasOwn(truths, text.toLowerCase())
        ? parsed(truths[text.toLowerCase()])
        : refused(`${field.title}: say yes or no.`)
    case 'choice':
      return text === '' ? parsed(null) : chosen(field, text)
    case 'choices':
      return allChosen(field, text)
    case 'own':
      return ownOf(field, text)
  }
}

const shown = (text: string) => JSON.stringify(text.slice(0, 60))

function chosen({ title, choices = {} }: Field, text: string): Parsed<string> {
  const word = text.toLowerCase()
  const found = Object.entries(choices).find(
    ([key, label]) => key.toLowerCase() === word || label.toLowerCase() === word,
  )
  return found
    ? parsed(found[0])
    : refused(`${title}: ${shown(text)} is none of ${Object.values(choices).slice(0, 12).join(', ')}.`)
}

function allChosen(field: Field, text: string): Parsed<string[]> {
  const keys: string[] = []
  for (const one of text
    .split(/[,;\n]/)
    .map((word) => word.trim())
    .filter((word) => word !== '')) {
    const found = chosen(field, one)
    if (!found.ok) return found
    keys.push(found.value)
  }
  return parsed(keys)
}

function ownOf(field: Field, text: string): Parsed<unknown> {
  if (text === '') return parsed(field.initial)
  if (!/^[[{]/.test(text))
    return parsed(
      text
        .split(/[,;\n]/)
        .map((one) => one.trim())
        .filter((one) => one !== ''),
    )
  const read = hostileJson(text)
  return read.ok ? read : refused(`${field.title}: ${read.reason}`)
}

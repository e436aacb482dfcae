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

/** The key of a choice that a cell names by its key, label or a synonym: `S3`, `S3: fatal`, `Severe (S3)`. */
function chosen({ title, choices = {}, synonyms = {} }: Field, text: string): Parsed<string> {
  const words = Object.entries(choices).map(([key, label]) => ({ key, label, also: synonyms[key] ?? [] }))
  const found = namedBy(text, words) ?? namedBy(leading(text.slice(0, mostLetters)), words)
  return found
    ? parsed(found.key)
    : refused(`${title}: ${shown(text)} is none of ${Object.values(choices).slice(0, 12).join(', ')}.`)
}

interface Named {
  readonly key: string
  readonly label: string
  readonly also?: readonly string[]
}

/** What a cell names, whatever its case, spaces and spelling of -ise. */
export function namedBy<T extends Named>(text: string, words: readonly T[]): T | undefined {
  const word = spelt(text)
  return words.find(({ key, label, also = [] }) => [key, label, ...also].some((one) => spelt(one) === word))
}

const spelt = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/<\s*=/g, '≤')
    .replaceAll(/iz(?=e|a|i)/g, 'is')
    .replaceAll(/[\s_]+/g, ' ')
    .replaceAll(/(?<=[<≤>]) /g, '')
    .trim()

/** More letters of a cell than any label has, with its explanation. */
const mostLetters = 200

/** A word before its explanation: `S3` of `S3: fatal`. */
const leading = (text: string) => text.split(/\s*[:(–]|\s-\s/, 1)[0]!

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

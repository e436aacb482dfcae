import { Failure } from '../../core/failure.ts'
import { type Expression, type FilterCall, parsePath, parseTemplate } from './expressions.ts'
import type { Comparison, Conditions } from './playbook.ts'
import { beginning } from './storable.ts'

/** The values that expressions read, by the first part of their path. */
export type Values = Readonly<Record<string, unknown>>

/** Longest text that a template makes, characters. */
export const longestText = 64 * 1024

/** Characters that the expressions of one template may read and make in all. */
const mostWork = 4 * 1024 * 1024

/** Counts characters. Throws once there were too many: others wait while an expression is evaluated. */
type Spend = (characters: number) => void

function budget(): Spend {
  let left = mostWork
  return (characters) => {
    left -= characters
    if (left < 0) throw new Failure('RULE_REFUSED', { message: 'The expressions of this template read too much text.' })
  }
}

/**
 * The value at a path; undefined if there is none. Only own properties are read, so that no expression reaches what
 * JavaScript adds to every object (rule PLAYBOOK-4).
 */
export function valueAt(values: Values, path: readonly string[]): unknown {
  let now: unknown = values
  for (const part of path) {
    if (Array.isArray(now))
      now = part === 'length' ? now.length : Object.hasOwn(now, part) ? now[Number(part)] : undefined
    else if (typeof now === 'object' && now !== null)
      now = Object.hasOwn(now, part) ? (now as Record<string, unknown>)[part] : undefined
    else return undefined
  }
  return now
}

/** The value of an expression, after its filters (rule PLAYBOOK-1). */
export function evaluate({ path, filters }: Expression, values: Values, spend = budget()): unknown {
  return filters.reduce(
    (value, filter) => {
      const made = filtered(value, filter, spend)
      return typeof made === 'string' ? beginning(made, longestText) : made
    },
    valueAt(values, path),
  )
}

/** The value of a path as written in a setting. */
export function evaluatePath(text: string, values: Values): unknown {
  return evaluate(parsePath(text), values)
}

/** The text of a template. A value that does not exist is an empty text; lists and objects are written as JSON. */
export function render(text: string, values: Values): string {
  const spend = budget()
  let made = ''
  for (const part of parseTemplate(text)) {
    if (made.length >= longestText) break
    made += typeof part === 'string' ? part : textRead(evaluate(part, values, spend), spend)
  }
  return beginning(made, longestText)
}

function textRead(value: unknown, spend: Spend): string {
  const text = textOf(value)
  spend(text.length)
  return text
}

export function textOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/**
 * The value of a template: that of its expression if it is nothing else, so that numbers and lists stay what they are;
 * otherwise its text.
 */
export function valueOf(text: string, values: Values): unknown {
  const parts = parseTemplate(text.trim())
  const [only] = parts
  if (parts.length === 1 && typeof only === 'object') return evaluate(only, values) ?? null
  return render(text, values)
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

function filtered(value: unknown, { name, args }: FilterCall, spend: Spend): unknown {
  const text = () => textRead(value, spend)
  switch (name) {
    case 'default':
      return isEmpty(value) ? args[0] : value
    case 'json':
      return textRead(JSON.stringify(value ?? null), spend)
    case 'length':
      return Array.isArray(value) ? value.length : text().length
    case 'first':
      return Array.isArray(value) ? value[0] : (Array.from(text().slice(0, 2))[0] ?? '')
    case 'last':
      return Array.isArray(value) ? value.at(-1) : (Array.from(text().slice(-2)).at(-1) ?? '')
    case 'join':
      return Array.isArray(value) ? joined(value, String(args[0] ?? ', '), spend) : text()
    case 'upper':
    case 'lower':
    case 'trim':
    case 'hex':
    case 'replace':
    case 'truncate':
    case 'date':
    case 'url':
      return filteredText(text(), name, args)
  }
}

function joined(items: readonly unknown[], between: string, spend: Spend): string {
  let made = ''
  for (const [index, item] of items.entries()) {
    if (made.length >= longestText) break
    made += `${index === 0 ? '' : between}${textRead(item, spend)}`
  }
  return made
}

/** The filters that change texts. */
type TextFilter = Exclude<FilterCall['name'], 'default' | 'json' | 'length' | 'first' | 'last' | 'join'>

function filteredText(text: string, name: TextFilter, args: FilterCall['args']): string {
  switch (name) {
    case 'upper':
      return text.toUpperCase()
    case 'lower':
      return text.toLowerCase()
    case 'trim':
      return text.trim()
    case 'hex':
      return /^\d{1,15}$/.test(text) ? `0x${Number(text).toString(16).toUpperCase()}` : text
    case 'replace':
      return replaced(text, String(args[0]), String(args[1]))
    case 'truncate':
      return beginning(text, Math.max(0, Number(args[0])))
    case 'url':
      return encodeURIComponent(text.toWellFormed())
    case 'date':
      return Number.isNaN(Date.parse(text)) ? text : new Date(text).toISOString().slice(0, 16).replace('T', ' ')
  }
}

/** `from` is not empty: the reader of expressions has refused that. */
function replaced(text: string, from: string, to: string): string {
  let made = ''
  let at = 0
  while (made.length < longestText) {
    const found = text.indexOf(from, at)
    if (found < 0) return made + text.slice(at)
    made += text.slice(at, found) + to
    at = found + from.length
  }
  return made
}

/** Whether conditions hold (rule PLAYBOOK-6). */
export function holds(conditions: Conditions, values: Values): boolean {
  const each = (test: Conditions['tests'][number]) => ('tests' in test ? holds(test, values) : compares(test, values))
  return conditions.match === 'all' ? conditions.tests.every(each) : conditions.tests.some(each)
}

/** One comparison. Texts are compared without regard to case; numbers as numbers if both sides are such. */
function compares({ field, op, value }: Comparison, values: Values): boolean {
  const left = evaluatePath(field, values)
  if (op === 'is_set') return !isEmpty(left)
  if (op === 'is_not_set') return isEmpty(left)
  const right = render(value, values)
  if (op === 'one_of') return right.split(',').some((one) => isEqual(left, one.trim()))
  if (op === 'equals' || op === 'not_equals') return isEqual(left, right) === (op === 'equals')
  if (op === 'contains' || op === 'not_contains') return contains(left, right) === (op === 'contains')
  const [text, part] = [textOf(left).toLowerCase(), right.toLowerCase()]
  if (op === 'starts_with') return text.startsWith(part)
  if (op === 'ends_with') return text.endsWith(part)
  return isOrdered(op, left, right)
}

function isEqual(left: unknown, right: string): boolean {
  const numbers = [numberOf(left), numberOf(right)] as const
  if (numbers[0] !== undefined && numbers[1] !== undefined) return numbers[0] === numbers[1]
  return textOf(left).toLowerCase() === right.toLowerCase()
}

function contains(left: unknown, right: string): boolean {
  if (Array.isArray(left)) return left.some((item) => isEqual(item, right))
  return textOf(left).toLowerCase().includes(right.toLowerCase())
}

const severityRanks = ['info', 'low', 'medium', 'high', 'critical']

function isOrdered(op: 'greater' | 'at_least' | 'less' | 'at_most', left: unknown, right: string): boolean {
  const [one, other] = [orderOf(left), orderOf(right)]
  if (one === undefined || other === undefined) return false
  if (op === 'greater') return one > other
  if (op === 'at_least') return one >= other
  return op === 'less' ? one < other : one <= other
}

/** Numbers, severities and times have an order; another text has none. */
function orderOf(value: unknown): number | undefined {
  const number = numberOf(value)
  if (number !== undefined) return number
  const rank = severityRanks.indexOf(textOf(value).toLowerCase())
  if (rank >= 0) return rank
  const time = /^\d{4}-\d\d-\d\dT/.test(textOf(value)) ? Date.parse(textOf(value)) : Number.NaN
  return Number.isNaN(time) ? undefined : time
}

function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value
  return typeof value === 'string' && /^-?\d{1,15}(\.\d{1,10})?$/.test(value.trim()) ? Number(value) : undefined
}

import ipaddr from 'ipaddr.js'
import { base64, base64Offsets, utf16, utf8 } from './encodings.ts'
import type { Comparison, DatePart, PatternPart, ValueTest } from './model.ts'
import { literalPattern, open, plainText, readPattern, withAnyDash } from './pattern.ts'
import { regexFault } from './regex.ts'
import type { Value } from './yaml-reader.ts'

const comparisons: readonly string[] = ['lt', 'lte', 'gt', 'gte']
const dateParts: readonly string[] = ['minute', 'hour', 'day', 'week', 'month', 'year']
const regexFlags: readonly string[] = ['i', 'm', 's']
const encodings: readonly string[] = ['base64', 'base64offset', 'utf16le', 'utf16be', 'utf16', 'wide']
const positions: readonly string[] = ['startswith', 'endswith', 'contains']
/** Modifiers that make something other than a text pattern of the value; one of them at most. */
const kinds: readonly string[] = ['re', 'cidr', 'exists', 'fieldref', ...comparisons, ...dateParts]
const known = new Set([...kinds, ...regexFlags, ...encodings, ...positions, 'all', 'cased', 'neq', 'windash', 'expand'])
const mostExpansions = 1_000

/** Values for placeholders such as `%Servers%`, by their names. */
export type Placeholders = ReadonlyMap<string, readonly string[]>

/** Tests of a value, or why the value cannot be tested that way. */
export type Tests = { readonly tests: readonly ValueTest[] } | { readonly reason: string }

/** Returns what is wrong with a chain of modifiers; undefined if nothing is (rules SIGMA-12 to SIGMA-14). */
export function chainFault(modifiers: readonly string[]): string | undefined {
  const unknown = modifiers.find((modifier) => !known.has(modifier))
  if (unknown !== undefined) return `"${unknown}" is no modifier of Sigma 2.1.`
  if (new Set(modifiers).size < modifiers.length) return 'A modifier is given twice.'
  return kindFault(modifiers) ?? textFault(modifiers)
}

function kindFault(modifiers: readonly string[]): string | undefined {
  const [first, second] = modifiers.filter((modifier) => kinds.includes(modifier))
  const compares = comparisons.includes(second ?? '') && dateParts.includes(first ?? '')
  if (first !== undefined && second !== undefined && !compares) return `"${first}" and "${second}" exclude each other.`
  const flag = modifiers.find((modifier) => regexFlags.includes(modifier))
  if (flag !== undefined && !modifiers.slice(0, modifiers.indexOf(flag)).includes('re')) {
    return `"${flag}" must follow "re".`
  }
  return undefined
}

function textFault(modifiers: readonly string[]): string | undefined {
  const ends = modifiers.filter((modifier) => positions.includes(modifier))
  if (ends.length > 1) return `"${ends[0]}" and "${ends[1]}" exclude each other.`
  const kind = modifiers.find((modifier) => kinds.includes(modifier))
  if (kind === undefined) return undefined
  const allowed = kind === 'fieldref' ? [...positions, 'cased'] : kind === 're' ? [...regexFlags, 'expand'] : []
  const odd = modifiers.find(
    (modifier) => !allowed.includes(modifier) && !kinds.includes(modifier) && modifier !== 'neq' && modifier !== 'all',
  )
  return odd === undefined ? undefined : `"${odd}" cannot be used with "${kind}".`
}

/** Returns the tests that a value means after its modifiers; several where it expands (rules SIGMA-15 to SIGMA-24). */
export function testsOf(value: Value, modifiers: readonly string[], placeholders: Placeholders): Tests {
  const kind = modifiers.find((modifier) => kinds.includes(modifier))
  if (kind === undefined) return textTests(value, modifiers, placeholders)
  if (kind === 're') return regexTests(value, modifiers, placeholders)
  if (kind === 'cidr') return cidrTest(value)
  if (kind === 'exists') return existsTest(value)
  if (kind === 'fieldref') return fieldTest(value, modifiers)
  return numberTest(value, kind, modifiers)
}

function textTests(value: Value, modifiers: readonly string[], placeholders: Placeholders): Tests {
  if (value === null) {
    const odd = modifiers.find((modifier) => modifier !== 'neq')
    return odd === undefined ? { tests: [{ kind: 'null' }] } : { reason: `"${odd}" needs a value.` }
  }
  const expanded = modifiers.includes('expand')
    ? expandedTexts(String(value), placeholders)
    : { texts: [String(value)] }
  if ('reason' in expanded) return expanded
  const cased = modifiers.includes('cased')
  const patterns = expanded.texts.map((text) => patternsOf(text, modifiers))
  const refused = patterns.find((pattern) => 'reason' in pattern)
  if (refused !== undefined && 'reason' in refused) return refused
  return {
    tests: patterns.flatMap((pattern) =>
      'reason' in pattern ? [] : pattern.patterns.map((parts): ValueTest => ({ kind: 'text', parts, cased })),
    ),
  }
}

type Patterns = { readonly patterns: readonly PatternPart[][] } | { readonly reason: string }

function patternsOf(text: string, modifiers: readonly string[]): Patterns {
  let patterns: PatternPart[][] = [readPattern(text)]
  for (const modifier of modifiers) {
    if (encodings.includes(modifier)) {
      const literals = patterns.map(plainText)
      if (literals.includes(undefined)) return { reason: `A value with wildcards cannot be encoded ("${modifier}").` }
      patterns = literals.flatMap((literal) => encoded(literal!, modifier, modifiers).map(literalPattern))
    } else patterns = patterns.map((parts) => changed(parts, modifier))
  }
  return { patterns }
}

function changed(parts: PatternPart[], modifier: string): PatternPart[] {
  if (modifier === 'windash') return withAnyDash(parts)
  if (modifier === 'contains') return open(parts, { before: true, behind: true })
  if (modifier === 'startswith') return open(parts, { before: false, behind: true })
  if (modifier === 'endswith') return open(parts, { before: true, behind: false })
  return parts
}

function encoded(text: string, modifier: string, modifiers: readonly string[]): string[] {
  if (modifier === 'utf16le' || modifier === 'wide') return [utf16(text, true)]
  if (modifier === 'utf16be') return [utf16(text, false)]
  if (modifier === 'utf16') return [`\u00ff\u00fe${utf16(text, true)}`]
  const bytes = modifiers.some((other) => other.startsWith('utf16') || other === 'wide') ? text : utf8(text)
  return modifier === 'base64' ? [base64(bytes)] : base64Offsets(bytes)
}

function expandedTexts(text: string, placeholders: Placeholders): { texts: string[] } | { reason: string } {
  let texts = ['']
  for (const piece of text.split(/(\\%|%[^%\s]+%)/)) {
    const name = /^%([^%\s]+)%$/.exec(piece)?.[1]
    const values = name === undefined ? [piece === '\\%' ? '%' : piece] : placeholders.get(name)
    if (values === undefined) return { reason: `The placeholder %${name}% has no values here.` }
    texts = texts.flatMap((begun) => values.map((value) => begun + value))
    if (texts.length > mostExpansions) return { reason: `The value expands to more than ${mostExpansions} texts.` }
  }
  return { texts }
}

function regexTests(value: Value, modifiers: readonly string[], placeholders: Placeholders): Tests {
  if (typeof value !== 'string' && typeof value !== 'number') return { reason: 'A regular expression must be a text.' }
  const expanded = modifiers.includes('expand')
    ? expandedTexts(String(value), placeholders)
    : { texts: [String(value)] }
  if ('reason' in expanded) return expanded
  const flags = regexFlags.filter((flag) => modifiers.includes(flag)).join('')
  const reason = expanded.texts.map((source) => regexFault(source, flags)).find((fault) => fault !== undefined)
  return reason === undefined
    ? { tests: expanded.texts.map((source) => ({ kind: 'regex', source, flags })) }
    : { reason: `The regular expression cannot be used: ${reason}.` }
}

function cidrTest(value: Value): Tests {
  const range = String(value)
  return ipaddr.isValidCIDR(range)
    ? { tests: [{ kind: 'cidr', range }] }
    : { reason: `"${range.slice(0, 60)}" is no network, such as 10.0.0.0/8 or fe80::/10.` }
}

function existsTest(value: Value): Tests {
  return typeof value === 'boolean'
    ? { tests: [{ kind: 'exists', expected: value }] }
    : { reason: '"exists" needs true or false.' }
}

function fieldTest(value: Value, modifiers: readonly string[]): Tests {
  if (typeof value !== 'string' || value === '') return { reason: '"fieldref" needs the name of a field.' }
  const cased = modifiers.includes('cased')
  return { tests: [{ kind: 'field', field: value, relation: relationOf(modifiers), cased }] }
}

function relationOf(modifiers: readonly string[]): 'equals' | 'starts-with' | 'ends-with' | 'contains' {
  if (modifiers.includes('startswith')) return 'starts-with'
  if (modifiers.includes('endswith')) return 'ends-with'
  return modifiers.includes('contains') ? 'contains' : 'equals'
}

function numberTest(value: Value, kind: string, modifiers: readonly string[]): Tests {
  const number =
    typeof value === 'number' ? value : typeof value === 'string' && value.trim() !== '' ? Number(value) : NaN
  if (!Number.isFinite(number)) return { reason: `"${kind}" needs a number.` }
  const comparison = (modifiers.find((modifier) => comparisons.includes(modifier)) ?? 'eq') as Comparison
  return dateParts.includes(kind)
    ? { tests: [{ kind: 'date', part: kind as DatePart, comparison, value: number }] }
    : { tests: [{ kind: 'number', comparison, value: number }] }
}

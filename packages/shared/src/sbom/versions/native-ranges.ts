import { parsed, refused, type Parsed } from '../../core/parsed.ts'
import { intervalOf, unionOf, type Interval } from './intervals.ts'
import { formatSemver, readNpmRange, type Comparator } from './npm-range.ts'
import { formatVers, sortedRange, type Constraint } from './vers.ts'
import { orderOfType } from './version-types.ts'

/** Longest native range that is read, in UTF-16 units (VERSION-3). */
const maxNativeLength = 8_192

/** Alternatives, of which one must hold; in each all constraints must hold. Undefined if the text can't be read. */
type Alternatives = readonly (readonly Constraint[])[] | undefined

const readers: Readonly<Record<string, (text: string) => Alternatives>> = {
  npm: readNpmAlternatives,
  conan: readConanAlternatives,
  gem: (text) => allOf(text, readGemPart),
  pypi: (text) => allOf(text, readPypiPart),
  deb: (text) => allOf(text, readDebianPart),
  rpm: (text) => allOf(text, readPlainPart),
  nginx: (text) => anyOf(text, readNginxPart),
  openssl: (text) => anyOf(text, (version) => [{ comparator: '=', version }]),
  maven: (text) => readBrackets(text, undefined),
  nuget: (text) => readBrackets(text, '>='),
}

/**
 * Returns the canonical VERS text of a range in the notation of its own ecosystem (VERSION-43): `^1.2.3` of npm,
 * `~> 2.0` of gem, `[1.0,2.0)` of Maven, … Refuses ranges that have no version, and types without a reader.
 */
export function versOfNative(type: string, text: string): Parsed<string> {
  if (text.length > maxNativeLength) return refused(`a range has at most ${maxNativeLength} characters`)
  const order = orderOfType(type)
  if (!order || !Object.hasOwn(readers, type)) return refused(`ranges of ${type} have no notation that is read here`)
  const alternatives = readers[type]!(text.trim())
  if (!alternatives) return refused(`${text} is no range of ${type}`)

  const intervals: Interval[] = []
  for (const constraints of alternatives) {
    const interval = intervalOf(
      order,
      constraints.filter(({ comparator }) => comparator !== '!='),
    )
    if (interval) intervals.push(interval)
  }
  if (intervals.length === 0) return refused(`no version is in the range ${text} of ${type}, or one can't be read`)

  const union = unionOf(order, intervals)
  const exclusions = alternatives.flat().filter(({ comparator }) => comparator === '!=')
  if (union === '*' && exclusions.length === 0) return parsed(formatVers({ type, constraints: '*' }))
  const range = sortedRange(type, [...(union === '*' ? [] : union), ...exclusions])
  return range.ok ? parsed(formatVers(range.value)) : range
}

/** Reads parts between commas, all of which must hold. */
function allOf(text: string, read: (part: string) => readonly Constraint[] | undefined): Alternatives {
  const parts = text.split(',').map((part) => read(part.replaceAll(/\s+/g, '')))
  return parts.includes(undefined) ? undefined : [(parts as (readonly Constraint[])[]).flat()]
}

/** Reads parts between commas, one of which must hold. */
function anyOf(text: string, read: (part: string) => readonly Constraint[] | undefined): Alternatives {
  const parts = text.split(',').map((part) => read(part.replaceAll(/\s+/g, '').toLowerCase()))
  return parts.includes(undefined) ? undefined : (parts as (readonly Constraint[])[])
}

/** An upper end `<2.0.0-0` becomes `<2.0.0`, since VERS has no rule of its own for pre-releases. */
function readNpmAlternatives(text: string): Alternatives {
  return readNpmRange(text)?.sets.map((set) => set.map(npmConstraint))
}

function npmConstraint({ operator, version }: Comparator): Constraint {
  const isCeiling = operator === '<' && version.preRelease.length === 1 && version.preRelease[0] === 0
  return { comparator: operator, version: formatSemver(isCeiling ? { ...version, preRelease: [] } : version) }
}

/** Reads Conan's ranges: `||`, `~`, `^`; a hyphen at the end and `include_prerelease` allow pre-releases. */
function readConanAlternatives(text: string): Alternatives {
  const [expression = ''] = text.split(',')
  const alternatives = expression.split('||').map((alternative) => {
    const parts = alternative.split(/\s+/).filter((part) => part !== '')
    return (parts.length === 0 ? ['*'] : parts).map(readConanPart)
  })
  return alternatives.some((parts) => parts.includes(undefined))
    ? undefined
    : (alternatives as (readonly Constraint[])[][]).map((parts) => parts.flat())
}

function readConanPart(part: string): readonly Constraint[] | undefined {
  const [, operator = '', version = ''] = /^(>=|<=|>|<|=|~|\^)?(.*?)-?$/.exec(part)!
  if (version === '') return undefined
  if (version === '*') return [{ comparator: '>=', version: '0.0.0' }]
  if (operator !== '~' && operator !== '^') {
    return [{ comparator: (operator || '=') as Constraint['comparator'], version }]
  }
  const items = version.replace(/[-+].*$/, '').split('.')
  const at = operator === '~' ? Math.min(1, items.length - 1) : items.findIndex((item) => !/^0+$/.test(item))
  const upper = at === -1 ? undefined : bumped(items, at)
  return upper === undefined
    ? undefined
    : [
        { comparator: '>=', version },
        { comparator: '<', version: `${upper}-` },
      ]
}

/** Returns the version whose item at the index is one more, without what follows; undefined if it is no number. */
function bumped(items: readonly string[], at: number): string | undefined {
  if (!/^[0-9]+$/.test(items[at] ?? '')) return undefined
  return [...items.slice(0, at), BigInt(items[at]!) + 1n].join('.')
}

function readPlainPart(part: string): readonly Constraint[] | undefined {
  const match = /^(>=|<=|!=|<>|==|=|>|<)(.+)$/.exec(part)
  if (!match) return undefined
  const comparator = match[1] === '==' ? '=' : match[1] === '<>' ? '!=' : match[1]
  return [{ comparator: comparator as Constraint['comparator'], version: match[2]! }]
}

function readDebianPart(part: string): readonly Constraint[] | undefined {
  return readPlainPart(part.replaceAll(/[()]/g, '').replace(/^<</, '<').replace(/^>>/, '>'))
}

/** `~> 2.0.8` is `>= 2.0.8, < 2.1`: the last number may grow. */
function readGemPart(part: string): readonly Constraint[] | undefined {
  if (!part.startsWith('~>')) return readPlainPart(/^[0-9]/.test(part) ? `=${part}` : part)
  const version = part.slice(2)
  const numbers = /^[0-9]+(?:\.[0-9]+)*(?![0-9A-Za-z])/.exec(version)?.[0].split('.')
  return numbers && pessimistic(version, numbers)
}

function pessimistic(version: string, numbers: readonly string[]): readonly Constraint[] | undefined {
  const upper = bumped(numbers, Math.max(0, numbers.length - 2))
  return upper === undefined
    ? undefined
    : [
        { comparator: '>=', version },
        { comparator: '<', version: upper },
      ]
}

/** Reads a specifier of PEP 440. `===` compares texts, which no VERS range can express. */
function readPypiPart(part: string): readonly Constraint[] | undefined {
  if (part.startsWith('===')) return undefined
  const compatible = /^~=(([0-9]+(?:\.[0-9]+)+).*)$/.exec(part)
  if (compatible) return pessimistic(compatible[1]!, compatible[2]!.split('.'))
  const prefix = /^==([0-9]+(?:\.[0-9]+)*)\.\*$/.exec(part)?.[1]
  if (prefix === undefined) return part.endsWith('*') ? undefined : readPlainPart(part)
  const numbers = prefix.split('.')
  const upper = bumped(numbers, numbers.length - 1)!
  return [
    { comparator: '>=', version: `${prefix}.dev0` },
    { comparator: '<', version: `${upper}.dev0` },
  ]
}

/**
 * Reads nginx's notation: `0.7.52-0.8.39`, `1.20.1+`, `1.5.10`, `all`. `+` on a stable branch, whose second number is
 * even, ends with the branch.
 */
function readNginxPart(part: string): readonly Constraint[] | undefined {
  if (part === 'all') return []
  const [from, to] = part.split('-')
  if (to !== undefined) {
    return [
      { comparator: '>=', version: from! },
      { comparator: '<=', version: to },
    ]
  }
  if (!part.endsWith('+')) return part === 'none' ? undefined : [{ comparator: '=', version: part }]
  const version = part.slice(0, -1)
  const [major, minor = ''] = version.split('.')
  if (!/^[0-9]+$/.test(minor)) return undefined
  const isStable = BigInt(minor) % 2n === 0n
  const lower: Constraint = { comparator: '>=', version }
  return isStable ? [lower, { comparator: '<', version: `${major}.${BigInt(minor) + 1n}.0` }] : [lower]
}

const bracket = /^([[(])([^,[\]()]*)(?:(,)([^,[\]()]*))?([\])])$/

/**
 * Reads `[1.0,2.0),[3.0]`. A version without brackets is `>=` in NuGet; in Maven it is only a wish, which restricts
 * nothing and is refused.
 */
function readBrackets(text: string, bare: '>=' | undefined): Alternatives {
  const compact = text.replaceAll(/\s+/g, '')
  if (!/[[\]()]/.test(compact)) return bare && compact !== '' ? [[{ comparator: bare, version: compact }]] : undefined
  const alternatives = compact.split(/(?<=[\])]),/).map(readBracket)
  return alternatives.includes(undefined) ? undefined : (alternatives as (readonly Constraint[])[])
}

function readBracket(text: string): readonly Constraint[] | undefined {
  const match = bracket.exec(text)
  if (!match) return undefined
  const [, open, from = '', comma, to = '', close] = match
  if (comma === undefined)
    return open === '[' && close === ']' && from !== '' ? [{ comparator: '=', version: from }] : undefined
  return [
    ...(from === '' ? [] : [{ comparator: open === '[' ? '>=' : '>', version: from } as const]),
    ...(to === '' ? [] : [{ comparator: close === ']' ? '<=' : '<', version: to } as const]),
  ]
}

import { parsed, refused, type Parsed } from '../../core/parsed.ts'
import type { ParsedVersion, VersionOrder } from './define-order.ts'
import { orderOfType } from './version-types.ts'

/** One part of a VERS range. `=` is written as nothing before the version. */
export interface Constraint {
  readonly comparator: '=' | '!=' | '<' | '<=' | '>' | '>='
  readonly version: string
}

/** A version range of VERS. */
export interface VersRange {
  readonly type: string
  /** Sorted by version if the type has an order; `*` is every version. */
  readonly constraints: '*' | readonly Constraint[]
}

/** Longest VERS text that is read, in UTF-16 units (VERSION-3). */
const maxVersLength = 65_536

/**
 * Reads a VERS text (Clause 5 of the VERS specification; VERSION-41): the form must be canonical, but constraints may
 * come in any order and are sorted. Refuses unreadable versions of a known type and versions that occur twice.
 */
export function parseVers(text: string): Parsed<VersRange> {
  if (text.length > maxVersLength) return refused(`a VERS text has at most ${maxVersLength} characters`)
  if (/[^!-~]/.test(text)) return nonCanonical('only printable ASCII characters without spaces are permitted')

  const match = /^([^:]*):([^/]*)\/(.*)$/.exec(text)
  if (!match) return nonCanonical('the form is vers:type/constraints')
  const [, scheme, type = '', constraints = ''] = match
  if (scheme !== 'vers') return nonCanonical('the scheme must be vers in lower case')
  if (!/^[a-z][a-z0-9.-]*$/.test(type)) {
    return nonCanonical('a type has lower case letters, digits, periods and dashes, and begins with a letter')
  }
  if (type === 'invalid') return refused('the VERS type invalid is always an error')
  if (constraints === '*') return parsed({ type, constraints: '*' })
  return parseConstraints(type, constraints)
}

function nonCanonical(reason: string): { readonly ok: false; readonly reason: string } {
  return refused(`non-canonical VERS: ${reason}`)
}

function parseConstraints(type: string, text: string): Parsed<VersRange> {
  if (text === '') return nonCanonical('constraints are missing')
  if (text.startsWith('|')) return nonCanonical('leading pipe is not permitted')
  if (text.endsWith('|')) return nonCanonical('trailing pipe is not permitted')
  if (text.includes('||')) return nonCanonical('consecutive pipes are not permitted')

  const constraints: Constraint[] = []
  for (const part of text.split('|')) {
    const constraint = parseConstraint(part)
    if (!constraint.ok) return constraint
    constraints.push(constraint.value)
  }
  return sortedRange(type, constraints)
}

function parseConstraint(text: string): Parsed<Constraint> {
  if (text.startsWith('=')) return nonCanonical('the comparator = is not written')
  const [, comparator = '', encoded = ''] = /^(>=|<=|!=|<|>)?(.*)$/.exec(text)!
  if (encoded === '') return nonCanonical(`a version is missing after ${comparator}`)
  if (/%(?![0-9A-Fa-f]{2})/.test(encoded)) return nonCanonical('invalid percent-encoding in version')
  if (/[<>=!*]/.test(encoded)) return nonCanonical(`< > = ! * in the version ${encoded} must be percent-encoded`)
  const version = decoded(encoded)
  if (version === undefined) return nonCanonical('invalid percent-encoding in version')
  return parsed({ comparator: (comparator || '=') as Constraint['comparator'], version })
}

/** Decodes the version once. Undefined if the bytes are no UTF-8 or white space other than a space. */
function decoded(encoded: string): string | undefined {
  try {
    const version = decodeURIComponent(encoded)
    return /[\p{Cc}]/u.test(version) ? undefined : version
  } catch {
    return undefined
  }
}

/** Returns the range with its constraints sorted; refuses versions that can't be read, and those that occur twice. */
export function sortedRange(type: string, constraints: readonly Constraint[]): Parsed<VersRange> {
  const order = orderOfType(type)
  if (!order) return parsed({ type, constraints })

  const read: [ParsedVersion, Constraint][] = []
  for (const constraint of constraints) {
    const version = order.parse(constraint.version)
    if (!version) return refused(`${constraint.version} is no version of the type ${type}`)
    read.push([version, constraint])
  }
  read.sort(([a], [b]) => order.compare(a, b))
  for (let i = 1; i < read.length; i++) {
    if (order.compare(read[i - 1]![0], read[i]![0]) === 0) {
      return refused(`the version ${read[i]![1].version} occurs twice in one VERS`)
    }
  }
  return parsed({ type, constraints: read.map(([, constraint]) => constraint) })
}

/** Writes the canonical text of a range. */
export function formatVers({ type, constraints }: VersRange): string {
  return `vers:${type}/${constraints === '*' ? '*' : constraints.map(formatConstraint).join('|')}`
}

function formatConstraint({ comparator, version }: Constraint): string {
  const encoded = version.replaceAll(/[<>=!*|%\s]|[^ -~]/gu, encodedCharacter)
  return (comparator === '=' ? '' : comparator) + encoded
}

function encodedCharacter(character: string): string {
  return character === '!' || character === '*'
    ? `%${character.charCodeAt(0).toString(16).toUpperCase()}`
    : encodeURIComponent(character)
}

interface Bound {
  readonly comparator: Constraint['comparator']
  readonly version: ParsedVersion
}

/** Returns a test whether a version is in the range. It returns undefined for what can't be compared (VERSION-42). */
export function versTest({ type, constraints }: VersRange): (version: string) => boolean | undefined {
  if (constraints === '*') return () => type !== 'none'
  const order = orderOfType(type)
  if (!order) return () => undefined

  const bounds: Bound[] = []
  for (const { comparator, version } of constraints) {
    const read = order.parse(version)
    if (!read) return () => undefined
    bounds.push({ comparator, version: read })
  }
  const ends = withoutRedundant(bounds)
  return (text) => {
    const version = order.parse(text)
    return version && (atBound(order, bounds, version) ?? isBetween(order, bounds, ends, version))
  }
}

/** Of lower ends that follow one another the first counts, of upper ends the last. */
function withoutRedundant(bounds: readonly Bound[]): Bound[] {
  const ends = bounds.filter(({ comparator }) => comparator !== '=' && comparator !== '!=')
  return ends.filter((end, i) => {
    const isLower = end.comparator.startsWith('>')
    const neighbour = ends[isLower ? i - 1 : i + 1]
    return neighbour?.comparator.startsWith('>') !== isLower || neighbour === undefined
  })
}

/** Returns what a constraint on this very version states; undefined without one. */
function atBound(order: VersionOrder, bounds: readonly Bound[], version: ParsedVersion): boolean | undefined {
  const bound = bounds.find((one) => order.compare(one.version, version) === 0)
  if (!bound || bound.comparator === '<' || bound.comparator === '>') return undefined
  return bound.comparator !== '!='
}

function isBetween(
  order: VersionOrder,
  bounds: readonly Bound[],
  ends: readonly Bound[],
  version: ParsedVersion,
): boolean {
  // a range of exclusions alone has every other version
  if (ends.length === 0) return bounds.every(({ comparator }) => comparator === '!=')
  const at = ends.findIndex((end) => order.compare(end.version, version) >= 0)
  const next = ends[at]
  if (next && order.compare(next.version, version) === 0) return false
  const previous = next ? ends[at - 1] : ends.at(-1)
  return previous?.comparator.startsWith('>') ?? next!.comparator.startsWith('<')
}

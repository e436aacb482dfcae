import { readNpm, type Semver } from './semver.ts'

export interface Comparator {
  readonly operator: '<' | '<=' | '=' | '>=' | '>'
  readonly version: Semver
}

export interface RangeOptions {
  /** Accepts zeros before numbers and pre-releases without a hyphen, and leaves out what can't be read. */
  readonly loose?: boolean
  /** Pre-releases are treated as all other versions. */
  readonly includePrerelease?: boolean
}

/** A version of a range, where a part may be missing or `x`: undefined. */
interface Partial {
  readonly major: number | undefined
  readonly minor: number | undefined
  readonly patch: number | undefined
  readonly preRelease: string
}

const strictPart = String.raw`0|[1-9][0-9]*|[xX*]`
const strictId = String.raw`(?:0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*)`
const looseId = String.raw`(?:[0-9]*[A-Za-z-][0-9A-Za-z-]*|[0-9]+)`
const build = String.raw`(?:\+[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?`

function shapeOf(part: string, preRelease: string): RegExp {
  return new RegExp(`^[v=]*(${part})(?:\\.(${part})(?:\\.(${part})(?:${preRelease})?${build})?${build})?${build}$`)
}

const strictShape = shapeOf(strictPart, String.raw`-(${strictId}(?:\.${strictId})*)`)
const looseShape = shapeOf('[0-9]+|[xX*]', String.raw`-?(${looseId}(?:\.${looseId})*)`)

function readPartial(text: string, loose: boolean | undefined): Partial | undefined {
  const match = (loose ? looseShape : strictShape).exec(text)
  if (!match) return undefined
  const [major, minor, patch] = match.slice(1, 4).map(numberOf)
  // after an x there can be no number: 1.x.5
  if ((major === undefined && minor !== undefined) || (minor === undefined && patch !== undefined)) return undefined
  return { major, minor, patch, preRelease: match[4] ?? '' }
}

function numberOf(part: string | undefined): number | undefined {
  return part === undefined || /^[xX*]$/.test(part) ? undefined : Number(part)
}

function comparator(
  operator: Comparator['operator'],
  major: number,
  minor: number,
  patch: number,
  preRelease = '',
): Comparator | undefined {
  // beyond 2^53 the text has no such digits, and node-semver refuses it as well
  const version = readNpm(`${major}.${minor}.${patch}${preRelease === '' ? '' : `-${preRelease}`}`)
  return version && { operator, version }
}

function allOf(...comparators: (Comparator | undefined)[]): Comparator[] | undefined {
  return comparators.includes(undefined) ? undefined : (comparators as Comparator[])
}

const never = comparator('<', 0, 0, 0, '0')

/** Returns the comparators of `1.2.x`, `>=1.2`, `~1.2.3` or `^1.2.3`; none where every version matches. */
export function comparatorsOf(text: string, options: RangeOptions): Comparator[] | undefined {
  const [, operator = '', rest = ''] = /^(~>|~|\^|<=|>=|<|>|=)?(.*)$/s.exec(text)!
  const partial = readPartial(rest, options.loose)
  if (!partial) return undefined
  if (operator.startsWith('~')) return tilde(partial, options)
  return operator === '^' ? caret(partial, options) : xRange(operator, partial, options)
}

/** The pre-release of a lower bound whose patch is not given. */
function lowest(options: RangeOptions): string {
  return options.includePrerelease ? '0' : ''
}

/** `~1.2.3` allows later patches, `~1` later minor versions. */
function tilde({ major, minor, patch, preRelease }: Partial, options: RangeOptions): Comparator[] | undefined {
  if (major === undefined) return []
  const pre = patch === undefined ? lowest(options) : preRelease
  const lower = comparator('>=', major, minor ?? 0, patch ?? 0, pre)
  return allOf(
    lower,
    minor === undefined ? comparator('<', major + 1, 0, 0, '0') : comparator('<', major, minor + 1, 0, '0'),
  )
}

/** `^1.2.3` allows what leaves the first number that isn't 0 as it is. */
function caret({ major, minor, patch, preRelease }: Partial, options: RangeOptions): Comparator[] | undefined {
  if (major === undefined) return []
  const lower = comparator('>=', major, minor ?? 0, patch ?? 0, patch === undefined ? lowest(options) : preRelease)
  if (major > 0 || minor === undefined) return allOf(lower, comparator('<', major + 1, 0, 0, '0'))
  if (minor > 0 || patch === undefined) return allOf(lower, comparator('<', major, minor + 1, 0, '0'))
  return allOf(lower, comparator('<', major, minor, patch + 1, '0'))
}

function xRange(operator: string, partial: Partial, options: RangeOptions): Comparator[] | undefined {
  const { major, minor, patch, preRelease } = partial
  if (major === undefined) return operator === '<' || operator === '>' ? allOf(never) : []
  if (minor !== undefined && patch !== undefined) {
    return allOf(comparator((operator || '=') as Comparator['operator'], major, minor, patch, preRelease))
  }
  const lower = (kind: '>=' | '<', pre: string) => comparator(kind, major, minor ?? 0, 0, pre)
  const next = (kind: '>=' | '<', pre: string) =>
    minor === undefined ? comparator(kind, major + 1, 0, 0, pre) : comparator(kind, major, minor + 1, 0, pre)
  if (operator === '>') return allOf(next('>=', lowest(options)))
  if (operator === '>=') return allOf(lower('>=', lowest(options)))
  if (operator === '<') return allOf(lower('<', '0'))
  if (operator === '<=') return allOf(next('<', '0'))
  return allOf(lower('>=', lowest(options)), next('<', '0'))
}

/** Returns the comparators of `1.2 - 3.4`: from the lowest version of the first to the highest of the second. */
export function hyphenRange(from: string, to: string, options: RangeOptions): Comparator[] | undefined {
  const [first, last] = [readPartial(from, options.loose), readPartial(to, options.loose)]
  if (!first || !last) return undefined
  return allOf(...hyphenLower(first, options), ...hyphenUpper(last, options))
}

function hyphenLower({ major, minor, patch, preRelease }: Partial, options: RangeOptions): (Comparator | undefined)[] {
  if (major === undefined) return []
  return [comparator('>=', major, minor ?? 0, patch ?? 0, preRelease || lowest(options))]
}

function hyphenUpper({ major, minor, patch, preRelease }: Partial, options: RangeOptions): (Comparator | undefined)[] {
  if (major === undefined) return []
  if (minor === undefined) return [comparator('<', major + 1, 0, 0, '0')]
  if (patch === undefined) return [comparator('<', major, minor + 1, 0, '0')]
  if (preRelease !== '') return [comparator('<=', major, minor, patch, preRelease)]
  return [
    options.includePrerelease ? comparator('<', major, minor, patch + 1, '0') : comparator('<=', major, minor, patch),
  ]
}

import { compareNumerals } from './parts.ts'
import { compareSemver, readNpm, type Semver } from './semver.ts'
import { hyphenRange, comparatorsOf, type Comparator, type RangeOptions } from './npm-comparators.ts'

export type { Comparator, RangeOptions } from './npm-comparators.ts'

/** A range of node-semver: a version is in it if all comparators of one of the sets hold. An empty set holds always. */
export interface NpmRange {
  readonly sets: readonly (readonly Comparator[])[]
  readonly includePrerelease: boolean
}

/** Longest range that is read, in UTF-16 units (VERSION-3). */
const maxRangeLength = 8_192

/** Reads a range as node-semver's `Range` does (VERSION-11); undefined for what it refuses. */
export function readNpmRange(text: string, options: RangeOptions = {}): NpmRange | undefined {
  if (text.length > maxRangeLength) return undefined

  const sets: Comparator[][] = []
  for (const alternative of text.split('||')) {
    const set = readSet(alternative.trim(), options)
    if (set) sets.push(set)
    else if (!options.loose) return undefined
  }
  if (sets.length === 0) return undefined

  const possible = sets.filter((set) => !set.some(holdsNever))
  const [first] = sets
  const kept = possible.length === 0 ? [first!] : possible.some((set) => set.length === 0) ? [[]] : possible
  return { sets: kept, includePrerelease: options.includePrerelease ?? false }
}

/** Returns the comparators of one alternative, without repetitions; undefined if one of them can't be read. */
function readSet(text: string, options: RangeOptions): Comparator[] | undefined {
  const byText = new Map<string, Comparator>()
  const ends = text.split(/\s+-\s+/)
  const parts = ends.length === 2 ? [hyphenRange(ends[0]!, ends[1]!, options)] : comparatorParts(text, options)
  for (const comparators of parts) {
    if (!comparators && !options.loose) return undefined
    for (const comparator of comparators ?? []) {
      if (holdsNever(comparator)) return [comparator]
      if (!holdsAlways(comparator, options)) byText.set(formatComparator(comparator), comparator)
    }
  }
  return [...byText.values()]
}

function comparatorParts(text: string, options: RangeOptions): (Comparator[] | undefined)[] {
  const joined = text.replaceAll(/(<=|>=|<|>|=|~>|~|\^)\s+/g, '$1')
  return joined === '' ? [] : joined.split(/\s+/).map((part) => comparatorsOf(part, options))
}

/** `<0.0.0-0` is how node-semver writes a range without versions. */
function holdsNever({ operator, version }: Comparator): boolean {
  return operator === '<' && version.numbers.every((number) => number === 0) && isZero(version)
}

function holdsAlways({ operator, version }: Comparator, { includePrerelease }: RangeOptions): boolean {
  if (operator !== '>=' || version.numbers.some((number) => number !== 0)) return false
  return includePrerelease ? isZero(version) : version.preRelease.length === 0
}

function isZero(version: Semver): boolean {
  return version.preRelease.length === 1 && version.preRelease[0] === 0
}

/**
 * Returns whether a version is in the range. A pre-release is so only if a comparator names a pre-release of the same
 * three numbers, or if the range was read with `includePrerelease`.
 */
export function isInNpmRange(range: NpmRange, text: string): boolean {
  const version = readNpm(text)
  if (!version || version.numbers.length < 3) return false
  return range.sets.some(
    (set) =>
      set.every((comparator) => holds(comparator, version)) &&
      (range.includePrerelease || version.preRelease.length === 0 || set.some((one) => namesPreRelease(one, version))),
  )
}

function holds({ operator, version }: Comparator, tested: Semver): boolean {
  const sign = compareSemver(tested, version)
  if (sign === 0) return operator === '=' || operator === '<=' || operator === '>='
  return sign < 0 ? operator.startsWith('<') : operator.startsWith('>')
}

function namesPreRelease({ version }: Comparator, tested: Semver): boolean {
  return (
    version.preRelease.length > 0 && version.numbers.every((part, i) => compareNumerals(part, tested.numbers[i]!) === 0)
  )
}

/** Writes a range in node-semver's canonical form: `>=1.0.0 <2.0.0-0||3.0.0`, `*` for every version. */
export function formatNpmRange({ sets }: NpmRange): string {
  return sets.map((set) => set.map(formatComparator).join(' ')).join('||') || '*'
}

function formatComparator({ operator, version }: Comparator): string {
  return (operator === '=' ? '' : operator) + formatSemver(version)
}

/** Writes `1.2.3-pre.1`, without build parts. */
export function formatSemver({ numbers, preRelease }: Semver): string {
  return numbers.join('.') + (preRelease.length === 0 ? '' : `-${preRelease.join('.')}`)
}

import { defineOrder, type Sign } from './define-order.ts'
import {
  compareLists,
  compareNumbers,
  compareNumerals,
  compareText,
  isDigits,
  numeralOf,
  type Numeral,
} from './parts.ts'

/** An identifier of a pre-release or of a build: a number, or a text. */
export type Identifier = Numeral | string

/** A version by semver.org 2.0.0. `preRelease` and `build` are empty lists where the version has none. */
export interface Semver {
  readonly numbers: readonly Numeral[]
  readonly preRelease: readonly Identifier[]
  readonly build: readonly Identifier[]
}

const numbers = String.raw`[0-9]+(?:\.[0-9]+)*`
const ids = String.raw`[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*`
const shape = new RegExp(String.raw`^[v=\s]*(${numbers})(?:(?:-|(?=[A-Za-z]))(${ids}))?(?:\+(${ids}))?\s*$`)

/** Reads any number of numbers, a pre-release and build parts; undefined for other texts. */
export function readSemverLike(text: string): Semver | undefined {
  const match = shape.exec(text)
  if (!match) return undefined
  return {
    numbers: match[1]!.split('.').map(numeralOf),
    preRelease: identifiers(match[2]),
    build: identifiers(match[3]),
  }
}

/**
 * Reads a version as the ecosystems of SemVer publish them: with a `v`, with fewer numbers than three, with a
 * pre-release without its hyphen (VERSION-10). Numbers after the third come after the pre-release, as OSV orders them.
 */
function readSemver(text: string): Semver | undefined {
  const version = readSemverLike(text)
  if (!version || version.numbers.length <= 3) return version

  const { numbers, preRelease, build } = version
  // the empty text keeps `1.2.3.4` apart from `1.2.3-4`
  const before = preRelease.length === 0 ? [''] : preRelease
  return { numbers: numbers.slice(0, 3), preRelease: [...before, ...numbers.slice(3)], build }
}

function identifiers(text: string | undefined): Identifier[] {
  return text === undefined ? [] : text.split('.').map((part) => (isDigits(part) ? numeralOf(part) : part))
}

/** Compares by clause 11 of semver.org: build parts don't count. */
export function compareSemver(a: Semver, b: Semver): Sign {
  const sign = compareNumbers(a.numbers, b.numbers)
  return sign !== 0 ? sign : comparePreReleases(a.preRelease, b.preRelease)
}

/** A version without a pre-release is greater than the same version with one. */
function comparePreReleases(a: readonly Identifier[], b: readonly Identifier[]): Sign {
  if (a.length === 0 || b.length === 0) return compareNumerals(b.length, a.length)
  return compareLists(a, b, compareIdentifiers)
}

/** Numbers by value, texts by ASCII; a number is less than a text. */
export function compareIdentifiers(a: Identifier, b: Identifier): Sign {
  if (typeof a !== 'string' && typeof b !== 'string') return compareNumerals(a, b)
  if (typeof a === 'string' && typeof b === 'string') return compareText(a, b)
  return typeof a === 'string' ? 1 : -1
}

function compareWithBuild(a: Semver, b: Semver): Sign {
  const sign = compareSemver(a, b)
  return sign !== 0 ? sign : compareLists(a.build, b.build, compareIdentifiers)
}

/** node-semver refuses longer versions and numbers that JavaScript can't hold (its `internal/constants`). */
const npmLimit = 256

/**
 * Reads an npm version. A whole one is refused beyond node-semver's limits, since no package can have it; a single
 * number of any size is read, since records use it as a bound.
 */
export function readNpm(text: string): Semver | undefined {
  const version = readSemver(text)
  if (!version || version.numbers.length < 3) return version
  return text.trim().length <= npmLimit && version.numbers.every((number) => typeof number === 'number')
    ? version
    : undefined
}

export const semver = defineOrder('semver', readSemver, compareSemver)
export const npm = defineOrder('npm', readNpm, compareSemver)

/** SemVer where build parts decide between versions that are otherwise equal: pub_semver, Julia's VersionNumber. */
export const semverWithBuild = defineOrder('semver with build', readSemver, compareWithBuild)

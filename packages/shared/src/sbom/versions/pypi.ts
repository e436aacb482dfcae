import { defineOrder, type Sign } from './define-order.ts'
import { compareLists, compareNumbers, compareNumerals, compareText, firstDifference, isDigits } from './parts.ts'
import { numeralOf, type Numeral } from './parts.ts'
import type { Identifier } from './semver.ts'

/** A version by PEP 440. Numbers that sort before or after all others are infinite. */
interface Pep440 {
  readonly epoch: Numeral
  readonly release: readonly Numeral[]
  /** The phase (0 alpha, 1 beta, 2 candidate, -1 development only, 3 none) and its number. */
  readonly pre: readonly [phase: number, number: Numeral]
  readonly post: Numeral
  readonly dev: Numeral
  readonly local: readonly Identifier[]
}

/** A version older than PEP 440, by its parts; it is less than every version by PEP 440. */
interface Legacy {
  readonly legacy: readonly string[]
}

const release = String.raw`(?:([0-9]+)!)?([0-9]+(?:\.[0-9]+)*)`
const pre = String.raw`(?:[-_.]?(alpha|beta|preview|pre|rc|a|b|c)[-_.]?([0-9]+)?)?`
const post = String.raw`(?:-([0-9]+)|[-_.]?(post|rev|r)[-_.]?([0-9]+)?)?`
const dev = String.raw`(?:[-_.]?(dev)[-_.]?([0-9]+)?)?`
const local = String.raw`(?:\+([a-z0-9]+(?:[-_.][a-z0-9]+)*))?`
const shape = new RegExp(`^v?${release}${pre}${post}${dev}${local}$`)

const phases: Readonly<Record<string, number>> = { a: 0, alpha: 0, b: 1, beta: 1, c: 2, rc: 2, pre: 2, preview: 2 }

/** Reads a version by PEP 440, or by the rules before it (VERSION-17). */
function readPypi(text: string): Pep440 | Legacy | undefined {
  const normalized = text.trim().toLowerCase()
  if (normalized === '' || /[\s\p{Cc}]/u.test(normalized)) return undefined

  const match = shape.exec(normalized)
  if (!match) return { legacy: legacyParts(normalized) }
  const [, epoch, numbers, phase, preNumber, implicitPost, postWord, postNumber, devWord, devNumber, localText] = match
  const isPost = implicitPost !== undefined || postWord !== undefined
  return {
    epoch: numeralOf(epoch ?? '0'),
    release: numbers!.split('.').map(numeralOf),
    pre: preOf(phase, preNumber, !isPost && devWord !== undefined),
    post: isPost ? numeralOf(implicitPost ?? postNumber ?? '0') : -Infinity,
    dev: devWord === undefined ? Infinity : numeralOf(devNumber ?? '0'),
    local:
      localText === undefined ? [] : localText.split(/[-_.]/).map((part) => (isDigits(part) ? numeralOf(part) : part)),
  }
}

/** A version that has a development number alone comes before its pre-releases: 1.0.dev0 < 1.0a0 < 1.0. */
function preOf(phase: string | undefined, digits: string | undefined, onlyDev: boolean): Pep440['pre'] {
  if (phase === undefined) return [onlyDev ? -1 : 3, 0]
  return [phases[phase]!, numeralOf(digits ?? '0')]
}

/** Returns the parts by which setuptools compared versions before PEP 440, as `packaging` 21 did. */
function legacyParts(text: string): string[] {
  const parts: string[] = []
  for (const part of [...(text.match(/[0-9]+|[a-z]+|-|[^0-9a-z.-]+/g) ?? []), 'final'].map(legacyPart)) {
    if (part.startsWith('*')) {
      if (part < '*final') dropLast(parts, '*final-')
      dropLast(parts, '00000000')
    }
    parts.push(part)
  }
  return parts
}

const renamed: Readonly<Record<string, string>> = { pre: 'c', preview: 'c', '-': 'final-', rc: 'c', dev: '@' }

function legacyPart(part: string): string {
  return isDigits(part) ? part.padStart(8, '0') : `*${Object.hasOwn(renamed, part) ? renamed[part] : part}`
}

function dropLast(parts: string[], unwanted: string): void {
  while (parts.at(-1) === unwanted) parts.pop()
}

function comparePypi(a: Pep440 | Legacy, b: Pep440 | Legacy): Sign {
  if ('legacy' in a) return 'legacy' in b ? compareLists(a.legacy, b.legacy, compareText) : -1
  if ('legacy' in b) return 1
  return firstDifference(
    () => compareNumerals(a.epoch, b.epoch),
    () => compareNumbers(a.release, b.release),
    () => compareNumerals(a.pre[0], b.pre[0]),
    () => compareNumerals(a.pre[1], b.pre[1]),
    () => compareNumerals(a.post, b.post),
    () => compareNumerals(a.dev, b.dev),
    () => compareLists(a.local, b.local, compareLocalParts),
  )
}

/** In a local version a number is greater than a text. */
function compareLocalParts(a: Identifier, b: Identifier): Sign {
  if (typeof a === 'string') return typeof b === 'string' ? compareText(a, b) : -1
  return typeof b === 'string' ? 1 : compareNumerals(a, b)
}

export const pypi = defineOrder('pypi', readPypi, comparePypi)

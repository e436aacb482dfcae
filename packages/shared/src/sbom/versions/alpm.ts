import { defineOrder, type Sign } from './define-order.ts'
import { compareNumerals, compareText, numeralOf, reversed, type Numeral } from './parts.ts'

/** A run of digits or of letters, and how many other characters precede it. */
interface Segment {
  readonly separators: number
  readonly value: Numeral | string
}

interface Part {
  readonly segments: readonly Segment[]
  /** How many characters follow the last segment. */
  readonly rest: number
}

interface AlpmVersion {
  readonly epoch: Part
  readonly version: Part
  /** Undefined where the text has no hyphen: then releases aren't compared, and all of them are equal. */
  readonly release: Part | undefined
}

/** Reads `[epoch:]pkgver[-pkgrel]` by vercmp(8) (VERSION-30). */
function readAlpm(text: string): AlpmVersion | undefined {
  const trimmed = text.trim()
  if (!/^[!-~]+$/.test(trimmed)) return undefined

  const [, epoch = '0', rest = ''] = /^(?:([0-9]*):)?(.*)$/.exec(trimmed)!
  const hyphen = rest.lastIndexOf('-')
  return {
    epoch: partOf(epoch === '' ? '0' : epoch),
    version: partOf(hyphen === -1 ? rest : rest.slice(0, hyphen)),
    release: hyphen === -1 ? undefined : partOf(rest.slice(hyphen + 1)),
  }
}

function partOf(text: string): Part {
  const segments: Segment[] = []
  let end = 0
  for (const match of text.matchAll(/[0-9]+|[A-Za-z]+/g)) {
    const [piece] = match
    segments.push({ separators: match.index - end, value: /^[0-9]/.test(piece) ? numeralOf(piece) : piece })
    end = match.index + piece.length
  }
  return { segments, rest: text.length - end }
}

function compareAlpm(a: AlpmVersion, b: AlpmVersion): Sign {
  const sign = compareParts(a.epoch, b.epoch) || compareParts(a.version, b.version)
  return sign !== 0 || !a.release || !b.release ? sign : compareParts(a.release, b.release)
}

function compareParts(a: Part, b: Part): Sign {
  const common = Math.min(a.segments.length, b.segments.length)
  for (let i = 0; i < common; i++) {
    const sign = compareSegments(a.segments[i]!, b.segments[i]!)
    if (sign !== 0) return sign
  }
  if (a.segments.length > common) return beyond(a.segments[common]!, b.rest)
  if (b.segments.length > common) return reversed(beyond(b.segments[common]!, a.rest))
  return compareRests(a.rest, b.rest)
}

/** More separators are greater than fewer; a number is greater than letters. */
function compareSegments(a: Segment, b: Segment): Sign {
  if (a.separators !== b.separators) return compareNumerals(a.separators, b.separators)
  if (typeof a.value === 'string') return typeof b.value === 'string' ? compareText(a.value, b.value) : -1
  return typeof b.value === 'string' ? 1 : compareNumerals(a.value, b.value)
}

/** Returns how a version with one more segment compares: letters right after it make it less (`1.0rc` < `1.0`). */
function beyond({ separators, value }: Segment, otherRest: number): Sign {
  return typeof value === 'string' && (separators === 0 || otherRest > 0) ? -1 : 1
}

function compareRests(a: number, b: number): Sign {
  return (a === 0) === (b === 0) ? 0 : a === 0 ? -1 : 1
}

export const alpm = defineOrder('alpm', readAlpm, compareAlpm)

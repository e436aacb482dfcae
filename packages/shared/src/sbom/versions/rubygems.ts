import { compareIdentifiers, type Identifier } from './semver.ts'
import { defineOrder, type Sign } from './define-order.ts'
import { compareLists, isDigits, numeralOf, reversed } from './parts.ts'

const shape = /^[0-9][0-9A-Za-z]*(?:\.[0-9A-Za-z]+)*(?:-[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?$/

/** Reads the segments of a `Gem::Version`, without zeros at the end of numbers and of the pre-release (VERSION-13). */
function readRubygems(text: string): Identifier[] | undefined {
  const trimmed = text.trim()
  if (!shape.test(trimmed)) return undefined

  const segments = trimmed.replaceAll('-', '.pre.').match(/[0-9]+|[A-Za-z]+/g)!
  const parts = segments.map((segment) => (isDigits(segment) ? numeralOf(segment) : segment))
  const preRelease = parts.findIndex((part) => typeof part === 'string')
  return preRelease === -1
    ? withoutZeros(parts)
    : [...withoutZeros(parts.slice(0, preRelease)), ...withoutZeros(parts.slice(preRelease))]
}

function withoutZeros(parts: Identifier[]): Identifier[] {
  return parts.slice(0, parts.findLastIndex((part) => part !== 0) + 1)
}

/** Unlike in SemVer a text is less than a number: `1.a` is a pre-release of `1`. */
function compareParts(a: Identifier, b: Identifier): Sign {
  const sign = compareIdentifiers(a, b)
  return typeof a === typeof b || (typeof a !== 'string' && typeof b !== 'string') ? sign : reversed(sign)
}

export const rubygems = defineOrder('rubygems', readRubygems, (a, b) => compareLists<Identifier>(a, b, compareParts, 0))

import { defineOrder, type Sign } from './define-order.ts'
import { compareNumerals, isDigits, numeralOf, reversed, type Numeral } from './parts.ts'

/** A part: a number, or the weight of a word. A number in the place of a word has the weight of `release`. */
type Part = { readonly number: Numeral } | { readonly weight: number }

// A word counts by how it begins, as in PHP's version_compare; other words come before `dev`.
const words = ['dev', 'a', 'b', 'rc', '#', 'p']
const release = words.indexOf('#')

/** Reads a version as PHP's version_compare does after Composer took the `v` off (VERSION-14). */
function readPackagist(text: string): Part[] | undefined {
  const trimmed = text.trim().replace(/^[vV]/, '')
  if (trimmed === '' || /[\s\p{Cc}]/u.test(trimmed)) return undefined
  return (trimmed.match(/[0-9]+|[A-Za-z]+/g) ?? []).map(partOf)
}

function partOf(text: string): Part {
  if (isDigits(text)) return { number: numeralOf(text) }
  const word = text.startsWith('RC') ? 'rc' : text
  return { weight: words.findIndex((start) => word.startsWith(start)) }
}

function weightOf(part: Part): number {
  return 'number' in part ? release : part.weight
}

function compareParts(a: Part, b: Part): Sign {
  if ('number' in a && 'number' in b) return compareNumerals(a.number, b.number)
  return compareNumerals(weightOf(a), weightOf(b))
}

/** What only one version has makes it greater if it begins with a number, otherwise its word decides. */
function comparePackagist(a: readonly Part[], b: readonly Part[]): Sign {
  const common = Math.min(a.length, b.length)
  for (let i = 0; i < common; i++) {
    const sign = compareParts(a[i]!, b[i]!)
    if (sign !== 0) return sign
  }
  return a.length >= b.length ? beyond(a[common]) : reversed(beyond(b[common]))
}

function beyond(part: Part | undefined): Sign {
  if (part === undefined) return 0
  return 'number' in part ? 1 : compareNumerals(part.weight, release)
}

export const packagist = defineOrder('packagist', readPackagist, comparePackagist)

import { defineOrder, type Sign } from './define-order.ts'
import { compareLists, compareNumerals, compareText, numeralOf, type Numeral } from './parts.ts'

/** A piece of an apk version. A piece of another kind than the other's decides by its rank. */
interface Token {
  readonly rank: number
  readonly value: Numeral | string
}

// The end of a version is less than what may follow, but for a pre-release and for what apk can't read (VERSION-22).
const rank = {
  preRelease: 0,
  unread: 1,
  end: 2,
  revision: 3,
  hash: 4,
  suffixNumber: 5,
  suffix: 6,
  letter: 7,
  number: 8,
  firstNumber: 9,
} as const

const preReleases = ['alpha', 'beta', 'pre', 'rc']
const suffixes = ['cvs', 'svn', 'git', 'hg', 'p']

// number{.number}{letter}{_suffix{number}}{~hash}{-r#}; a revision may lack its digits at the end of what can be read
const numbers = String.raw`([0-9]+)((?:\.[0-9]+)*)([a-z]?)`
const suffix = String.raw`((?:_(?:alpha|beta|pre|rc|cvs|svn|git|hg|p)(?![a-z])[0-9]*)*)`
const pieces = new RegExp(String.raw`^${numbers}${suffix}((?:~[0-9a-f]+)?)((?:-r(?:[0-9]+|(?=-|$)))?)`)

/** Reads any text as apk does: what follows the last readable piece is compared last, and is less than nothing. */
function readApk(text: string): Token[] | undefined {
  const trimmed = text.trim()
  if (trimmed === '' || /\s/.test(trimmed)) return undefined

  const match = pieces.exec(trimmed)
  if (!match) return [{ rank: rank.unread, value: trimmed }]
  const [whole, first, numbers, letter, suffix, hash, revision] = match as unknown as string[]
  return [
    { rank: rank.firstNumber, value: numeralOf(first!) },
    ...numbers!
      .split('.')
      .slice(1)
      .map((value) => ({ rank: rank.number, value })),
    ...(letter ? [{ rank: rank.letter, value: letter }] : []),
    ...suffixTokens(suffix!),
    ...(hash ? [{ rank: rank.hash, value: hash }] : []),
    ...(revision ? [{ rank: rank.revision, value: numeralOf(revision.slice(2) || '0') }] : []),
    endOf(trimmed.slice(whole!.length)),
  ]
}

function suffixTokens(text: string): Token[] {
  return text
    .split('_')
    .slice(1)
    .flatMap((suffix) => {
      const [, name = '', digits = ''] = /^([a-z]+)([0-9]*)$/.exec(suffix)!
      const early = preReleases.indexOf(name)
      const token = early === -1 ? { rank: rank.suffix, value: suffixes.indexOf(name) } : { rank: 0, value: early }
      return digits === '' ? [token] : [token, { rank: rank.suffixNumber, value: numeralOf(digits) }]
    })
}

/** What can't be read is compared by its text, but after a hyphen, where apk takes all of it for the same. */
function endOf(rest: string): Token {
  if (rest === '') return { rank: rank.end, value: 0 }
  return { rank: rank.unread, value: rest.startsWith('-') ? '-' : rest }
}

function compareTokens(a: Token, b: Token): Sign {
  if (a.rank !== b.rank) return compareNumerals(a.rank, b.rank)
  if (typeof a.value !== 'string') return compareNumerals(a.value, b.value as Numeral)
  return a.rank === rank.number
    ? compareNumberTexts(a.value, b.value as string)
    : compareText(a.value, b.value as string)
}

/** Numbers after the first are compared by their text if one of them begins with 0, so that 1.01 is less than 1.1. */
function compareNumberTexts(a: string, b: string): Sign {
  if (a.startsWith('0') || b.startsWith('0')) return compareText(a, b)
  return compareNumerals(numeralOf(a), numeralOf(b))
}

export const apk = defineOrder('apk', readApk, (a, b) => compareLists(a, b, compareTokens))

import { defineOrder, type Sign } from './define-order.ts'
import { compareNumerals, compareText, isDigits, numeralOf, reversed, type Numeral } from './parts.ts'

/** A number or a word of a Maven version, and whether a hyphen (or a change from letters to digits) precedes it. */
interface Token {
  readonly afterHyphen: boolean
  readonly value: Numeral | string
}

// Known words in their order; the empty word is the release. Unknown words come after all of them, by their text.
const words = ['alpha', 'beta', 'milestone', 'rc', 'snapshot', '', 'sp']

/** Words that have another spelling; `release` is not in Maven's text but in its code. */
const aliases: Readonly<Record<string, string>> = { cr: 'rc', ga: '', final: '', release: '' }

/** Abbreviations that hold before a digit only: `1a1` is `1-alpha-1`, but `1a` is not `1-alpha`. */
const abbreviations: Readonly<Record<string, string>> = { a: 'alpha', b: 'beta', m: 'milestone' }

/** Reads the tokens by the "Version Order Specification" of Maven's POM reference (VERSION-18). */
function readMaven(version: string): Token[] | undefined {
  const text = version.trim().toLowerCase()
  if (text === '' || /\p{Cc}/u.test(text)) return undefined

  const tokens: Token[] = []
  let afterHyphen = false
  for (const part of text.split(/([.-])/)) {
    if (part === '.' || part === '-') {
      afterHyphen = part === '-'
    } else {
      tokens.push(...tokensOf(part, afterHyphen))
    }
  }
  return withoutNothing(tokens)
}

/** Splits `1rc2` where digits and letters meet, which counts as a hyphen. An empty part is 0. */
function tokensOf(part: string, afterHyphen: boolean): Token[] {
  const pieces = part.match(/[0-9]+|[^0-9]+/g) ?? ['0']
  return pieces.map((piece, i) => ({
    afterHyphen: i > 0 || afterHyphen,
    value: isDigits(piece) ? numeralOf(piece) : wordOf(piece, i < pieces.length - 1),
  }))
}

function wordOf(word: string, beforeDigit: boolean): string {
  if (beforeDigit && Object.hasOwn(abbreviations, word)) return abbreviations[word]!
  return Object.hasOwn(aliases, word) ? aliases[word]! : word
}

/** Takes zeros and empty words off the end of the version and off the end before each hyphen. The first token stays. */
function withoutNothing(tokens: readonly Token[]): Token[] {
  const kept: Token[] = []
  let atEnd = true
  for (const [i, token] of [...tokens.entries()].reverse()) {
    if (atEnd && i > 0 && (token.value === 0 || token.value === '')) continue
    kept.push(token)
    atEnd = token.afterHyphen
  }
  return kept.reverse()
}

// .word < -word < -number < .number
function kindOf({ afterHyphen, value }: Token): number {
  if (typeof value === 'string') return afterHyphen ? 1 : 0
  return afterHyphen ? 2 : 3
}

function compareMaven(a: readonly Token[], b: readonly Token[]): Sign {
  const common = Math.min(a.length, b.length)
  for (let i = 0; i < common; i++) {
    const sign = compareTokens(a[i]!, b[i]!)
    if (sign !== 0) return sign
  }
  const sign = againstNothing((a.length > b.length ? a : b).slice(common))
  return a.length > b.length ? sign : reversed(sign)
}

function compareTokens(a: Token, b: Token): Sign {
  const kind = compareNumerals(kindOf(a), kindOf(b))
  if (kind !== 0) return kind
  if (typeof a.value === 'string') return compareWords(a.value, b.value as string)
  return compareNumerals(a.value, b.value as Numeral)
}

/** Compares tokens that only one version has with their absence: as a number with 0, as a word with the release. */
function againstNothing(tokens: readonly Token[]): Sign {
  for (const { afterHyphen, value } of tokens) {
    const sign = typeof value === 'string' ? compareWords(value, '') : afterHyphen ? 1 : compareNumerals(value, 0)
    if (sign !== 0) return sign
  }
  return 0
}

function compareWords(a: string, b: string): Sign {
  const sign = compareNumerals(weightOf(a), weightOf(b))
  return sign !== 0 || weightOf(a) < words.length ? sign : compareText(a, b)
}

function weightOf(word: string): number {
  const index = words.indexOf(word)
  return index === -1 ? words.length : index
}

export const maven = defineOrder('maven', readMaven, compareMaven)

import { type Parsed, parsed, refused } from '../../../core/parsed.ts'

/** A comparison of a pattern: the object, its path, and the text that it must equal. */
interface Comparison {
  readonly object: string
  readonly path: string
  readonly value: string
}

const mostComparisons = 1_000
const operators = String.raw`(\[|\]|\(|\)|OR\b|AND\b|=)`
const objectPath = String.raw`([a-z0-9-]{3,80}):((?:[a-z0-9_]+|\.|'[^']{1,40}'|\[\*\])+)`
const quotedText = String.raw`'((?:[^'\\]|\\['\\]){0,4096})'`
const token = new RegExp(String.raw`\s*(?:${operators}|${objectPath}|${quotedText})`, 'gy')

/**
 * Reads a pattern of STIX 2.1 that compares texts by equality: the values of any of its comparisons. Everything else
 * (other operators, qualifiers of time, numbers) is refused, since a value alone would not mean the same (rule
 * OBSERVABLE-22).
 */
export function readPattern(pattern: string): Parsed<Comparison[]> {
  const found: Comparison[] = []
  let left: { object: string; path: string } | undefined
  let isEqual = false
  let at = 0
  const end = pattern.trimEnd().length
  for (token.lastIndex = 0; at < end; at = token.lastIndex) {
    token.lastIndex = at
    const match = token.exec(pattern)
    if (match === null)
      return refused(`Only comparisons with = are read; not understood: ${pattern.slice(at, at + 40).trim()}`)
    const [, sign, object, path, text] = match
    if (sign === 'AND') return refused('Comparisons that are joined by AND are no single values.')
    if (sign === '=') isEqual = left !== undefined
    else if (object !== undefined) left = { object, path: path! }
    else if (text !== undefined) {
      if (left === undefined || !isEqual) return refused('A value stands without a comparison.')
      if (found.length === mostComparisons) return refused(`It has more than ${mostComparisons} comparisons.`)
      found.push({ ...left, value: text.replaceAll(/\\(['\\])/g, '$1') })
      left = undefined
      isEqual = false
    }
  }
  return found.length === 0 ? refused('It compares nothing.') : parsed(found)
}

import type { PatternPart } from './model.ts'

/** The characters that `windash` treats as one: hyphen, slash, en dash, em dash, horizontal bar. */
const dashes = /[-/\u2013\u2014\u2015]/u
const anyText: PatternPart = { kind: 'any-text' }

/**
 * Returns the parts of a text with wildcards: `*` is any text, `?` one character, `\` makes a wildcard or another `\`
 * literal and stands for itself before anything else (Sigma rules 2.1, "Escape Character").
 */
export function readPattern(text: string): PatternPart[] {
  const parts: PatternPart[] = []
  let literal = ''
  const push = (part: PatternPart): void => {
    if (literal !== '') parts.push({ kind: 'literal', text: literal })
    literal = ''
    parts.push(part)
  }
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at]!
    const next = text[at + 1]
    if (char === '\\' && (next === '\\' || next === '*' || next === '?')) {
      literal += next
      at += 1
    } else if (char === '*') push(anyText)
    else if (char === '?') push({ kind: 'any-character' })
    else literal += char
  }
  if (literal !== '') parts.push({ kind: 'literal', text: literal })
  return joined(parts)
}

/** Returns a text as it is, without wildcards. */
export function literalPattern(text: string): PatternPart[] {
  return text === '' ? [] : [{ kind: 'literal', text }]
}

/** Returns the pattern with any text before and behind it, as asked. */
export function open(parts: readonly PatternPart[], ends: { before: boolean; behind: boolean }): PatternPart[] {
  return joined([...(ends.before ? [anyText] : []), ...parts, ...(ends.behind ? [anyText] : [])])
}

/** Returns the only literal of a pattern, undefined if it has wildcards. */
export function plainText(parts: readonly PatternPart[]): string | undefined {
  const [first, second] = parts
  if (first === undefined) return ''
  return first.kind === 'literal' && second === undefined ? first.text : undefined
}

/** Returns the pattern with its dashes in any form. */
export function withAnyDash(parts: readonly PatternPart[]): PatternPart[] {
  return parts.flatMap((part) => (part.kind === 'literal' ? withoutDashes(part.text) : [part]))
}

function withoutDashes(text: string): PatternPart[] {
  return text
    .split(dashes)
    .flatMap((piece, index): PatternPart[] => [
      ...(index === 0 ? [] : [{ kind: 'dash' } as const]),
      ...literalPattern(piece),
    ])
}

/** Several wildcards for any text in a row are one. */
function joined(parts: readonly PatternPart[]): PatternPart[] {
  return parts.filter((part, index) => part.kind !== 'any-text' || parts[index - 1]?.kind !== 'any-text')
}

/** Returns true if the text is one of the dashes. */
export function isDash(char: string | undefined): boolean {
  return char !== undefined && dashes.test(char)
}

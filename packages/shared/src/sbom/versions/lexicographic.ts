import { defineOrder } from './define-order.ts'
import { compareLists, compareNumerals } from './parts.ts'

/** Reads any text; UTF-8 bytes and code points have the same order. */
function readLexicographic(text: string): readonly number[] | undefined {
  return text === '' ? undefined : Array.from(text, (character) => character.codePointAt(0)!)
}

/** Versions by the bytes of their UTF-8, with nothing normalised (VERSION-35). */
export const lexicographic = defineOrder('lexicographic', readLexicographic, (a, b) =>
  compareLists(a, b, compareNumerals),
)

import { expect, test } from 'vitest'
import { columnWidths, linesOf, shortened } from './text-lines.ts'

/** Each letter is one point wide. */
const letters = (text: string) => text.length

test.for([
  ['words that fit share a line', 'the bus is open', 8, ['the bus', 'is open']],
  ['a new line in the text is one on the page', 'one\n\ntwo', 10, ['one', '', 'two']],
  ['an empty text is one empty line', '', 10, ['']],
  ['a word that is wider than a line is divided', 'ab abcdefgh c', 3, ['ab', 'abc', 'def', 'gh', 'c']],
  ['after a hyphen or a slash rather than anywhere', 'key-store/unit', 6, ['key-', 'store/', 'unit']],
  ['each letter is its own line if no more fits', 'abc', 0.5, ['a', 'b', 'c']],
] as const)('[DOCUMENT-28] %s', ([, text, width, lines]) => {
  expect(linesOf(text, width, letters)).toEqual(lines)
})

test('[DOCUMENT-29] with too many lines the first ones are kept, with an ellipsis', () => {
  expect(shortened(['one', 'two'], 2)).toEqual(['one', 'two'])
  expect(shortened(['one', 'two', 'three'], 2)).toEqual(['one', 't…'])
})

test('[DOCUMENT-28] a column fits the longest word of its title, and the others shrink in proportion', () => {
  expect(columnWidths([1, 1, 2], [10, 10, 10], 100)).toEqual([25, 25, 50])
  expect(columnWidths([1, 4, 5], [30, 10, 10], 100)).toEqual([30, 40 - (20 * 30) / 70, 50 - (20 * 40) / 70])
  expect(columnWidths([1, 1], [90, 30], 60)).toEqual([45, 15])
})

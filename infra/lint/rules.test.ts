import { expect, test } from 'vitest'

import { wideLines } from './line-width.js'
import { bannedWords } from './plain-english.js'

const found = (text: string) => bannedWords(text).map(({ word }) => word)

test('banned words are found in identifiers, comments and texts', () => {
  expect(found('const toldAt = 1 // Lest it be lost.')).toEqual(['told', 'Lest'])
  expect(found("const LAST_SAID = 'a stranger'")).toEqual(['SAID', 'stranger'])
})

test('a word that only contains a banned one is allowed', () => {
  expect(found('const threshold = penalty(modest, excited, departed)')).toEqual([])
})

test('type names are banned as whole identifiers, and plain words with the same letters are not', () => {
  expect(found('interface Parts extends Pen { moment: string; parts: MessageParts }')).toEqual(['Parts', 'Pen'])
})

test('an aside of HTML is no banned word', () => {
  expect(found('<aside>set aside</aside>')).toEqual(['aside'])
})

test('lines over 120 columns are found, except those that an address makes so wide', () => {
  const wide = 'x'.repeat(121)
  expect(wideLines(`short\n${wide}\n// see https://example.com/${wide}`)).toEqual([{ line: 2, width: 121 }])
})

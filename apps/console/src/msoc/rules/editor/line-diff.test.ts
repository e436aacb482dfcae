import { expect, test } from 'vitest'
import { diffLines } from './line-diff.ts'

const signs = { same: ' ', added: '+', removed: '-' } as const
const drawn = (before: string, after: string) =>
  diffLines(before, after).map(
    ({ kind, text, before: was, after: is }) => `${signs[kind]}${was ?? ''}/${is ?? ''} ${text}`,
  )

test('[RULE-UI-24] a changed line is shown as removed and added, with the numbers of both texts', () => {
  expect(drawn('a\nb\nc', 'a\nx\ny\nc')).toEqual([' 1/1 a', '-2/ b', '+/2 x', '+/3 y', ' 3/4 c'])
})

test('[RULE-UI-24] equal texts have no changed line, and an empty line counts', () => {
  expect(drawn('a\n\nb', 'a\n\nb')).toEqual([' 1/1 a', ' 2/2 ', ' 3/3 b'])
  expect(drawn('a', '')).toEqual(['-1/ a', '+/1 '])
})

test('[RULE-UI-24] a moved line is removed in one place and added in the other', () => {
  expect(drawn('a\nb\nc\nd', 'b\nc\na\nd')).toEqual(['-1/ a', ' 2/1 b', ' 3/2 c', '+/3 a', ' 4/4 d'])
})

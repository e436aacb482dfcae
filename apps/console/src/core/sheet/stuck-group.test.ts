import { expect, test } from 'vitest'
import type { GridLine } from './grid-lines.ts'
import { stuckGroup } from './stuck-group.ts'

const group = (title: string): GridLine<string> => ({
  is: 'group',
  key: `group ${title}`,
  group: title,
  title,
  note: '',
  isFolded: false,
})
const row = (key: string): GridLine<string> => ({ is: 'row', key, entry: key, index: 0 })
const lines = [group('Concept'), row('a'), row('b'), group('Design'), row('c')]

test.for([
  { scrolled: 0, head: undefined, why: 'its head is in sight' },
  { scrolled: 10, head: 'Concept', why: 'its head is partly above' },
  { scrolled: 64, head: 'Concept', why: 'its second row is the first in sight' },
  { scrolled: 96, head: undefined, why: 'the head of the next one is the first in sight' },
  { scrolled: 130, head: 'Design', why: 'rows of the next one are in sight' },
])('[SHEET-10] $scrolled px down the head that stays is $head: $why', ({ scrolled, head }) => {
  expect(stuckGroup(lines, scrolled, 32)?.title).toBe(head)
})

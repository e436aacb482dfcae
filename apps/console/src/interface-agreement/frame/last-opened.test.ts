import { expect, test } from 'vitest'
import { toOpen } from './last-opened.ts'

const [one, other] = [{ uuid: 'a' }, { uuid: 'b' }]

test.for([
  ['the only one', [one], undefined, 'a'],
  ['the one opened last', [one, other], 'b', 'b'],
  ['none of several', [one, other], undefined, undefined],
  ['none that is gone', [one, other], 'c', undefined],
  ['the only one instead of one of another program', [one], 'b', 'a'],
  ['none', [], 'a', undefined],
] as const)('[AGREEMENT-UI-1] a page without an agreement opens %s', ([, agreements, last, opened]) => {
  expect(toOpen(agreements, last)).toBe(opened)
})

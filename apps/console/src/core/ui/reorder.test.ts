import { expect, test } from 'vitest'
import { moved } from './reorder.ts'

test('[REORDER-1] an entry moves to its new place, the others keep their order, and nothing is lost', () => {
  const list = ['a', 'b', 'c', 'd']
  expect(moved(list, 0, 2)).toEqual(['b', 'c', 'a', 'd'])
  expect(moved(list, 3, 0)).toEqual(['d', 'a', 'b', 'c'])
  for (const [from, to] of [
    [0, -1],
    [3, 4],
    [9, 0],
    [1, 1],
  ] as const)
    expect(moved(list, from, to)).toEqual(list)
})

import { expect, test } from 'vitest'
import { baseFor, mostRows } from './long-list.ts'

const million = 1_000_000

test('[ANALYZER-UI-10] a list that the browser can lay out is scrolled as a whole', () => {
  for (const row of [0, 500_000, mostRows - 1]) expect(baseFor(row, 0, mostRows)).toBe(0)
})

test('[ANALYZER-UI-10] of a longer list the part around a row is scrolled, and its ends lead to the next part', () => {
  expect(baseFor(1_500_000, 0, 2 * million)).toBe(million)
  expect(baseFor(million - 5, 0, 2 * million)).toBe(499_995)
  expect(baseFor(499_995 + 3, 499_995, 2 * million)).toBe(0)
})

test('[ANALYZER-UI-10] in the middle of a part it stays, and at the ends of the list too', () => {
  expect(baseFor(900_000, 499_995, 2 * million)).toBe(499_995)
  expect(baseFor(2, 0, 2 * million)).toBe(0)
  expect(baseFor(2 * million - 1, million, 2 * million)).toBe(million)
})

test('[ANALYZER-UI-10] a list that became shorter is not scrolled beyond its end', () => {
  expect(baseFor(10, million, 100)).toBe(0)
})

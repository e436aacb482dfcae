import { expect, test } from 'vitest'
import { centred, drawnIn, isAtEnd, reached } from './sight.ts'

test('[ANALYZER-UI-15] of any number of rows, only the visible ones and a few beyond are rendered', () => {
  expect(drawnIn({ top: 0, height: 280 }, 1_000_000, 28)).toEqual([0, 16])
  expect(drawnIn({ top: 28_000, height: 280 }, 1_000_000, 28)).toEqual([994, 1_016])
  expect(drawnIn({ top: 999_990 * 28, height: 280 }, 1_000_000, 28)).toEqual([999_984, 1_000_000])
})

test('[ANALYZER-UI-15] a list that became shorter than its scroll position renders its end', () => {
  expect(drawnIn({ top: 28_000, height: 280 }, 20, 28)).toEqual([14, 20])
  expect(drawnIn({ top: 0, height: 280 }, 0, 28)).toEqual([0, 0])
})

test('[ANALYZER-UI-15] a row is scrolled to the middle, or just into view', () => {
  expect(centred(100, { height: 280 }, 28)).toBe(2_674)
  expect(centred(1, { height: 280 }, 28)).toBe(0)
  expect([5, 10, 14, 30].map((index) => reached(index, { top: 280, height: 280 }, 28))).toEqual([140, 280, 280, 588])
})

test('[ANALYZER-UI-15] the end counts as visible from the second-last row', () => {
  expect([isAtEnd({ top: 2_520, height: 280 }, 100, 28), isAtEnd({ top: 2_460, height: 280 }, 100, 28)]).toEqual([
    true,
    false,
  ])
})

import { expect, test } from 'vitest'
import { sparkPath } from './spark-path.ts'

test('[CHART-5] the first value is at the left, the last at the right, the greatest at the top', () => {
  expect(sparkPath([0, 10, 5], 100, 12)).toBe('M0.0 11.0L50.0 1.0L100.0 6.0')
})

test('[CHART-5] equal values are a line in the middle; fewer than two values have no path', () => {
  expect(sparkPath([7, 7], 10, 10)).toBe('M0.0 5.0L10.0 5.0')
  expect(sparkPath([7], 10, 10)).toBe('')
  expect(sparkPath([7, Number.NaN], 10, 10)).toBe('')
})

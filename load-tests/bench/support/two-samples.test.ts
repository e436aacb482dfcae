import { expect, test } from 'vitest'

import { aucOf, medianOf } from './two-samples.ts'

test.for([
  { one: [3, 4], other: [1, 2], auc: 1 },
  { one: [1, 2], other: [3, 4], auc: 0 },
  { one: [1, 4], other: [2, 3], auc: 0.5 },
  { one: [5, 5], other: [5, 5, 5], auc: 0.5 },
  { one: [2, 2, 3], other: [1, 2], auc: (2 + 2 + 2 - 2 * 0.5) / 6 },
])('for $one and $other the first is greater in $auc of all pairs', ({ one, other, auc }) => {
  const pairs = one.flatMap((a) => other.map((b): number => (a > b ? 1 : a === b ? 0.5 : 0)))
  expect(aucOf(one, other)).toBeCloseTo(pairs.reduce((sum, pair) => sum + pair, 0) / pairs.length, 10)
  expect(aucOf(one, other)).toBeCloseTo(auc, 10)
})

test('the median is the middle value, or the mean of the two middle values', () => {
  expect([medianOf([3, 1, 2]), medianOf([4, 1, 2, 3])]).toEqual([2, 2.5])
})

import { expect, test } from 'vitest'
import { everyStep } from './bucket-steps.ts'

const none = { critical: 0, high: 0, medium: 0, low: 0, info: 0 }

test('[CHART-4] steps without data are zeros between the steps with data', () => {
  const steps = everyStep([{ ...none, at: 20, high: 3 }], 10, 5, 40)
  expect(steps.map(({ at, high }) => [at, high])).toEqual([
    [0, 0],
    [10, 0],
    [20, 3],
    [30, 0],
  ])
})

test('[CHART-4] a window within one step is one bar, and the number of bars is limited', () => {
  expect(everyStep([], 1_000, 100, 200)).toEqual([{ ...none, at: 0 }])
  expect(everyStep([], 1, 0, 1e9)).toHaveLength(4_000)
})

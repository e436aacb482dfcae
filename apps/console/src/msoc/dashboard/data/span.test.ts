import { expect, test } from 'vitest'
import { lengthOf, stepFor, stepName, windowOf } from './span.ts'

const hour = 3_600_000

test.for([
  { hours: 1, step: '1 min' },
  { hours: 24, step: '10 min' },
  { hours: 72, step: '30 min' },
  { hours: 24 * 30, step: '6 h' },
  { hours: 24 * 400, step: '3 d' },
])('[DASHBOARD-UI-7] $hours h are shown in bars of $step', ({ hours, step }) => {
  expect(stepName(stepFor(hours * hour))).toBe(step)
})

test('a relative span ends now; a fixed span stays', () => {
  expect(windowOf({ lastMs: 500 }, 2_000)).toEqual({ from: 1_500, to: 2_000 })
  expect(windowOf({ from: 1, to: 9 }, 2_000)).toEqual({ from: 1, to: 9 })
})

test('a duration is shown in a suitable unit', () => {
  expect([20_000, 90 * 60_000, 24 * hour, 7 * 24 * hour].map(lengthOf)).toEqual(['1 min', '90 min', '24 h', '7 d'])
})

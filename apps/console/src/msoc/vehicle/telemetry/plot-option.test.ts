import { expect, test } from 'vitest'
import { withGaps } from './plot-option.ts'

const point = (at: number) => [at, 0, 1, 2] as const

test('[VEHICLE-UI-14] the line breaks if the vehicle was silent for much longer than its interval', () => {
  const steps = withGaps([0, 10, 20, 30, 500, 510].map(point), 10)
  expect(steps.map(({ at, point: value }) => [at, value !== undefined])).toEqual([
    [0, true],
    [10, true],
    [20, true],
    [30, true],
    [40, false],
    [500, true],
    [510, true],
  ])
})

test('[VEHICLE-UI-14] a slow but steady signal is one line', () => {
  expect(withGaps([0, 600, 1_200, 1_800].map(point), 10).every(({ point: value }) => value !== undefined)).toBe(true)
})

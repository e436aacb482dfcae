import { expect, test } from 'vitest'
import { barPaths, partOf } from './histogram.ts'

const none = { critical: 0, high: 0, medium: 0, low: 0, info: 0 }
const span = { from: 1_000, to: 2_000 }
const pathsOf = (...buckets: Parameters<typeof barPaths>[0]) =>
  Object.fromEntries(barPaths(buckets, 100, span, 100, 40).map(({ severity, path }) => [severity, path]))

test('[MAP-UI-34] a bar is at its time step, and a severity is stacked on the less severe ones', () => {
  const paths = pathsOf({ ...none, at: 1_500, info: 3, critical: 1 })
  expect(paths.info).toBe('M50.00 40.00h7.50v-30.00h-7.50z')
  expect(paths.critical).toBe('M50.00 10.00h7.50v-10.00h-7.50z')
  expect(paths.high).toBe('')
})

test('[MAP-UI-34] the highest bar fills the strip, steps outside the window are left out', () => {
  const paths = pathsOf(
    { ...none, at: 800, low: 90 },
    { ...none, at: 1_000, low: 1 },
    { ...none, at: 1_900, low: 90 },
    { ...none, at: 2_000, low: 90 },
  )
  expect(paths.low?.match(/M/g)).toHaveLength(2)
  expect(paths.low).toContain('v-40.00')
})

test('[MAP-UI-35] a time is at its fraction of the window', () => {
  expect([1_000, 1_250, 2_000].map((at) => partOf(at, span))).toEqual([0, 0.25, 1])
})

import { expect, test } from 'vitest'
import { bucketsOf, stepFor } from './buckets.ts'

test('[IDS-UI-3] events count with their reported number, in their step and severity', () => {
  const at = (seconds: number) => new Date(seconds * 1_000).toISOString()
  const buckets = bucketsOf(
    [
      { ts: at(1), severity: 'high', count: 3 },
      { ts: at(9), severity: 'low', count: 1 },
      { ts: at(10), severity: 'high', count: 1 },
    ],
    10_000,
  )
  expect(buckets).toEqual([
    { at: 0, critical: 0, high: 3, medium: 0, low: 1, info: 0 },
    { at: 10_000, critical: 0, high: 1, medium: 0, low: 0, info: 0 },
  ])
})

test('[IDS-UI-3] steps are round and few', () => {
  expect(stepFor(0, 86_400_000)).toBe(900_000)
  expect(stepFor(0, 60_000)).toBe(1_000)
  expect(stepFor(0, 400 * 86_400_000)).toBe(86_400_000)
})

import { expect, test } from 'vitest'
import { byDay } from './sightings.ts'

test('[OBSERVABLE-UI-8] every day of the last 90 has a count, summed over the kinds', () => {
  const days = byDay(
    [
      { day: '2026-11-26', kind: 'alert', count: 2 },
      { day: '2026-11-26', kind: 'import', count: 1 },
      { day: '2026-11-24', kind: 'alert', count: 5 },
    ],
    Date.parse('2026-11-26T12:00:00Z'),
  )
  expect(days).toHaveLength(90)
  expect(days.slice(-3).map(({ count }) => count)).toEqual([5, 0, 3])
  expect(days.at(-1)!.at).toBe(Date.parse('2026-11-26T00:00:00Z'))
})

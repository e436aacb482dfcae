import { expect, test } from 'vitest'
import { everyDay, rangeOf, topVehicles } from './days.ts'

test('[RULE-UI-20] a day without hits counts zero, and a range that ends at midnight ends before that day', () => {
  expect(everyDay({ '2026-11-21': 4 }, '2026-11-20T12:00:00Z', '2026-11-23T00:00:00Z')).toEqual([
    { day: '2026-11-20', hits: 0 },
    { day: '2026-11-21', hits: 4 },
    { day: '2026-11-22', hits: 0 },
  ])
  expect(everyDay({}, '2026-11-20T00:00:00Z', '2026-11-20T00:00:00Z')).toHaveLength(1)
})

test('[RULE-UI-19] the range has whole days, but does not end in the future', () => {
  const now = Date.parse('2026-11-23T14:00:00Z')
  expect(rangeOf('2026-11-20', '2026-11-21', now)).toEqual({
    from: '2026-11-20T00:00:00.000Z',
    to: '2026-11-22T00:00:00.000Z',
  })
  expect(rangeOf('2026-11-23', '2026-11-23', now).to).toBe('2026-11-23T14:00:00.000Z')
})

test('[RULE-UI-20] the vehicles with the most hits come first', () => {
  expect(topVehicles({ B: 1, A: 1, C: 9 }, 2)).toEqual([
    { vin: 'C', hits: 9 },
    { vin: 'A', hits: 1 },
  ])
})

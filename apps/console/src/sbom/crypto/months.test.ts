import { expect, test } from 'vitest'
import { byMonth } from './months.ts'

test('[CBOM-UI-5] ends are counted by month; the first and the last month hold what is beyond', () => {
  const months = byMonth(
    [
      '2010-01-01T00:00:00Z',
      '2026-03-31T23:00:00Z',
      '2026-04-01T00:00:00Z',
      '2026-04-30T00:00:00Z',
      '2050-01-01T00:00:00Z',
    ],
    new Date('2026-04-10T00:00:00Z'),
  )
  expect(months.length).toBe(73)
  expect(months.filter(({ count }) => count > 0)).toEqual([
    { name: '≤ 2025-04', count: 1, isPast: true },
    { name: '2026-03', count: 1, isPast: true },
    { name: '2026-04', count: 2, isPast: false },
    { name: '≥ 2031-04', count: 1, isPast: false },
  ])
})

import { expect, test } from 'vitest'
import { daysLeft } from './licence.ts'

const now = new Date('2026-10-22T17:00:00Z')
const after = (ms: number) => new Date(now.getTime() + ms)
const day = 86_400_000

test.for([
  { what: 'a millisecond', until: after(1), days: 1 },
  { what: 'exactly a day', until: after(day), days: 1 },
  { what: 'a day and a millisecond', until: after(day + 1), days: 2 },
  { what: 'thirty days', until: after(30 * day), days: 30 },
])('a licence that ends in $what has $days days left, including the current day', ({ until, days }) => {
  expect(daysLeft(until, now)).toBe(days)
})

test.for([0, -1, -5 * day])('a licence that ended %i ms ago has no days left', (ms) => {
  expect(daysLeft(after(ms), now)).toBeLessThanOrEqual(0)
})

test('a licence without an end date has about a century left', () => {
  expect(daysLeft(null, now)).toBeGreaterThan(36_000)
})

import { expect, test } from 'vitest'
import { stepOf, tickText, timeTicks } from './time-ticks.ts'

const at = Date.parse
const hour = 3_600_000

test.for([
  { hours: 24, most: 12, step: 2 * hour },
  { hours: 24, most: 13, step: 2 * hour },
  { hours: 24 * 7, most: 7, step: 24 * hour },
  { hours: 1 / 12, most: 10, step: 30_000 },
  { hours: 1 / 60, most: 6, step: 10_000 },
])('[G1] $hours h under $most labels goes in steps of $step ms', ({ hours, most, step }) => {
  expect(stepOf(0, hours * hour, most)).toBe(step)
})

test('[G1] labels stand at whole steps in UTC, within the window', () => {
  const ticks = timeTicks(at('2025-11-17T22:32:00Z'), at('2025-11-18T05:10:00Z'), 4)
  expect(ticks.map((tick) => new Date(tick).toISOString())).toEqual(['2025-11-18T00:00:00.000Z', '2025-11-18T02:00:00.000Z', '2025-11-18T04:00:00.000Z'])
})

test('[G1] more days than any step are still few labels', () => {
  expect(timeTicks(0, 4_000 * 24 * hour, 10).length).toBeLessThanOrEqual(11)
})

test('[G2] a label is a clock, with seconds where steps are short, and a day at midnight', () => {
  expect(tickText(at('2025-11-17T22:30:00Z'), 30 * 60_000)).toBe('10:30 pm')
  expect(tickText(at('2025-11-17T22:30:10Z'), 10_000)).toBe('10:30:10 pm')
  expect(tickText(at('2025-11-18T00:00:00Z'), 2 * hour)).toBe('18 Nov')
  expect(tickText(at('2025-11-18T00:00:00Z'), 60_000)).toBe('12:00 am')
})

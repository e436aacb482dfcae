import { afterEach, expect, test } from 'vitest'
import { showZone } from '../format/zone.ts'
import { stepOf, tickText, timeTicks } from './time-ticks.ts'

const at = Date.parse
const hour = 3_600_000
const labels = (from: string, to: string, most: number) =>
  timeTicks(at(from), at(to), most).map((tick) => tickText(tick, stepOf(at(from), at(to), most)))

afterEach(() => showZone('UTC'))

test.for([
  { hours: 24, most: 12, step: 2 * hour },
  { hours: 24, most: 13, step: 2 * hour },
  { hours: 24 * 7, most: 7, step: 24 * hour },
  { hours: 1 / 12, most: 10, step: 30_000 },
  { hours: 1 / 60, most: 6, step: 10_000 },
])('[CHART-1] $hours h with $most labels has steps of $step ms', ({ hours, most, step }) => {
  expect(stepOf(0, hours * hour, most)).toBe(step)
})

test('[CHART-1] labels are at whole steps in UTC, within the window', () => {
  const ticks = timeTicks(at('2025-11-17T22:32:00Z'), at('2025-11-18T05:10:00Z'), 4)
  expect(ticks.map((tick) => new Date(tick).toISOString())).toEqual([
    '2025-11-18T00:00:00.000Z',
    '2025-11-18T02:00:00.000Z',
    '2025-11-18T04:00:00.000Z',
  ])
})

test.for([
  {
    zone: 'Asia/Kolkata',
    from: '2025-11-17T15:00:00Z',
    to: '2025-11-18T03:00:00Z',
    texts: ['10:00 pm', '18 Nov', '02:00 am', '04:00 am', '06:00 am', '08:00 am'],
  },
  {
    zone: 'Asia/Kathmandu',
    from: '2025-11-17T18:00:00Z',
    to: '2025-11-17T19:00:00Z',
    texts: ['11:50 pm', '12:00 am', '12:10 am', '12:20 am', '12:30 am', '12:40 am'],
  },
  {
    zone: 'America/New_York',
    from: '2025-03-09T04:00:00Z',
    to: '2025-03-09T10:00:00Z',
    texts: ['11:00 pm', '09 Mar', '01:00 am', '03:00 am', '04:00 am', '05:00 am', '06:00 am'],
  },
  {
    zone: 'America/New_York',
    from: '2025-11-02T04:30:00Z',
    to: '2025-11-02T07:30:00Z',
    texts: ['12:30 am', '01:00 am', '01:30 am', '01:00 am', '01:30 am', '02:00 am', '02:30 am'],
  },
  {
    zone: 'America/New_York',
    from: '2025-03-07T12:00:00Z',
    to: '2025-03-12T12:00:00Z',
    texts: ['08 Mar', '09 Mar', '10 Mar', '11 Mar', '12 Mar'],
  },
])(
  '[CHART-1] in $zone labels from $from are at whole steps of its clocks, also across a clock change',
  ({ zone, from, to, texts }) => {
    showZone(zone)
    expect(labels(from, to, 7)).toEqual(texts)
  },
)

test('[CHART-1] days start at midnight on both sides of a clock change', () => {
  showZone('America/New_York')
  expect(
    timeTicks(at('2025-03-08T12:00:00Z'), at('2025-03-11T12:00:00Z'), 3).map((tick) =>
      new Date(tick).toISOString().slice(0, 16),
    ),
  ).toEqual(['2025-03-09T05:00', '2025-03-10T04:00', '2025-03-11T04:00'])
})

test('[CHART-1] a window longer than any step has few labels, too', () => {
  expect(timeTicks(0, 4_000 * 24 * hour, 10).length).toBeLessThanOrEqual(11)
})

test('[CHART-2] a label is a time of day, with seconds where steps are short, and a date at midnight', () => {
  expect(tickText(at('2025-11-17T22:30:00Z'), 30 * 60_000)).toBe('10:30 pm')
  expect(tickText(at('2025-11-17T22:30:10Z'), 10_000)).toBe('10:30:10 pm')
  expect(tickText(at('2025-11-18T00:00:00Z'), 2 * hour)).toBe('18 Nov')
  expect(tickText(at('2025-11-18T00:00:00Z'), 60_000)).toBe('12:00 am')
})

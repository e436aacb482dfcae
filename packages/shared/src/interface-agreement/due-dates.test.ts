import { expect, test } from 'vitest'
import { dueOf, type Exchange, isOverdue } from './due-dates.ts'

const periods = { cycleDays: 30, eventDays: 10 }
const exchange = (of: Partial<Exchange>): Exchange => ({ cycle: 'once', first: '', exchanged: [], events: [], ...of })

test.for([
  ['no day is agreed', {}, undefined],
  ['the agreed day is ahead or past', { first: '2026-03-01' }, '2026-03-01'],
  ['once, and it was exchanged', { first: '2026-03-01', exchanged: ['2026-02-20'] }, undefined],
  ['without a cycle, and it was exchanged', { cycle: '', exchanged: ['2026-02-20'] }, undefined],
  ['cyclic, after the last exchange', { cycle: 'cyclic', exchanged: ['2026-02-28', '2026-01-31'] }, '2026-03-30'],
  ['cyclic, over the end of a leap February', { cycle: 'cyclic', exchanged: ['2028-02-01'] }, '2028-03-02'],
  ['on event, and none came', { cycle: 'on-event', exchanged: ['2026-02-20'], events: ['2026-02-01'] }, undefined],
  [
    'on event, from the first that no exchange followed',
    { cycle: 'on-event', exchanged: ['2026-02-20'], events: ['2026-03-09', '2026-02-01', '2026-03-05'] },
    '2026-03-15',
  ],
] as const)('[AGREEMENT-10] due: %s', ([, of, due]) => {
  expect(dueOf(exchange(of), periods)).toBe(due)
})

test('[AGREEMENT-10] it is overdue on the day after', () => {
  expect(['2026-02-28', '2026-03-01', '2026-03-02'].map((today) => isOverdue('2026-03-01', today))).toEqual([
    false,
    false,
    true,
  ])
  expect(isOverdue(undefined, '2026-03-02')).toBe(false)
})

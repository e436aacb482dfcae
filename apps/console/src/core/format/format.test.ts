import { afterEach, expect, test } from 'vitest'
import {
  age,
  calendarDay,
  clock,
  clockWithSeconds,
  compact,
  date,
  dateTime,
  dayAndMonth,
  daysAhead,
  delay,
  fineAge,
  number,
  offsetText,
  sentenceCase,
  zonedDateTime,
} from './format.ts'
import { showZone } from './zone.ts'

const when = Date.UTC(2025, 10, 18, 22, 31, 44)

afterEach(() => showZone('UTC'))

test("[FORMAT-1] a time is formatted as in India, in UTC until a zone is chosen, whatever the machine's zone", () => {
  expect(dateTime(when)).toBe('18 Nov 2025, 10:31 pm')
  expect(dateTime('2025-11-08T03:04:05+05:30')).toBe('07 Nov 2025, 09:34 pm')
  expect(zonedDateTime(when)).toBe('18 Nov 2025, 10:31 pm UTC')
  expect(clockWithSeconds(when)).toBe('10:31:44 pm')
})

test.for([
  { zone: 'Asia/Kolkata', expected: '19 Nov 2025, 04:01 am GMT+5:30' },
  { zone: 'Asia/Kathmandu', expected: '19 Nov 2025, 04:16 am GMT+5:45' },
  { zone: 'America/New_York', expected: '18 Nov 2025, 05:31 pm GMT-5' },
])('[FORMAT-1] in $zone it is $expected', ({ zone, expected }) => {
  showZone(zone)
  expect(zonedDateTime(when)).toBe(expected)
  expect(expected).toContain(clock(when))
  expect(expected).toContain(date(when))
  expect(date(when)).toContain(dayAndMonth(when))
})

test.for([
  { zone: 'UTC', ahead: 24 },
  { zone: 'Asia/Kolkata', ahead: 23 },
  { zone: 'Pacific/Kiritimati', ahead: 23 },
  { zone: 'America/New_York', ahead: 24 },
])('[FORMAT-1] a calendar day is the same in $zone, and $ahead days ahead by its clock', ({ zone, ahead }) => {
  showZone(zone)
  expect(calendarDay('2025-12-12')).toBe('12 Dec 2025')
  expect(daysAhead('2025-12-12', when)).toBe(ahead)
  expect([daysAhead('2025-11-17', when), daysAhead('2026-11-18', when)]).toEqual([ahead - 25, ahead + 341])
})

test('[FORMAT-1] an hour that clocks show twice is distinguished by its offset from UTC', () => {
  showZone('America/New_York')
  const first = Date.UTC(2025, 10, 2, 5, 30)
  expect([first, first + 3_600_000].map(zonedDateTime)).toEqual([
    '02 Nov 2025, 01:30 am GMT-4',
    '02 Nov 2025, 01:30 am GMT-5',
  ])
  expect([offsetText(first), offsetText(first, 'UTC')]).toEqual(['GMT-4', 'UTC'])
})

test.for([
  [0, '0 s'],
  [21_900, '21 s'],
  [59_999, '59 s'],
  [60_000, '1 min'],
  [3_599_999, '59 min'],
  [7_200_000, '2 h'],
  [3 * 86_400_000, '3 d'],
  [-5_000, '0 s'],
] as const)('[FORMAT-2] %d ms ago is %s', ([ms, expected]) => {
  expect(age(ms)).toBe(expected)
})

test('short ages and delays have one decimal below ten seconds', () => {
  expect([fineAge(412), fineAge(9_999), fineAge(24_000)]).toEqual(['0.4 s', '10.0 s', '24 s'])
  expect([delay(180), delay(4_210)]).toEqual(['180 ms', '4.2 s'])
})

test('[FORMAT-2] a clock that runs ahead never gives a negative age', () => {
  expect([fineAge(-1), fineAge(-60_000), delay(-12_000), age(-3_600_000)]).toEqual(['0.0 s', '0.0 s', '0 ms', '0 s'])
})

test.for([
  [0, '0'],
  [999, '999'],
  [999.6, '1.0k'],
  [1_234, '1.2k'],
  [58_400, '58.4k'],
  [999_949, '999.9k'],
  [999_950, '1.0M'],
  [1_100_000, '1.1M'],
] as const)('%d is %s in compact form', ([n, expected]) => {
  expect(compact(n)).toBe(expected)
})

test('numbers are separated by thousands', () => {
  expect(number(1_048_231)).toBe('1,048,231')
})

test('a constant of the API is shown in sentence case', () => {
  expect(['IN_PROGRESS', 'UNDER-REVIEW', 'NOT COMPLETED'].map(sentenceCase)).toEqual([
    'In progress',
    'Under review',
    'Not completed',
  ])
})

import { expect, test } from 'vitest'
import { longAge, targetText, timerLine } from './timer.ts'

const minute = 60_000
const hour = 60 * minute

test.for([
  [null, '–'],
  [180, '180 ms'],
  [4_249, '4.2 s'],
  [59_999, '59.9 s'],
  [3 * minute + 12_000, '3:12 min'],
  [59 * minute + 59_999, '59:59 min'],
  [5 * hour + 40 * minute, '5:40 h'],
  [47 * hour, '47:00 h'],
  [75 * hour, '3.1 d'],
] as const)('%s ms took %s', ([ms, text]) => {
  expect(timerLine(ms)).toBe(text)
})

test('[DASHBOARD-UI-19] targets have their units', () => {
  expect([5 * minute, 8 * hour, 90 * minute].map(targetText)).toEqual(['5 min', '8 h', '90 min'])
})

test.for([
  [-5, '0 s'],
  [21_000, '21 s'],
  [41 * minute, '41 min'],
  [2 * hour + 10 * minute, '2 h 10'],
  [292 * hour, '12 d 04 h'],
] as const)('an age of %s ms is %s', ([ms, text]) => {
  expect(longAge(ms)).toBe(text)
})

import { expect, test } from 'vitest'
import { linesIn, minutesIn, minutesText } from './lines.ts'

test.for([
  ['', null],
  ['30', 30],
  ['90 min', 90],
  ['4h', 240],
  ['2 d', 2_880],
  ['0', undefined],
  ['400 d', undefined],
  ['soon', undefined],
] as const)('[CASE-UI-72] "%s" is %s minutes', ([text, minutes]) => expect(minutesIn(text)).toBe(minutes))

test('[CASE-UI-72] a time limit is shown as it can be typed', () => {
  for (const minutes of [1, 45, 60, 240, 1_440, 2_880, null]) expect(minutesIn(minutesText(minutes))).toBe(minutes)
})

test('[CASE-UI-72] options and checks are lines; each is there once, and none is empty', () => {
  expect(linesIn(' a \n\nb\na')).toEqual(['a', 'b'])
})

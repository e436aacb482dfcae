import { expect, test } from 'vitest'
import { axisStep, exactClock, fineSpan, isSameTime, millis, rate, signedSeconds, signedSpan } from './times.ts'

test('[ANALYZER-UI-14] a time is shown to the microsecond', () => {
  expect(exactClock(Date.parse('2025-11-18T22:31:44Z') + 7.0625)).toMatch(/^18 Nov 2025, 10:31:44\.00706[23] pm$/)
  expect(exactClock(Date.parse('2025-11-18T22:31:44Z') + 999.999_7)).toContain('44.999999')
})

test('[ANALYZER-UI-14] frames a microsecond apart have different times', () => {
  const at = Date.parse('2025-11-18T22:31:44Z')
  expect([isSameTime(at, at), isSameTime(at, at + 0.001), isSameTime(at, undefined)]).toEqual([true, false, false])
})

test('[ANALYZER-UI-14] times between frames have the significant digits', () => {
  expect([0.25, 4.9, 9.96, 20, 99.9, 100, 1_500].map(millis)).toEqual([
    '0.25',
    '4.9',
    '10.0',
    '20.0',
    '99.9',
    '100',
    '1500',
  ])
  expect([204.08, 100, 0.7].map(rate)).toEqual(['204.1', '100', '0.7'])
  expect([-3, 5, 600, 12_000, 130_000].map(fineSpan)).toEqual(['0 ms', '5 ms', '0.6 s', '12 s', '2 min'])
})

test('[ANALYZER-UI-14] a time difference has a sign', () => {
  expect([signedSeconds(-20), signedSeconds(1_250.5)]).toEqual(['\u22120.020000', '+1.250500'])
  expect([signedSpan(-2_000), signedSpan(0), signedSpan(500)]).toEqual(['\u22122 s', '0', '+500 ms'])
})

test('[ANALYZER-UI-14] an axis has steps of one, two or five', () => {
  expect([0.7, 1, 1.1, 3, 6, 40, 0.03].map(axisStep)).toEqual([1, 1, 2, 5, 10, 50, 0.05])
})

import { expect, test } from 'vitest'
import { day, perMinute, ramp, secondsOf, shifts, stagesOf } from './shape.ts'

test.for([
  ['90s', 90],
  ['2m', 120],
  ['1m30s', 90],
  ['1h', 3600],
  ['500ms', 0.5],
  ['1.5s', 1.5],
] as const)('%s are %d seconds', ([text, seconds]) => {
  expect(secondsOf(text)).toBe(seconds)
})

test.for(['', '90', 's', '2 m', '1d', '1m-30s'])('"%s" is not a duration', (text) => {
  expect(() => secondsOf(text)).toThrow('is no duration')
})

test('stages have whole milliseconds and whole targets', () => {
  expect(
    stagesOf(
      [
        [0.7, 1],
        [0.3, 0.25],
      ],
      10,
      50,
    ),
  ).toEqual([
    { duration: '7000ms', target: 50 },
    { duration: '3000ms', target: 13 },
  ])
})

test.for([
  ['a ramp', ramp],
  ['a day', day],
  ['shifts', shifts],
] as const)('%s takes the given time, and reaches its peak', ([, shape]) => {
  expect(shape.reduce((sum, [share]) => sum + share, 0)).toBeCloseTo(1, 10)
  expect(Math.max(...shape.map(([, ofPeak]) => ofPeak))).toBe(1)
})

test('a slow arrival rate is at least one a minute', () => {
  expect([perMinute(2.5), perMinute(0.001)]).toEqual([150, 1])
})

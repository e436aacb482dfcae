import { expect, test } from 'vitest'
import { axisTicks, loadPath, percentTop, scaleOf } from './load-path.ts'

const share = Float32Array.of(0, 0.3, 0.15, 0.3)

test('[ANALYZER-UI-5] a time is at its position, and a position on the line gives its time', () => {
  const scale = scaleOf({ from: 1_000, step: 10, share }, 400)!
  expect([scale.to, scale.x(1_020), scale.at(100), scale.at(-5), scale.at(999)]).toEqual([
    1_040, 200, 1_010, 1_000, 1_040,
  ])
  expect([scale.holds(999), scale.holds(1_040)]).toEqual([false, true])
})

test('[ANALYZER-UI-5] without frames or without room there is no line', () => {
  expect(scaleOf(undefined, 400)).toBeUndefined()
  expect(scaleOf({ from: 0, step: 1, share: new Float32Array() }, 400)).toBeUndefined()
  expect(scaleOf({ from: 0, step: 1, share }, -3)).toBeUndefined()
})

test('[ANALYZER-UI-5] the line is as high as the load, and of several values in one px the greatest shows', () => {
  expect(percentTop(share)).toBeCloseTo(0.6)
  expect(loadPath(share, 4, 60, 0.6)).toBe('M0 60.0L1.5 30.0L2.5 45.0L3.5 30.0H4')
  expect(loadPath(share, 2, 60, 0.6)).toBe('M0 30.0L1.5 30.0H2')
})

test('[ANALYZER-UI-5] live the axis counts back from now, a short capture from its first frame', () => {
  const scale = scaleOf({ from: 0, step: 1_000, share: new Float32Array(60) }, 700)!
  expect(axisTicks(scale, true).map(({ text }) => text)).toEqual([
    '\u221250 s',
    '\u221240 s',
    '\u221230 s',
    '\u221220 s',
    '\u221210 s',
  ])
  const short = scaleOf({ from: 500, step: 100, share: new Float32Array(20) }, 500)!
  expect(axisTicks(short, false).map(({ text }) => text)).toEqual(['+500 ms', '+1 s', '+1.5 s'])
})

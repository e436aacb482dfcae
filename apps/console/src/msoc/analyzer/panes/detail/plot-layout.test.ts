import { expect, test } from 'vitest'
import { indexAt, rangeOf, spread, ticksOf, timingRange, within } from './plot-layout.ts'

test('[ANALYZER-UI-12] an axis has round steps and includes every value', () => {
  expect(rangeOf(96, 203)).toEqual({ low: 50, high: 250, step: 50 })
  expect(ticksOf(rangeOf(0, 0.4))).toEqual([0, 0.1, 0.2, 0.3, 0.4])
  expect(rangeOf(7, 7)).toEqual({ low: 6, high: 8, step: 0.5 })
  expect(rangeOf(Infinity, -Infinity)).toEqual({ low: 0, high: 1, step: 0.5 })
})

test('[ANALYZER-UI-12] the value at a time is the last one before it', () => {
  const at = Float64Array.of(10, 20, 20, 30)
  expect([5, 10, 19.9, 20, 99].map((time) => indexAt({ at }, time))).toEqual([-1, 0, 0, 2, 3])
  expect(within({ at }, 15, 25)).toEqual([0, 4])
})

test('[ANALYZER-UI-12] the range is that of the visible values, without non-numbers', () => {
  const series = { at: Float64Array.of(0, 10, 20, 30, 40), value: Float32Array.of(900, 1, Number.NaN, 3, -900) }
  expect(spread([series], 10, 20)).toEqual({ low: 1, high: 3, step: 0.5 })
})

test('[ANALYZER-UI-12] one pause does not flatten the times between all other frames', () => {
  const ms = Float32Array.from({ length: 1_000 }, (_, i) => (i === 500 ? 60_000 : 20))
  expect(timingRange(ms, 22).high).toBe(40)
  expect(timingRange(new Float32Array(), undefined).high).toBeGreaterThan(0)
  expect(timingRange(Float32Array.of(20, Number.NaN, 20, Number.NaN, Number.NaN), 22).high).toBe(40)
})

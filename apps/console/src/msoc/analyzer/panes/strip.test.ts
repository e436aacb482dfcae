import { expect, test } from 'vitest'
import { stripOf } from './strip.ts'

test('[ANALYZER-UI-11] the learned cycle is in the middle of its band, a frame after a quarter of it far left', () => {
  const strip = stripOf(
    { intervals: Float32Array.of(20, 5, 400), expected: { ms: 20, jitterMs: 0.75, by: 'profile' }, period: 5 },
    160,
  )
  expect(strip).toEqual({ ticks: [80, 20, 159], band: [68, 92] })
})

test('[ANALYZER-UI-11] the band of a cycle without jitter can still be seen', () => {
  expect(
    stripOf({ intervals: new Float32Array(), expected: { ms: 20, jitterMs: 0, by: 'profile' }, period: undefined }, 160)
      ?.band,
  ).toEqual([75, 85])
})

test('[ANALYZER-UI-11] the band of a cycle from a database only is a fifth to either side', () => {
  expect(
    stripOf({ intervals: new Float32Array(), expected: { ms: 20, jitterMs: 0, by: 'dbc' }, period: undefined }, 160)
      ?.band,
  ).toEqual([64, 96])
})

test('[ANALYZER-UI-11] an unknown cycle has ticks around its own period and no band; without a period no strip', () => {
  expect(stripOf({ intervals: Float32Array.of(10), expected: undefined, period: 10 }, 100)).toEqual({
    ticks: [50],
    band: undefined,
  })
  expect(stripOf({ intervals: Float32Array.of(), expected: undefined, period: undefined }, 100)).toBeUndefined()
})

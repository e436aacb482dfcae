import { expect, test } from 'vitest'
import { barsOf, hourMarks, niceTop } from './bars.ts'

const none = { critical: 0, high: 0, medium: 0, low: 0, info: 0 }

test('[DASHBOARD-UI-17] bars are stacked from info at the bottom to critical at the top', () => {
  const { top, paths } = barsOf([
    { ...none, at: 0, info: 2, critical: 1 },
    { ...none, at: 1, high: 4 },
  ])
  expect(top).toBe(4)
  expect(Object.fromEntries(paths.map(({ severity, path }) => [severity, path]))).toEqual({
    info: 'M0.125 1v-0.5h0.75v0.5z',
    low: '',
    medium: '',
    high: 'M1.125 1v-1h0.75v1z',
    critical: 'M0.125 0.5v-0.25h0.75v0.25z',
  })
})

test.for([
  [0, 4],
  [4, 4],
  [5, 5],
  [26, 40],
  [100, 100],
  [101, 200],
  [860, 1000],
] as const)("[DASHBOARD-UI-17] with up to %i alerts the chart's maximum is %i", ([most, top]) => {
  expect(niceTop(most)).toBe(top)
})

test('[DASHBOARD-UI-17] full hours are marked, but not at the edges', () => {
  const hour = 3_600_000
  expect(hourMarks(0.5 * hour, 24.5 * hour, 6).map(({ at }) => at / hour)).toEqual([6, 12, 18])
})

import { expect, test } from 'vitest'
import { panelAfter, untilNext } from './rotation.ts'

test.for([
  [0, 0],
  [29_999, 0],
  [30_000, 1],
  [60_000, 2],
  [90_000, 0],
  [-5, 0],
] as const)('[WALL-3] after %i ms panel %i of three is shown', ([ms, panel]) => {
  expect(panelAfter(ms, 30_000, 3)).toBe(panel)
})

test('[WALL-3] the next panel is due when the time of this panel is over', () => {
  expect([untilNext(0, 30_000), untilNext(29_000, 30_000), untilNext(31_000, 30_000)]).toEqual([30_000, 1_000, 29_000])
})

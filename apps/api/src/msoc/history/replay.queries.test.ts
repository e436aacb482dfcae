import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lookupParts } from './replay.queries.ts'

const hourMs = 3_600_000
const midnight = Date.UTC(2026, 10, 20)

test("[TRACK-2] a day's steps are looked up chunk by chunk, and a step that crosses a border by itself", () => {
  expect(lookupParts(midnight, 24_000, 0, 3_600)).toEqual([
    [0, 900],
    [900, 1_800],
    [1_800, 2_700],
    [2_700, 3_600],
  ])
  expect(lookupParts(midnight + 5 * hourMs + 10_000, 24_000, 100, 300)).toEqual([
    [100, 149],
    [149, 150],
    [150, 300],
  ])
})

test('[TRACK-2] the parts have every step once, and a long span has few', () => {
  fc.assert(
    fc.property(
      fc.nat(90 * 24 * hourMs),
      fc.integer({ min: 1_000, max: 24 * hourMs }),
      fc.nat(3_600),
      (at, step, steps) => {
        const parts = lookupParts(midnight + at, step, 3, 3 + steps)
        expect(parts.flatMap(([first, end]) => Array.from({ length: end - first }, (_, i) => first + i))).toEqual(
          Array.from({ length: steps }, (_, i) => 3 + i),
        )
        expect(parts.length).toBeLessThanOrEqual(34)
      },
    ),
  )
})

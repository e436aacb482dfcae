import { expect, test } from 'vitest'
import { bitColours, flipLevel } from './bits.ts'

test('[ANALYZER-UI-13] a bit that flips at all is never shown as one that does not', () => {
  expect([0, 0.0001, 0.5, 0.99, 1].map(flipLevel)).toEqual([0, 1, 4, 8, 8])
})

test("[ANALYZER-UI-13] a bit has the colour of the signal in the frame, and beyond the frame's end none", () => {
  const signals = [
    { bits: [0, 7], colour: 2, isAbsent: false },
    { bits: [1], colour: -1, isAbsent: false },
    { bits: [2], colour: 3, isAbsent: true },
    { bits: [99], colour: 1, isAbsent: false },
  ]
  expect(bitColours(signals, 1).join('')).toBe('2nnnnnx2')
})

import { expect, test } from 'vitest'

import { bitsOf, placesOf } from './bits.ts'

const byte = (constantMask: number, constantValue = 0) => ({
  constantMask,
  constantValue,
  min: 0,
  max: 255,
  values: null,
})

test('[PROFILE-UI-6] the bits of a group follow its byte order', () => {
  expect(placesOf({ startBit: 6, length: 4, isIntel: true })).toEqual([6, 7, 8, 9])
  expect(placesOf({ startBit: 1, length: 4, isIntel: false })).toEqual([1, 0, 15, 14])
})

test('[PROFILE-UI-6] each bit has its use and, if constant, its value', () => {
  const grid = bitsOf({
    bytes: [byte(0xc0, 0x80), byte(0), byte(0)],
    counters: [{ startBit: 0, length: 2, isIntel: true, step: 1 }],
    checksums: [{ byte: 2, kind: 'xor', seed: 0 }],
    signals: [
      {
        name: 'Speed',
        startBit: 8,
        length: 4,
        isIntel: true,
        isSigned: false,
        min: 0,
        max: 15,
        maxStep: null,
        repeats: 0,
      },
    ],
  })
  expect(grid.map((bits) => bits.map(({ use, value }) => `${use[0]}${use[1]}${value ?? ''}`).join(' '))).toEqual([
    'co1 co0 fr fr fr fr co co',
    'fr fr fr fr si si si si',
    'ch ch ch ch ch ch ch ch',
  ])
})

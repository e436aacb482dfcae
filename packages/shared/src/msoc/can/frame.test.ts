import { expect, test } from 'vitest'
import { hexOf, idDigits, idOfKey, idText, keyOf, readHex } from './frame.ts'

test('[VEHICLE-UI-8] [QUEUE-53] ids are hexadecimal, three digits or eight', () => {
  expect([idDigits({ id: 0x2c, ext: false }), idDigits({ id: 0xfef1, ext: true }), idText(0x18fef100, true)]).toEqual([
    '02C',
    '0000FEF1',
    '0x18FEF100',
  ])
})

test('an id of 11 bits and the same number of 29 are two ids', () => {
  expect(keyOf(0x123, false)).not.toBe(keyOf(0x123, true))
  expect([idOfKey(keyOf(0x123, false)), idOfKey(keyOf(0x1fffffff, true))]).toEqual([
    { id: 0x123, ext: false },
    { id: 0x1fffffff, ext: true },
  ])
})

test('hexadecimal is read as it is written, whatever the case', () => {
  const bytes = new Uint8Array(8)
  expect(readHex('00fF9aA0', bytes)).toBe(4)
  expect(hexOf(bytes.subarray(0, 4), ' ')).toBe('00 FF 9A A0')
})

import { expect, test } from 'vitest'
import { readHex } from '../../core/hex.ts'
import { hexOf, idDigits, idOfKey, idText, keyOf } from './frame.ts'

test('[VEHICLE-UI-8] [QUEUE-53] ids are hexadecimal with three or eight digits', () => {
  expect([idDigits({ id: 0x2c, ext: false }), idDigits({ id: 0xfef1, ext: true }), idText(0x18fef100, true)]).toEqual([
    '02C',
    '0000FEF1',
    '0x18FEF100',
  ])
})

test('an 11-bit id and a 29-bit id with the same number are two ids', () => {
  expect(keyOf(0x123, false)).not.toBe(keyOf(0x123, true))
  expect([idOfKey(keyOf(0x123, false)), idOfKey(keyOf(0x1fffffff, true))]).toEqual([
    { id: 0x123, ext: false },
    { id: 0x1fffffff, ext: true },
  ])
})

test('hexadecimal text is read back as it is written, in upper and lower case', () => {
  const bytes = new Uint8Array(8)
  expect(readHex('00fF9aA0', bytes)).toBe(4)
  expect(hexOf(bytes.subarray(0, 4), ' ')).toBe('00 FF 9A A0')
})

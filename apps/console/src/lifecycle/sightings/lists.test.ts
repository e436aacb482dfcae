import { expect, test } from 'vitest'
import { listed, listText, numbersIn } from './lists.ts'

test('words are separated at commas, each listed once', () => {
  expect(listed(' can0, can1;can0\n ')).toEqual(['can0', 'can1'])
})

test('ids are read as hexadecimal or decimal, and written as hexadecimal', () => {
  expect(numbersIn('0x8001, 160')).toEqual({ ok: true, value: [0x8001, 160] })
  expect(numbersIn('')).toEqual({ ok: true, value: [] })
  expect(numbersIn('8001h')).toMatchObject({ ok: false })
  expect(listText([0x8001, 160])).toBe('0x8001, 0x0A0')
})

import { expect, test } from 'vitest'
import { faded, rgba } from './colours.ts'

test('a hexadecimal colour is split into its components, also in its short form', () => {
  expect(rgba('#FF0080')).toEqual([1, 0, 128 / 255, 1])
  expect(rgba('#f08', 0.5)).toEqual([1, 0, 136 / 255, 0.5])
})

test('a faded colour keeps its components', () => {
  expect(faded('#4CC38A', 0.62)).toBe('rgba(76,195,138,0.62)')
})

import { expect, test } from 'vitest'
import { movedBy, orderOf, rangeOf, tabbed } from './selection.ts'

const order = orderOf(['a', 'b', 'c'], ['x', 'y', 'z'])
const at = (row: string, column: string) => ({ anchor: { row, column }, head: { row, column } })
const move = (key: string, from = at('b', 'y'), more: { isExtending?: boolean; isFar?: boolean } = {}) =>
  movedBy(order, from, { key, isExtending: false, isFar: false, ...more })

test.for([
  ['ArrowDown', 'c', 'y'],
  ['ArrowUp', 'a', 'y'],
  ['ArrowLeft', 'b', 'x'],
  ['ArrowRight', 'b', 'z'],
  ['Home', 'b', 'x'],
  ['End', 'b', 'z'],
  ['PageDown', 'c', 'y'],
] as const)('[SHEET-1] %s goes to %s%s', ([key, row, column]) => {
  expect(move(key)).toEqual(at(row, column))
})

test('[SHEET-1] with Ctrl an arrow goes to the edge, and stops there', () => {
  expect(move('ArrowDown', at('a', 'x'), { isFar: true })).toEqual(at('c', 'x'))
  expect(move('ArrowDown', at('c', 'x'))).toEqual(at('c', 'x'))
  expect(move('Home', at('c', 'z'), { isFar: true })).toEqual(at('a', 'x'))
})

test('[SHEET-1] with Shift the selection grows from where it began', () => {
  const once = move('ArrowDown', at('a', 'x'), { isExtending: true })!
  const twice = move('ArrowRight', once, { isExtending: true })!
  expect(rangeOf(order, twice)).toEqual({ top: 0, left: 0, bottom: 1, right: 1 })
  expect(twice.anchor).toEqual({ row: 'a', column: 'x' })
})

test('[SHEET-1] other keys move nothing', () => {
  expect(move('q')).toBeUndefined()
})

test('[SHEET-2] the selection stays on its rows when rows are added above', () => {
  const later = orderOf(['new', 'a', 'b', 'c'], ['x', 'y', 'z'])
  expect(rangeOf(later, at('b', 'y'))).toEqual({ top: 2, left: 1, bottom: 2, right: 1 })
  expect(rangeOf(orderOf(['a'], ['x']), at('b', 'y'))).toBeUndefined()
})

test('[SHEET-1] Tab goes to the next cell that can be changed, and on to the next row', () => {
  const isWritable = (column: string) => column !== 'y'
  expect(tabbed(order, at('a', 'x'), 1, isWritable)).toEqual(at('a', 'z'))
  expect(tabbed(order, at('a', 'z'), 1, isWritable)).toEqual(at('b', 'x'))
  expect(tabbed(order, at('b', 'x'), -1, isWritable)).toEqual(at('a', 'z'))
  expect(tabbed(order, at('c', 'z'), 1, isWritable)).toEqual(at('c', 'z'))
})

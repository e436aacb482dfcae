import type { KeyboardEvent } from 'react'
import { expect, test, vi } from 'vitest'
import { type CellKeys, type GridActions, gridKeys } from './grid-keys.ts'
import { gridStore, reorder, select } from './grid-store.ts'
import { newRow, orderOf } from './selection.ts'

/** A grid of two rows with three columns, of which `rpn` is computed, and the empty row. */
function opened(claims?: CellKeys) {
  const grid = gridStore()
  const type = vi.fn(async () => undefined)
  const clear = vi.fn(async () => undefined)
  const [fill, undo, redo] = [vi.fn(async () => undefined), vi.fn(async () => undefined), vi.fn(async () => undefined)]
  const keys = gridKeys({
    grid,
    actions: { type, clear, fill, undo, redo } as unknown as GridActions,
    isWritable: (column) => column !== 'rpn',
    newKey: () => 'made',
    onKey: claims,
    onOpen: vi.fn(),
    textAt: ({ anchor }) => (anchor.row === newRow ? '' : `${anchor.row}${anchor.column}`),
    onMove: () => undefined,
    focus: () => undefined,
  })
  const columns = ['mode', 'rpn', 'cause']
  reorder(grid, orderOf(['a', 'b', newRow], columns))
  const press = (key: string, more: object = {}) =>
    keys.onKeyDown({ key, nativeEvent: {}, preventDefault: () => undefined, ...more } as KeyboardEvent)
  const point = (row: string, column: string) => select(grid, { anchor: { row, column }, head: { row, column } })
  return {
    grid,
    keys,
    type,
    clear,
    fill,
    undo,
    redo,
    press,
    point,
    columns,
    cursor: () => grid.getState().selection?.anchor,
  }
}

test('[SHEET-3] typing replaces the text, F2 edits it, a computed cell is not edited', () => {
  const { grid, press, point } = opened()
  point('a', 'mode')
  press('x')
  expect(grid.getState().editing).toEqual({ text: 'x', isTyped: true })
  point('a', 'mode')
  press('F2')
  expect(grid.getState().editing).toEqual({ text: 'amode', isTyped: false })
  point('a', 'rpn')
  press('Enter')
  expect(grid.getState().editing).toBeUndefined()
})

test('[SHEET-3] Enter stores and goes down, Tab goes to the next changeable cell, Escape stores nothing', () => {
  const { keys, type, press, point, cursor } = opened()
  point('a', 'mode')
  press('x')
  keys.end('ArrowDown', 'xyz')
  expect(cursor()).toEqual({ row: 'b', column: 'mode' })
  press('F2')
  keys.end('next', 'new')
  expect(cursor()).toEqual({ row: 'b', column: 'cause' })
  press('F2')
  keys.end('cancel', 'nothing')
  expect(type.mock.calls.map((call: unknown[]) => call[1])).toEqual(['xyz', 'new'])
})

test('[SHEET-5] what is typed before the editor has the focus is kept', () => {
  const { grid, press, point } = opened()
  point('a', 'mode')
  for (const key of ['a', 'b', 'c']) press(key)
  expect(grid.getState().editing?.text).toBe('abc')
})

test('[SHEET-3] an edit that is left by a click is stored once', () => {
  const { keys, type, press, point } = opened()
  point('a', 'mode')
  press('x')
  keys.settle()
  keys.end('left', 'x')
  expect(type).toHaveBeenCalledTimes(1)
})

test('[SHEET-5] what is typed for a row that is still being stored is edited once it is there', () => {
  const { grid, keys, type, press, point, columns, cursor } = opened()
  point(newRow, 'mode')
  press('x')
  keys.end('next', 'xyz')
  expect(type).toHaveBeenLastCalledWith(expect.anything(), 'xyz', 'made')
  expect(cursor()).toEqual({ row: 'made', column: 'cause' })
  press('o')
  press('k')
  reorder(grid, orderOf(['a', 'b', 'made', newRow], columns))
  expect(grid.getState()).toMatchObject({ editing: { text: 'ok' }, range: { top: 2, left: 2 }, waiting: '' })
})

test('[SHEET-5] a whole cell that is typed before its row is there is stored after it', () => {
  const { type, keys, press, point, cursor } = opened()
  point(newRow, 'mode')
  press('x')
  keys.end('next', 'xyz')
  press('o')
  press('k')
  press('Enter')
  expect(type).toHaveBeenLastCalledWith({ anchor: { row: 'made', column: 'cause' }, head: expect.anything() }, 'ok')
  expect(cursor()).toEqual({ row: newRow, column: 'cause' })
})

test('[SHEET-4] Delete empties the selection', () => {
  const { clear, press, point } = opened()
  point('a', 'mode')
  press('ArrowDown', { shiftKey: true })
  press('Delete')
  expect(clear).toHaveBeenCalledWith({ anchor: { row: 'a', column: 'mode' }, head: { row: 'b', column: 'mode' } })
})

test('[SHEET-6] a cell handles Enter and characters before they begin an edit, where it can be changed', () => {
  const claimed: string[] = []
  const { grid, keys, press, point } = opened(({ column }, key) => {
    if (column === 'cause' || key === 'q') return false
    claimed.push(key)
    return true
  })
  point('a', 'mode')
  for (const key of [' ', 'x', 'Enter', 'F2', 'ArrowDown']) press(key)
  keys.open({ row: 'a', column: 'mode' })
  point('a', 'rpn')
  press('x')
  expect(claimed).toEqual([' ', 'x', 'Enter', 'F2', 'Enter'])
  expect(grid.getState().editing).toBeUndefined()
  point('a', 'mode')
  press('q')
  expect(grid.getState().editing).toEqual({ text: 'q', isTyped: true })
  keys.open({ row: 'a', column: 'cause' })
  expect(grid.getState().editing).toEqual({ text: 'acause', isTyped: false })
})

test('[SHEET-4] Ctrl-A selects all rows but the empty one, Ctrl-D fills down, Ctrl-Z and Ctrl-Y undo and redo', () => {
  const { fill, undo, redo, press, point } = opened()
  point('a', 'mode')
  press('a', { ctrlKey: true })
  press('d', { ctrlKey: true })
  expect(fill).toHaveBeenCalledWith({ anchor: { row: 'a', column: 'mode' }, head: { row: 'b', column: 'cause' } })
  press('z', { ctrlKey: true })
  press('Z', { ctrlKey: true, shiftKey: true })
  press('y', { ctrlKey: true })
  expect([undo.mock.calls.length, redo.mock.calls.length]).toEqual([1, 2])
})

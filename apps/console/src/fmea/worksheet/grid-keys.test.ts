import type { KeyboardEvent } from 'react'
import { expect, test, vi } from 'vitest'
import { gridKeys } from './grid-keys.ts'
import { gridStore, reorder, select } from './grid-store.ts'
import { newRow, orderOf } from './selection.ts'
import type { SheetActions } from './sheet-actions.ts'

/** A grid of two lines with three columns, of which `rpn` is computed, and the empty row. */
function opened() {
  const grid = gridStore()
  const type = vi.fn(async () => undefined)
  const clear = vi.fn(async () => undefined)
  const keys = gridKeys({
    grid,
    actions: { type, clear } as unknown as SheetActions,
    isWritable: (column) => column !== 'rpn',
    newUuid: () => 'made',
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
  return { grid, keys, type, clear, press, point, columns, cursor: () => grid.getState().selection?.anchor }
}

test('[FMEA-UI-7] typing replaces the text, F2 edits it, a computed cell is not edited', () => {
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

test('[FMEA-UI-7] Enter stores and goes down, Tab goes to the next changeable cell, Escape stores nothing', () => {
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

test('[FMEA-UI-7] what is typed before the editor has the focus is kept', () => {
  const { grid, press, point } = opened()
  point('a', 'mode')
  for (const key of ['a', 'b', 'c']) press(key)
  expect(grid.getState().editing?.text).toBe('abc')
})

test('[FMEA-UI-7] an edit that is left by a click is stored once', () => {
  const { keys, type, press, point } = opened()
  point('a', 'mode')
  press('x')
  keys.settle()
  keys.end('left', 'x')
  expect(type).toHaveBeenCalledTimes(1)
})

test('[FMEA-UI-7] what is typed for a line that is still being stored is edited once it is there', () => {
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

test('[FMEA-UI-7] a whole cell that is typed before its line is there is stored after it', () => {
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

test('[FMEA-UI-6] Delete empties the selection', () => {
  const { clear, press, point } = opened()
  point('a', 'mode')
  press('ArrowDown', { shiftKey: true })
  press('Delete')
  expect(clear).toHaveBeenCalledWith({ anchor: { row: 'a', column: 'mode' }, head: { row: 'b', column: 'mode' } })
})

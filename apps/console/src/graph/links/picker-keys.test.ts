import { expect, test } from 'vitest'
import { pickerAction, type PickerList } from './picker-keys.ts'

const list: PickerList = { isLoaded: true, found: 2, creatable: 2, at: 0 }
const nothing = { do: 'nothing' }

test('[GRAPH-UI-25] Enter selects an existing artefact and never creates one', () => {
  expect(pickerAction('Enter', false, list)).toEqual({ do: 'select', place: 0 })
  expect(pickerAction('Enter', false, { ...list, at: 1 })).toEqual({ do: 'select', place: 1 })
  expect(pickerAction('Enter', false, { ...list, at: 2 })).toEqual(nothing)
  expect(pickerAction('Enter', false, { ...list, found: 0 })).toEqual(nothing)
})

test('[GRAPH-UI-25] while the list is loading, neither key does anything', () => {
  const loading = { ...list, isLoaded: false, found: 0 }
  expect([pickerAction('Enter', false, loading), pickerAction('Enter', true, loading)]).toEqual([nothing, nothing])
})

test('[GRAPH-UI-25] Ctrl-Enter creates: the kind under the cursor, else the first', () => {
  expect(pickerAction('Enter', true, list)).toEqual({ do: 'create', place: 0 })
  expect(pickerAction('Enter', true, { ...list, at: 3 })).toEqual({ do: 'create', place: 1 })
  expect(pickerAction('Enter', true, { ...list, creatable: 0 })).toEqual(nothing)
})

test('[GRAPH-UI-25] the arrows stay in the list, Escape closes, other keys type', () => {
  expect(pickerAction('ArrowDown', false, { ...list, at: 3 })).toEqual({ do: 'move', to: 3 })
  expect(pickerAction('ArrowUp', false, list)).toEqual({ do: 'move', to: 0 })
  expect(pickerAction('Escape', false, list)).toEqual({ do: 'close' })
  expect(pickerAction('x', false, list)).toBeUndefined()
})

import { expect, test, vi } from 'vitest'
import { gridStore, pendingKey, reorder, select } from '../../core/sheet/grid-store.ts'
import { orderOf } from '../../core/sheet/selection.ts'
import { rowReader } from './rows.ts'
import { productLine, sheetWith } from './table.fixture.ts'
import { toggling } from './toggling.ts'

const [row] = rowReader()(sheetWith([productLine(1, { customer_r: true, supplier_a: true })]), []).rows

function opened() {
  const grid = gridStore()
  reorder(grid, orderOf(['1'], ['status', 'customer_r', 'customer_s', 'supplier_a']))
  const actions = { type: vi.fn(async () => undefined), paste: vi.fn(async () => undefined) }
  return { grid, actions, ...toggling({ grid, actions, rowAt: () => row }) }
}
const spot = (column: string) => ({ row: '1', column })

test.for([
  { at: 'customer_r', key: 'a', field: 'customer_a', text: 'x' },
  { at: 'customer_a', key: 'R', field: 'customer_r', text: '' },
  { at: 'supplier_r', key: 'a', field: 'supplier_a', text: '' },
])('[AGREEMENT-UI-42] $key in $at toggles $field', ({ at, key, field, text }) => {
  const { actions, onKey } = opened()
  expect(onKey(spot(at), key)).toBe(true)
  expect(actions.type).toHaveBeenCalledWith({ anchor: spot(field), head: spot(field) }, text)
})

test.for([' ', 'x', 'Enter'])('[AGREEMENT-UI-42] "%s" toggles all selected marks as the one at the cursor', (key) => {
  const { grid, actions, onKey } = opened()
  const selection = { anchor: spot('customer_r'), head: spot('supplier_a') }
  select(grid, selection)
  expect(onKey(spot('customer_r'), key)).toBe(true)
  expect(actions.paste).toHaveBeenCalledWith(selection, '')
  select(grid, { anchor: spot('customer_r'), head: spot('status') })
  onKey(spot('customer_r'), key)
  expect(actions.type).toHaveBeenCalledWith({ anchor: spot('customer_r'), head: spot('customer_r') }, '')
})

test('[AGREEMENT-UI-42] a mark counts as it is on the screen while it is stored; other keys do nothing', () => {
  const { grid, actions, onKey, toggle } = opened()
  grid.setState({ pending: new Map([[pendingKey('1', 'customer_r'), false]]) })
  toggle(row!, 'customer_r')
  expect(actions.type).toHaveBeenLastCalledWith({ anchor: spot('customer_r'), head: spot('customer_r') }, 'x')
  expect([onKey(spot('customer_r'), 'q'), onKey(spot('status'), 'x')]).toEqual([true, false])
  expect(actions.type).toHaveBeenCalledTimes(1)
})

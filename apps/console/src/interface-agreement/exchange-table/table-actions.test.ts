import { expect, test, vi } from 'vitest'
import type { CellWrite, RefusedCell } from './cells.ts'
import { rowReader } from './rows.ts'
import { productLine, sheetWith } from './table.fixture.ts'

vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined })
const { gridStore } = await import('../../core/sheet/grid-store.ts')
const { orderOf } = await import('../../core/sheet/selection.ts')
const { sheetOf } = await import('../../core/sheet/grid-lines.ts')
const { tableActions } = await import('./table-actions.ts')
const { tableColumns } = await import('./columns.ts')
const { cellIn } = await import('./content.tsx')

function opened() {
  const { rows } = rowReader()(sheetWith([productLine(1, { status: 'Old' }), productLine(2)], [], false), [])
  const grid = gridStore()
  const save = vi.fn(async (_cells: readonly CellWrite[]): Promise<readonly RefusedCell[]> => [])
  const order = orderOf(
    ['1', '2'],
    tableColumns.map(({ key }) => key),
  )
  const actions = tableActions({
    grid,
    save,
    now: () => ({ sheet: sheetOf(rows, tableColumns, cellIn), order, refusal: undefined }),
  })
  const notice = () => actions.notice.getState().now
  return { grid, save, actions, notice }
}
const at = (row: string, column: string) => ({ anchor: { row, column }, head: { row, column } })
const changed: RefusedCell = {
  row: 1,
  field: 'status',
  why: 'changed',
  message: 'Kim changed this cell meanwhile.',
  now: 'Theirs',
}
const typed: CellWrite = { row: 1, field: 'status', before: 'Old', value: 'Mine' }

test('[AGREEMENT-UI-43] what is typed is stored, taken back over what it wrote, and done again', async () => {
  const { save, actions } = opened()
  await actions.type(at('1', 'status'), 'Mine')
  await actions.undo()
  await actions.redo()
  expect(save.mock.calls.map(([cells]) => cells)).toEqual([
    [typed],
    [{ row: 1, field: 'status', before: 'Mine', value: 'Old' }],
    [typed],
  ])
  expect(actions.history.getState()).toMatchObject({ done: [{ label: 'Status of row 1' }], undone: [], isBusy: false })
})

test('[AGREEMENT-UI-43] undo leaves what others changed meanwhile, and names it', async () => {
  const { save, actions, notice } = opened()
  await actions.type(at('1', 'status'), 'Mine')
  save.mockResolvedValueOnce([changed])
  await actions.undo()
  expect(notice()!.reasons).toEqual(['Status of row 1: Kim changed this cell meanwhile. It is: Theirs. It is left so.'])
  expect(notice()!.again).toBeUndefined()
})

test('[AGREEMENT-UI-44] a value over that of somebody else is written on demand, over what it is now', async () => {
  const { save, actions, notice } = opened()
  save.mockResolvedValueOnce([changed])
  await actions.type(at('1', 'status'), 'Mine')
  expect(notice()).toMatchObject({ act: 'Use mine', reasons: [expect.stringMatching(/Kim.*It is: Theirs/)] })
  expect(actions.history.getState().done).toEqual([])
  notice()!.again!()
  await vi.waitFor(() => expect(save.mock.lastCall![0]).toEqual([{ ...typed, before: 'Theirs' }]))
})

test('[AGREEMENT-UI-44] what could not be stored stays on the screen until it is written again', async () => {
  const { grid, save, actions, notice } = opened()
  save.mockRejectedValueOnce(new Error('No network.'))
  await actions.type(at('1', 'status'), 'Mine')
  expect([...grid.getState().pending.values()]).toEqual(['Mine'])
  notice()!.again!()
  await vi.waitFor(() => expect(grid.getState().pending.size).toBe(0))
  expect(save.mock.lastCall![0]).toEqual([typed])
})

test('[AGREEMENT-UI-44] what does not fit is listed, and what is stored with it can be undone', async () => {
  const { save, actions, notice } = opened()
  save.mockResolvedValueOnce([{ ...changed, why: 'invalid', message: 'State why the work product is tailored.' }])
  await actions.apply([typed, { ...typed, row: 2, before: '' }])
  expect(notice()!.reasons).toEqual(['Status of row 1: State why the work product is tailored.'])
  expect(actions.history.getState().done.map(({ cells }) => cells.map(({ row }) => row))).toEqual([[2]])
})

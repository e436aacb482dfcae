import { parsed, refused } from '@carapace/shared/core/parsed'
import type { Sheet, SheetChange } from '@carapace/shared/core/sheet/ranges'
import { expect, test, vi } from 'vitest'
import { gridStore, pendingKey } from './grid-store.ts'
import { newRow, orderOf, type Selection } from './selection.ts'

vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined })
const { gridEdits } = await import('./grid-edits.ts')

const column = (key: string) => ({
  key,
  title: key,
  isWritable: true,
  initial: '',
  textOf: String,
  valueOf: (text: string) => (text === 'no' ? refused('Not this.') : parsed(text)),
})
const sheet: Sheet = {
  columns: [column('mode'), column('cause')],
  rows: ['a', 'b'].map((row) => ({ mode: { target: row, value: 'old' }, cause: { target: row, value: '' } })),
}
const at = (row: string, key = 'mode'): Selection => ({ anchor: { row, column: key }, head: { row, column: key } })

function opened({ refusal, mayAdd = true }: { readonly refusal?: string; readonly mayAdd?: boolean } = {}) {
  const grid = gridStore()
  const order = orderOf(['a', 'b', newRow], ['mode', 'cause'])
  const write = vi.fn(
    async (_change: SheetChange, _reasons: readonly string[], _now: unknown, _rowKey?: string) => undefined,
  )
  const edits = gridEdits({ now: () => ({ sheet, order, refusal }), grid, mayAdd, write })
  return { grid, write, edits, notice: () => edits.notice.getState().now }
}

test('[SHEET-7] a change has its new values on the screen until it is stored', async () => {
  const { grid, write, edits } = opened()
  const { promise, resolve } = Promise.withResolvers<undefined>()
  write.mockReturnValueOnce(promise)
  const done = edits.type(at('a'), 'new')
  await vi.waitFor(() => expect(grid.getState().pending.get(pendingKey('a', 'mode'))).toBe('new'))
  resolve(undefined)
  await done
  expect(grid.getState().pending.size).toBe(0)
})

test('[SHEET-7] changes are stored one after another, in their order', async () => {
  const { write, edits } = opened()
  const { promise, resolve } = Promise.withResolvers<undefined>()
  write.mockReturnValueOnce(promise)
  const both = [edits.type(at('a'), 'one'), edits.paste(at('b'), 'two\tmore')]
  await vi.waitFor(() => expect(write).toHaveBeenCalledTimes(1))
  resolve(undefined)
  await Promise.all(both)
  expect(write.mock.calls.map(([{ changes }]) => changes.map(({ after }) => after))).toEqual([['one'], ['two', 'more']])
})

test('[SHEET-7] cells that are left out come with their reasons', async () => {
  const { write, edits } = opened()
  await edits.paste(at('b'), 'no\tyes\r\nno')
  expect(write.mock.calls[0]![1]).toEqual(['mode, row 2: Not this.', 'mode, a new row: Not this.'])
})

test('[SHEET-7] without permission, and where the row is gone, nothing changes, with the reason', async () => {
  const reader = opened({ refusal: 'You may only read.' })
  const work = vi.fn(async () => undefined)
  await reader.edits.clear(at('a'))
  await reader.edits.inTurnIfAllowed(work)
  expect(reader.notice()).toEqual({ title: 'Nothing is changed', reasons: ['You may only read.'] })
  const { write, edits, notice } = opened()
  await edits.fill(at('gone'))
  expect(notice()?.reasons).toEqual(['The row is not shown any more.'])
  expect([reader.write.mock.calls.length, work.mock.calls.length, write.mock.calls.length]).toEqual([0, 0, 0])
})

test('[SHEET-7] a change that is not stored stays in the notice, and can be written again', async () => {
  const { edits, notice } = opened()
  const again = vi.fn(async () => undefined)
  edits.failed(new Error('No network.'), again)
  edits.say('Something else', ['It happened.'])
  expect(notice()).toMatchObject({ title: 'This change is not stored' })
  notice()!.again!()
  await vi.waitFor(() => expect(again).toHaveBeenCalledTimes(1))
})

test('[SHEET-5] typing in the empty row adds a row of the given key, where rows may be added', async () => {
  const { write, edits } = opened()
  await edits.type(at(newRow), 'new', 'made')
  expect(write).toHaveBeenLastCalledWith(
    { changes: [], refusals: [], added: [{ mode: 'new' }] },
    [],
    expect.anything(),
    'made',
  )
  const fixed = opened({ mayAdd: false })
  await fixed.edits.paste(at('b'), 'x\r\ny')
  expect(fixed.write.mock.calls[0]![1]).toEqual(['mode, a new row: The table ends above.'])
})

test('[SHEET-4] the selected cells are copied as text', () => {
  const { edits } = opened()
  expect(edits.copy({ anchor: { row: 'a', column: 'mode' }, head: { row: 'b', column: 'cause' } })).toBe(
    'old\t\r\nold\t\r\n',
  )
})

test('[SHEET-7] values that are not stored stay on the screen until they are written again or given up', async () => {
  const { grid, write, edits, notice } = opened()
  const shown = () => Object.fromEntries(grid.getState().pending)
  const [mode, cause] = [pendingKey('a', 'mode'), pendingKey('a', 'cause')]
  write.mockImplementation(async (change) => {
    edits.failed(new Error('No network.'), async () => undefined, change)
  })
  await edits.type(at('a'), 'mine')
  await edits.type(at('a', 'cause'), 'mine, too')
  expect(shown()).toEqual({ [mode]: 'mine', [cause]: 'mine, too' })
  write.mockImplementation(async () => undefined)
  await edits.type(at('a', 'cause'), 'newer')
  expect(shown()).toEqual({ [mode]: 'mine' })
  notice()!.again!()
  await vi.waitFor(() => expect(shown()).toEqual({}))
  edits.failed(new Error('No network.'), async () => undefined, {
    changes: [{ target: 'a', column: 'mode', before: 'old', after: 'lost' }],
  })
  notice()!.drop!()
  expect(shown()).toEqual({})
})

test('[SHEET-7] what others wrote first is listed, and can be written over', async () => {
  const { edits, notice } = opened()
  const over = vi.fn(async () => undefined)
  edits.offer({ title: 'Changed by others', reasons: ['mode: by Kim'], act: 'Use mine' }, over)
  edits.offer({ title: 'Changed by others', reasons: ['cause: by Lee'], act: 'Use mine' }, over)
  expect(notice()).toMatchObject({ reasons: ['mode: by Kim', 'cause: by Lee'], act: 'Use mine' })
  notice()!.again!()
  await vi.waitFor(() => expect(over).toHaveBeenCalledTimes(2))
})

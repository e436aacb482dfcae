import { expect, test, vi } from 'vitest'
import { gridStore, type GridState } from '../../core/sheet/grid-store.ts'

vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined })
const { rowAtWork } = await import('./row-at-work.ts')

const spot = { row: '5', column: 'status' }
const state = (more: Partial<GridState>): GridState => ({
  ...gridStore().getState(),
  selection: { anchor: spot, head: spot },
  ...more,
})

test.for([
  { before: undefined, now: {}, row: undefined, why: 'a cursor changes nothing' },
  { before: undefined, now: { editing: { text: 'a', isTyped: true } }, row: '5', why: 'a cell is edited' },
  { before: undefined, now: { pending: new Map([['5 status', 'a']]) }, row: '5', why: 'a cell is being stored' },
  { before: undefined, now: { pending: new Map([['50 status', 'a']]) }, row: undefined, why: 'that is another row' },
  { before: '5', now: {}, row: '5', why: 'the cursor is still there' },
  { before: '4', now: {}, row: undefined, why: 'the cursor has left it' },
  { before: '4', now: { selection: undefined }, row: undefined, why: 'nothing is selected' },
])('[AGREEMENT-UI-46] the row at work is $row: $why', ({ before, now, row }) => {
  expect(rowAtWork(before, state(now))).toBe(row)
})

import { expect, test } from 'vitest'
import { artefact } from '../store/artefact.fixture.ts'
import type { Line } from './rows.ts'
import { among, columnBeside, editableBeside, lineAfter, toggled } from './table-state.ts'

const [a, b] = [artefact('asset', 1), artefact('asset', 2)]
const lines: readonly Line[] = [
  { is: 'group', key: 'group g', code: 'G', title: 'g', count: 2, isFolded: false },
  { is: 'row', key: 'a', row: a, isOpen: true, depth: 0 },
  { is: 'below', key: 'below a', row: a },
  { is: 'row', key: 'b', row: b, isOpen: true, depth: 0 },
  { is: 'below', key: 'below b', row: b },
]

test.for([
  { from: undefined, step: 'ArrowDown', to: 'group g' },
  { from: 'group g', step: 'ArrowDown', to: 'a' },
  { from: 'a', step: 'ArrowDown', to: 'b' },
  { from: 'b', step: 'ArrowUp', to: 'a' },
  { from: 'a', step: 'ArrowUp', to: 'group g' },
  { from: 'group g', step: 'End', to: 'b' },
  { from: 'b', step: 'Home', to: 'group g' },
  { from: 'b', step: 'x', to: undefined },
])(
  '[GRAPH-UI-10] $step takes the cursor from $from to $to, never into the content expanded below a row',
  ({ from, step, to }) => {
    expect(lineAfter(lines, from, step)?.key).toBe(to)
  },
)

const columns = [
  { key: 'code' },
  { key: 'title', edits: '@title' },
  { key: 'risk' },
  { key: 'treatment', edits: 'treatment' },
]

test('[GRAPH-UI-10] left and right stay within the row; Tab goes to the next editable cell', () => {
  expect([
    columnBeside(columns, 'code', -1),
    columnBeside(columns, 'code', 1),
    columnBeside(columns, 'treatment', 1),
  ]).toEqual(['code', 'title', 'treatment'])
  expect([
    editableBeside(columns, 'title', 1)?.key,
    editableBeside(columns, 'treatment', -1)?.key,
    editableBeside(columns, 'treatment', 1),
  ]).toEqual(['treatment', 'title', undefined])
})

test('[GRAPH-UI-11] rows that are no longer shown are no longer selected', () => {
  const selected = new Set(['a', 'b'])
  expect(among(selected, new Set(['a', 'b', 'c']))).toBe(selected)
  expect(among(selected, new Set(['b']))).toEqual(new Set(['b']))
  expect([toggled(selected, 'a'), toggled(selected, 'c')]).toEqual([new Set(['b']), new Set(['a', 'b', 'c'])])
})

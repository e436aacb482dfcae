import { expect, test } from 'vitest'
import { parsed, refused } from '../parsed.ts'
import { type CellRange, clearRange, copyRange, fillDown, pasteInto, type Sheet, type SheetCell } from './ranges.ts'
import { parseTsv } from './tsv.ts'

const textOf = (value: unknown) => String(value ?? '')
const columns = [
  {
    key: 'mode',
    title: 'Failure mode',
    isWritable: true,
    initial: '',
    textOf,
    valueOf: (text: string) => parsed(text.trim()),
  },
  {
    key: 'severity',
    title: 'Severity',
    isWritable: true,
    initial: null,
    textOf,
    valueOf: (text: string) =>
      Number(text) > 10 ? refused('Severity: At most 10.') : parsed(text.trim() === '' ? null : Number(text)),
  },
  {
    key: 'priority',
    title: 'AP',
    isWritable: false,
    initial: null,
    textOf,
    valueOf: (text: string) => parsed(text === '' ? null : text),
  },
  {
    key: 'state',
    title: 'State',
    isWritable: true,
    initial: null,
    textOf: (value: unknown) => (value === 'open' ? 'Open' : value === 'done' ? 'Done' : ''),
    valueOf: (text: string) => parsed(text === '' ? null : text.toLowerCase()),
  },
]

/** Two causes of one failure mode, and a failure mode of its own without an action. */
const sheet: Sheet = {
  columns,
  rows: [
    row('fm1', 'No torque', 'fe1', 8, 'H', { target: 'a1', value: 'open' }),
    row('fm1', 'No torque', 'fe1', 8, 'M', { target: 'a2', value: null }),
    row('fm2', 'Late torque', 'fe2', null, null, undefined),
  ],
}
function row(
  fm: string,
  mode: string,
  fe: string,
  severity: number | null,
  priority: string | null,
  state: SheetCell | undefined,
) {
  return {
    mode: { target: fm, value: mode },
    severity: { target: fe, value: severity },
    priority: { target: fm, value: priority },
    state,
  }
}
const at = (top: number, left: number, bottom = top, right = left): CellRange => ({ top, left, bottom, right })
const cannotAdd = { mayAdd: false }
function pasted(selection: CellRange, tsv: string, options = cannotAdd, into = sheet) {
  const result = pasteInto(into, selection, parseTsv(tsv), options)
  if (!result.ok) throw new Error(result.reason)
  return result.value
}

test('[CELLS-3] a paste is one list of changes, without cells that keep their values', () => {
  expect(pasted(at(1, 0), 'No torque\t9\r\nTorque lost\t7\r\n')).toEqual({
    changes: [
      { target: 'fe1', column: 'severity', before: 8, after: 9 },
      { target: 'fm2', column: 'mode', before: 'Late torque', after: 'Torque lost' },
      { target: 'fe2', column: 'severity', before: null, after: 7 },
    ],
    refusals: [],
    added: [],
  })
})

test('[CELLS-3] a row that is shorter than others leaves its missing cells as they are', () => {
  expect(pasted(at(1, 0), 'x\t9\r\ny').changes.map(({ target, column }) => [target, column])).toEqual([
    ['fm1', 'mode'],
    ['fe1', 'severity'],
    ['fm2', 'mode'],
  ])
})

test('[CELLS-3] a selection of a multiple of the block is filled, any other takes the block once', () => {
  const targets = (selection: CellRange, tsv: string) =>
    pasted(selection, tsv).changes.map(({ target, after }) => `${target} ${String(after)}`)
  expect(targets(at(0, 1, 2, 1), '3')).toEqual(['fe1 3', 'fe2 3'])
  expect(targets(at(0, 1, 1, 1), '3\r\n3\r\n3')).toEqual(['fe1 3', 'fe2 3'])
  expect(targets(at(0, 0, 2, 0), 'x\r\nx')).toEqual(['fm1 x'])
})

test('[CELLS-3] nothing, too many columns and too many cells are refused as a whole', () => {
  const why = (selection: CellRange, block: readonly (readonly string[])[]) => {
    const result = pasteInto(sheet, selection, block, cannotAdd)
    return result.ok ? undefined : result.reason
  }
  expect(why(at(0, 0), [])).toBe('There is nothing to paste.')
  expect(why(at(0, 2), [['a', 'b', 'c']])).toBe('The copied range has 3 columns, and from here there are 2.')
  expect(
    why(
      at(0, 0),
      Array.from({ length: 5_001 }, () => ['', '', '', '']),
    ),
  ).toBe('This is more than 20,000 cells. Paste it in parts.')
})

test('[CELLS-4] cells that are computed, locked, missing or invalid are refused one by one, others change', () => {
  const locked: Sheet = {
    columns,
    rows: [
      { ...sheet.rows[0], mode: { target: 'fm1', value: 'No torque', locked: 'It is approved.' } },
      ...sheet.rows.slice(1),
    ],
  }
  expect(pasted(at(0, 0), 'x\t9\tL\tDone', cannotAdd, locked)).toEqual({
    changes: [
      { target: 'fe1', column: 'severity', before: 8, after: 9 },
      { target: 'a1', column: 'state', before: 'open', after: 'done' },
    ],
    refusals: [
      { row: 0, column: 0, reason: 'It is approved.' },
      { row: 0, column: 2, reason: 'AP cannot be changed here.' },
    ],
    added: [],
  })
  expect(pasted(at(0, 1), '99').refusals).toEqual([{ row: 0, column: 1, reason: 'Severity: At most 10.' }])
  expect(pasted(at(2, 3), 'Done').refusals).toEqual([
    { row: 2, column: 3, reason: 'This row has nothing for State yet.' },
  ])
})

test('[CELLS-4] a value that a cell has already is never refused, nor is an empty cell where nothing can be', () => {
  expect(pasted(at(0, 0), 'No torque\t8\tH\tOpen').refusals).toEqual([])
  expect(pasted(at(2, 2), '\t')).toEqual({ changes: [], refusals: [], added: [] })
})

test('[CELLS-5] what several rows show changes once; another value for it is refused, merged cells are not', () => {
  const twice = pasted(at(0, 0), 'x\r\ny\r\nz')
  expect(twice.changes.map(({ target, after }) => [target, after])).toEqual([
    ['fm1', 'x'],
    ['fm2', 'z'],
  ])
  expect(twice.refusals).toEqual([
    { row: 1, column: 0, reason: 'Another row sets Failure mode of the same entry to another value.' },
  ])
  expect(pasted(at(0, 0), 'x\r\n\r\nz').changes.map(({ after }) => after)).toEqual(['x', 'z'])
  expect(pasted(at(0, 0), 'No torque\r\n\r\nz').changes.map(({ after }) => after)).toEqual(['z'])
  expect(pasted(at(0, 0), 'No torque\r\ny').refusals).toHaveLength(1)
})

test('[CELLS-6] rows below the last one are added where that is allowed, else refused', () => {
  const block = 'x\t9\r\ny\t99\r\n\t\r\n'
  expect(pasted(at(2, 0), block, { mayAdd: true })).toMatchObject({
    added: [{ mode: 'y' }],
    refusals: [{ row: 3, column: 1, reason: 'Severity: At most 10.' }],
  })
  expect(pasted(at(2, 0), 'x\r\ny').refusals).toEqual([{ row: 3, column: 0, reason: 'The table ends above.' }])
  expect(pasted(at(3, 2), 'H', { mayAdd: true })).toMatchObject({
    added: [],
    refusals: [{ row: 3, column: 2, reason: 'AP cannot be changed here.' }],
  })
})

test('[CELLS-7] filling down copies the first row of the range', () => {
  expect(fillDown(sheet, at(0, 1, 2, 3))).toEqual({
    changes: [
      { target: 'fe2', column: 'severity', before: null, after: 8 },
      { target: 'a2', column: 'state', before: null, after: 'open' },
    ],
    refusals: [
      { row: 1, column: 2, reason: 'AP cannot be changed here.' },
      { row: 2, column: 2, reason: 'AP cannot be changed here.' },
      { row: 2, column: 3, reason: 'This row has nothing for State yet.' },
    ],
    added: [],
  })
})

test('[CELLS-7] emptying a range sets the initial values', () => {
  expect(clearRange(sheet, at(0, 1, 2, 3)).changes).toEqual([
    { target: 'fe1', column: 'severity', before: 8, after: null },
    { target: 'a1', column: 'state', before: 'open', after: null },
  ])
})

test('[CELLS-7] pasting a copied range where it was changes nothing', () => {
  const whole = at(0, 0, 2, 3)
  const tsv = copyRange(sheet, whole)
  expect(tsv.split('\r\n')[0]).toBe('No torque\t8\tH\tOpen')
  expect(pasted(whole, tsv)).toEqual({ changes: [], refusals: [], added: [] })
})

import { expect, test } from 'vitest'
import { clearRange, copyRange, pasteInto, type Sheet } from '../core/sheet/ranges.ts'
import { parseTsv } from '../core/sheet/tsv.ts'
import { choice, type Field, line, number, text, truth } from '../graph/artefacts/fields.ts'
import { defaultProfile } from './default-profile.ts'
import { type WorksheetColumn, worksheetColumn } from './worksheet.ts'

const state = choice('State', { open: 'Open', done: 'Done' }, { synonyms: { done: ['Erledigt', 'Closed'] } })
const columnOf = (key: string, field: Field) => worksheetColumn({ key, title: field.title, field, isWritable: true })
const mode = columnOf('mode', line('Failure mode', { most: 20 }))
const severity = worksheetColumn({
  key: 'severity',
  title: 'Severity',
  field: number('Severity', { least: 1, most: 10, whole: true }),
  isWritable: true,
  criteria: defaultProfile.scales.design.severity,
})
const stateColumn = columnOf('state', state)

test.for<readonly [WorksheetColumn, string, unknown]>([
  [severity, '8', 8],
  [severity, ' 8,0 ', 8],
  [severity, 'S8', 8],
  [severity, 's = 8', 8],
  [severity, '8 - driving function lost', 8],
  [severity, '10: danger', 10],
  [severity, 'danger to people', 10],
  [severity, '', null],
  [stateColumn, 'erledigt', 'done'],
  [stateColumn, 'DONE', 'done'],
  [mode, ' No torque ', 'No torque'],
  [columnOf('special', truth('Special characteristic')), 'x', true],
  [columnOf('note', text('Note')), 'two\nlines', 'two\nlines'],
])('[FMEA-17] %# a cell states its value in numbers or words', ([column, cell, value]) => {
  expect(column.valueOf(cell)).toEqual({ ok: true, value })
})

test.for<readonly [WorksheetColumn, string, string]>([
  [severity, '0', 'Severity: At least 1.'],
  [severity, '11', 'Severity: At most 10.'],
  [severity, '7,5', 'Severity: Give a whole number.'],
  [severity, 'O8', 'Severity: "O8" is no number.'],
  [severity, 'bad', 'Severity: "bad" is no number.'],
  [stateColumn, 'maybe', 'State: "maybe" is none of Open, Done.'],
])('[FMEA-17] %# a cell with another value is refused with the reason', ([column, cell, reason]) => {
  expect(column.valueOf(cell)).toEqual({ ok: false, reason })
})

test('[FMEA-17] a worksheet is copied, pasted and emptied by its fields', () => {
  const columns = [mode, severity, stateColumn]
  const cell = (value: unknown) => ({ target: 'line', value })
  const sheet: Sheet = { columns, rows: [{ mode: cell('No torque'), severity: cell(8), state: cell('open') }] }
  const whole = { top: 0, left: 0, bottom: 0, right: 2 }
  expect(copyRange(sheet, whole)).toBe('No torque\t8\tOpen\r\n')
  const pasted = pasteInto(sheet, whole, parseTsv('Torque lost\tS9\tClosed'), { mayAdd: false })
  expect(pasted.ok && pasted.value.changes.map(({ after }) => after)).toEqual(['Torque lost', 9, 'done'])
  expect(clearRange(sheet, whole).changes.map(({ after }) => after)).toEqual(['', null, null])
})

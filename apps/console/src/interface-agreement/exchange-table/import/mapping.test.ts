import { expect, test } from 'vitest'
import { rowReader } from '../rows.ts'
import { headingLine, productLine, sheetWith } from '../table.fixture.ts'
import { headerFrom, importRowsOf, mappedTo, titleRows } from './mapping.ts'

const cells = [[''], ['Form 7'], ['Title', 'Level'], ['Plan', 'public', 'more']]

test('[AGREEMENT-UI-49] a file without known titles has as many columns as its longest line', () => {
  expect(headerFrom(cells, 2)).toEqual({ row: 2, columns: [null, null, null], isOwn: false })
  expect(titleRows(cells)).toEqual([1, 2, 3])
})

test('[AGREEMENT-UI-49] one column only is a field: stating another one takes its place', () => {
  const one = mappedTo({ ...headerFrom(cells, 2), isOwn: true }, 0, 'status')
  expect(one).toEqual({ row: 2, columns: ['status', null, null], isOwn: false })
  expect(mappedTo(one, 2, 'status').columns).toEqual([null, null, 'status'])
  expect(mappedTo(one, 0, null).columns).toEqual([null, null, null])
})

test('[AGREEMENT-63] an import compares with what the own side proposed and typed', () => {
  const open = { customer: { changes: { status: 'Proposed', date: '2026-05-04' }, note: '' } }
  const line = productLine(2, { status: 'Agreed' }, { open, hidden: ['specific_document'] })
  const rows = rowReader()(
    sheetWith([headingLine(1, 'Concept'), line], [{ row: 2, field: 'status', value: 'Typed' }]),
    [],
  )
  expect(importRowsOf(rows)).toEqual([
    { id: 2, agreed: line.row, typed: { status: 'Typed', date: '2026-05-04' }, hidden: ['specific_document'] },
  ])
})

import { expect, test } from 'vitest'
import { refusedText, reversed, stepText, withCells } from './cells.ts'
import { productLine, sheetWith } from './table.fixture.ts'

const open = { customer: { changes: { status: 'Proposed' }, note: '' } }
const lines = [productLine(1, { status: 'Agreed' }, { open }), productLine(2)]
const cell = (value: string, row = 1) => ({ row, field: 'status' as const, before: 'Old', value })
const draftsAfter = (...cells: ReturnType<typeof cell>[]) =>
  withCells(sheetWith(lines, [{ row: 1, field: 'status', value: 'Old' }]), cells, 'Kim', 'now').drafts

test('[AGREEMENT-16] after sending a stored value is a draft; what is proposed or agreed already needs none', () => {
  expect(draftsAfter(cell('New'))).toEqual([{ row: 1, field: 'status', value: 'New', author: 'Kim', at: 'now' }])
  expect(draftsAfter(cell('Proposed'))).toEqual([])
  // the agreed value takes the own proposal back
  expect(draftsAfter(cell('Agreed')).map(({ value }) => value)).toEqual(['Agreed'])
  expect(draftsAfter(cell('', 2)).map(({ row, value }) => [row, value])).toEqual([[1, 'Old']])
})

test('[AGREEMENT-4] before sending a stored value is that of the row', () => {
  const { sheet, drafts } = withCells(sheetWith(lines, [], false), [cell('New', 2)], 'Kim', 'now')
  expect([sheet[0], sheet[1]!.row, drafts]).toEqual([lines[0], { ...lines[1]!.row, status: 'New' }, []])
})

test('[AGREEMENT-UI-43] a step is named by its cell or their number, and taken back over what it wrote', () => {
  expect([stepText([cell('a')]), stepText([cell('a'), cell('b', 2)])]).toEqual(['Status of row 1', '2 cells'])
  expect(reversed([cell('New')])).toEqual([{ row: 1, field: 'status', before: 'New', value: 'Old' }])
})

test('[AGREEMENT-UI-44] a refused cell is named with the reason, and with what it is now if others changed it', () => {
  const refused = { row: 1, field: 'date' as const, message: 'Kim changed this cell meanwhile.', now: '2026-05-04' }
  expect(refusedText({ ...refused, why: 'changed' })).toBe(
    'Date of row 1: Kim changed this cell meanwhile. It is: 04 May 2026',
  )
  expect(refusedText({ ...refused, why: 'invalid', message: 'Write a day.' })).toBe('Date of row 1: Write a day.')
})

import { expect, test } from 'vitest'
import { cellText, cellValue, marksOf } from './import-cells.ts'
import { exportColumns, findHeader, type FoundHeader } from './import-columns.ts'
import { planImport } from './import-plan.ts'
import { noReference, type RowField, rowFields, RowValues, type WorkProductRow } from './row.ts'
import { agreementTemplate } from './template.ts'

const products = agreementTemplate.filter((row): row is WorkProductRow => !row.is_heading)
const headings = agreementTemplate.filter((row) => row.is_heading).map(({ id }) => id)
const valuesOf = ({ id: _id, is_heading: _heading, ...values }: WorkProductRow): RowValues => values

const rowsWith = (own: Partial<Record<number, { agreed?: Partial<RowValues>; typed?: Partial<RowValues> }>> = {}) =>
  products.map((row) => ({
    id: row.id,
    agreed: { ...valuesOf(row), ...own[row.id]?.agreed },
    typed: own[row.id]?.typed ?? {},
    hidden: [] as RowField[],
  }))
type Rows = ReturnType<typeof rowsWith>

/** The cells of the own export of these rows. */
const exported = (rows: Rows): string[][] => [
  exportColumns.map(([, title]) => title),
  ...agreementTemplate.map((row) =>
    row.is_heading
      ? [String(row.id), row.title]
      : exportColumns.map(([target]) =>
          target === 'number' ? String(row.id) : cellText(target, rows.find(({ id }) => id === row.id)!.agreed[target]),
        ),
  ),
]
const place = (field: RowField) => rowFields.indexOf(field) + 1

function planned(cells: string[][], rows: Rows, header: FoundHeader | undefined = findHeader(cells)) {
  expect(header).toBeDefined()
  return planImport({ cells, header: header!, rows, headings })
}

const [first, second, third] = products as [WorkProductRow, WorkProductRow, WorkProductRow]

test('[AGREEMENT-60] the own export is known by its titles, also below other rows', () => {
  const cells = [['Interface agreement CIA-0001'], [], ...exported(rowsWith())]
  expect(findHeader(cells)).toEqual({ row: 2, columns: ['number', ...rowFields], isOwn: true })
  const late = [...Array.from({ length: 20 }, () => ['']), ...exported(rowsWith())]
  expect(findHeader(late)?.isOwn).not.toBe(true)
})

test('[AGREEMENT-63] the own export changes nothing, whatever is in its texts', () => {
  const own = {
    [first.id]: {
      agreed: { special_agreements: 'two\r\nlines\u0007', tailoring_applicable: true, tailoring_justification: 'x' },
    },
    [second.id]: { agreed: { date: '2026-12-24', update_cycle: 'cyclic' as const, customer_r: true, status: '=1+1' } },
  }
  const rows = rowsWith(own)
  const plan = planned(exported(rows), rows)
  expect(plan).toEqual({ changes: [], unmatched: [], problems: [], matched: products.length })
})

test('[AGREEMENT-63] exactly the edited cells change; an emptied cell is an edit', () => {
  const rows = rowsWith({ [second.id]: { agreed: { status: 'open' } } })
  const cells = exported(rows)
  const line = (id: number) => cells.findIndex(([number]) => number === String(id))
  cells[line(first.id)]![place('customer_r')] = 'x'
  cells[line(second.id)]![place('status')] = ''
  cells[line(third.id)]![place('deliverable_type')] = 'Insight on Demand'
  expect(planned(cells, rows).changes).toEqual([
    { row: first.id, field: 'customer_r', before: false, value: true },
    { row: second.id, field: 'status', before: 'open', value: '' },
    { row: third.id, field: 'deliverable_type', before: '', value: 'insight-on-demand' },
  ])
})

test('[AGREEMENT-63] what the own side has typed meanwhile is no edit of the file, and is not undone by it', () => {
  const rows = rowsWith({ [first.id]: { typed: { customer_r: true, status: 'in work' } } })
  const cells = exported(rows)
  expect(planned(cells, rows).changes).toEqual([])
  const line = cells.findIndex(([number]) => number === String(first.id))
  cells[line]![place('status')] = 'done'
  expect(planned(cells, rows).changes).toEqual([{ row: first.id, field: 'status', before: 'in work', value: 'done' }])
})

test('[AGREEMENT-63] a value that the person may not see is neither emptied nor replaced', () => {
  const rows = rowsWith({ [first.id]: { agreed: { specific_document: '' } } })
  const hidden = rows.map((row) => ({ ...row, hidden: ['specific_document' as const] }))
  const cells = exported(rows)
  expect(planned(cells, hidden).changes).toEqual([])
  const line = cells.findIndex(([number]) => number === String(first.id))
  cells[line]![place('specific_document')] = 'TARA report'
  const { changes, problems } = planned(cells, hidden)
  expect(changes).toEqual([])
  expect(problems).toMatchObject([{ line: line + 1, column: 'E', value: 'TARA report' }])
})

test('[AGREEMENT-62] a value that does not fit is named with its place and what to write', () => {
  const rows = rowsWith()
  const cells = exported(rows)
  const line = cells.findIndex(([number]) => number === String(first.id))
  cells[line]![place('update_cycle')] = 'weekly'
  cells[line]![place('date')] = '31.02.2026'
  cells[line]![place('work_product')] = ''
  cells[line]![place('supplier_a')] = 'C'
  const { changes, problems } = planned(cells, rows)
  expect(changes).toEqual([])
  expect(problems).toEqual([
    { line: line + 1, column: 'B', value: '', message: 'Work product: This cannot be empty.' },
    { line: line + 1, column: 'O', value: 'C', message: 'Supplier A: Write x or leave the cell empty.' },
    {
      line: line + 1,
      column: 'R',
      value: 'weekly',
      message: 'Update cycle: Write one of: once, on-event, cyclic; or leave the cell empty.',
    },
    { line: line + 1, column: 'V', value: '31.02.2026', message: 'Date: Write a day as 2026-12-24, or as 24.12.2026.' },
  ])
})

test('[AGREEMENT-2] a tailoring without its justification is not taken over; with it, it is', () => {
  const rows = rowsWith()
  const cells = exported(rows)
  const line = cells.findIndex(([number]) => number === String(first.id))
  cells[line]![place('tailoring_applicable')] = 'Yes'
  const { changes, problems } = planned(cells, rows)
  expect([changes, problems.map(({ message }) => message)]).toEqual([[], ['State why the work product is tailored.']])
  cells[line]![place('tailoring_justification')] = 'Carried over from the last project.'
  expect(planned(cells, rows).changes).toHaveLength(2)
})

test('[AGREEMENT-61] rows that nothing matches are listed, and a row that comes twice counts once', () => {
  const rows = rowsWith()
  const cells = exported(rows)
  const line = cells.findIndex(([number]) => number === String(first.id))
  cells.push(['900', 'A new work product', noReference], cells[line]!.with(place('status'), 'again'))
  const { unmatched, problems, changes } = planned(cells, rows)
  expect(unmatched).toMatchObject([{ line: cells.length - 1, value: 'A new work product' }])
  expect(problems).toMatchObject([{ line: cells.length, message: expect.stringContaining(`line ${line + 1}`) }])
  expect(changes).toEqual([])
})

test('[AGREEMENT-60] another layout: titles in two rows, its own numbers, marks below each side, Excel days', () => {
  const coded = products.filter((row) => row.iso_reference !== noReference)
  const [one, two, three] = [coded[4]!, coded[9]!, coded[20]!]
  const rows = rowsWith({ [one.id]: { agreed: { status: 'kept', customer_s: true } } })
  const cells = [
    ['Cybersecurity Interface Agreement'],
    ['Project', 'Front radar'],
    [
      'Nr.',
      'Work Product',
      'ISO/SAE 21434',
      'OEM',
      '',
      '',
      '',
      'Supplier',
      '',
      '',
      '',
      'Due date',
      'Status',
      'Paid by',
    ],
    ['', '', '', 'R', 'S', 'I', 'A', 'R', 'S', 'I', 'A'],
    ['Organisation', ''],
    ['1', 'Their words for it', one.iso_reference, 'R', '', '', 'X', '', '✓', '', '', '46380', '', 'us'],
    [
      '2',
      `[${two.iso_reference.replaceAll('-', ' ')}] Plan`,
      '',
      '',
      '',
      '',
      '',
      '1',
      '',
      'yes',
      '',
      '24.12.2026',
      'new',
    ],
    ['3', three.work_product.toUpperCase(), '', '', '', '', '', '', '', '', '', 'soon', '', ''],
    ['4', 'Something of their own', 'RQ-1', 'x'],
  ]
  const header = findHeader(cells)!
  expect(header).toMatchObject({ row: 3, isOwn: false })
  expect(header.columns.slice(0, 5)).toEqual(['number', 'work_product', 'iso_reference', 'customer_r', 'customer_s'])
  expect(header.columns.slice(-3)).toEqual(['date', 'status', null])
  const { changes, unmatched, problems, matched } = planned(cells, rows)
  expect(matched).toBe(3)
  expect(changes.map(({ row, field, value }) => [row, field, value])).toEqual([
    [one.id, 'customer_r', true],
    [one.id, 'customer_s', false],
    [one.id, 'customer_a', true],
    [one.id, 'supplier_s', true],
    [one.id, 'date', '2026-12-24'],
    [two.id, 'supplier_r', true],
    [two.id, 'supplier_i', true],
    [two.id, 'date', '2026-12-24'],
    [two.id, 'status', 'new'],
  ])
  expect(unmatched).toMatchObject([{ line: 9, value: 'Something of their own' }])
  expect(problems).toMatchObject([{ line: 8, column: 'L', value: 'soon' }])
})

test('[AGREEMENT-60] another layout with all marks of a side in one cell', () => {
  const coded = products.filter((row) => row.iso_reference !== noReference)
  const [one, two] = [coded[0]!, coded[1]!]
  const cells = [
    ['WP-ID', 'Arbeitsprodukt', 'Kunde', 'Lieferant (Tier 1)', 'Bemerkung'],
    [one.iso_reference, 'Richtlinie', 'A, I', 'RS', ''],
    [two.iso_reference, 'Kultur', 'R/C', '-', 'siehe Anhang'],
  ]
  const { changes, problems } = planned(cells, rowsWith())
  expect(changes.map(({ row, field, value }) => [row, field, value])).toEqual([
    [one.id, 'customer_i', true],
    [one.id, 'customer_a', true],
    [one.id, 'supplier_r', true],
    [one.id, 'supplier_s', true],
    [two.id, 'explanation_remarks_expected_content', 'siehe Anhang'],
  ])
  expect(problems).toMatchObject([{ line: 3, column: 'C', value: 'R/C' }])
})

test('[AGREEMENT-60] a table without a column that names work products has no header', () => {
  expect(
    findHeader([
      ['Name', 'Status', 'Date'],
      ['Work on it', 'open', ''],
    ]),
  ).toBeUndefined()
  expect(findHeader([])).toBeUndefined()
})

test.for([
  ['customer_r', 'X', true],
  ['customer_r', '✔', true],
  ['customer_r', 'r', true],
  ['customer_r', 'a', undefined],
  ['customer_r', 'TRUE', true],
  ['customer_r', '0', false],
  ['tailoring_applicable', 'ja', true],
  ['tailoring_applicable', 'maybe', undefined],
  ['level_of_confidentiality', 'Confidential with third party', 'confidential-with-third-party'],
  ['update_cycle', 'ON_EVENT', 'on-event'],
  ['deliverable_type', '-', ''],
  ['date', '2026-12-24T00:00:00', '2026-12-24'],
  ['date', '61', '1900-03-01'],
  ['date', '46380.5', '2026-12-24'],
  ['date', '12/24/2026', undefined],
  ['date', '60', undefined],
  ['iso_reference', 'wp_09_01', 'WP-09-01'],
  ['iso_reference', 'none', noReference],
  ['iso_reference', 'RQ-09-01', undefined],
  ['status', 'x'.repeat(101), undefined],
] as const)('[AGREEMENT-62] %s: %s is read as %s', ([field, cell, value]) => {
  const read = cellValue(field, cell)
  expect(read.ok ? read.value : undefined).toBe(value)
})

test('[AGREEMENT-62] marks in one cell are letters in any order, and nothing else', () => {
  expect([...marksOf('A + r')!].toSorted()).toEqual(['a', 'r'])
  expect(marksOf('–')?.size).toBe(0)
  expect(marksOf('RC')).toBeUndefined()
})

import { rowFields, type RowField } from '@carapace/shared/interface-agreement/row'
import { expect, test, vi } from 'vitest'

vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined })
const { optionsFor, tableColumns } = await import('./columns.ts')
const column = (field: RowField) => tableColumns.find((one) => one.field === field)!

test('[AGREEMENT-UI-40] each field of a row has a column, with as many characters as the contract takes', () => {
  expect(tableColumns.map(({ field }) => field).toSorted()).toEqual(rowFields.toSorted())
  expect(
    [
      'work_product',
      'status',
      'specific_document',
      'criteria_for_exchange',
      'explanation_remarks_expected_content',
    ].map((field) => column(field as RowField).most),
  ).toEqual([200, 100, 300, 2_000, 4_000])
})

test.for([
  { field: 'customer_r', text: 'x', value: true },
  { field: 'customer_r', text: '', value: false },
  { field: 'tailoring_applicable', text: 'y', value: true },
  { field: 'deliverable_type', text: 'h', value: 'handover' },
  { field: 'deliverable_type', text: 'Insight on demand', value: 'insight-on-demand' },
  { field: 'level_of_confidentiality', text: 'confidential', value: 'confidential' },
  { field: 'level_of_confidentiality', text: 'hi', value: 'highly-confidential' },
  { field: 'update_cycle', text: 'c', value: 'cyclic' },
  { field: 'date', text: '24.12.2026', value: '2026-12-24' },
] as const)('[AGREEMENT-UI-40] $text in $field is $value', ({ field, text, value }) => {
  expect(column(field).valueOf(text)).toEqual({ ok: true, value })
})

test.for([
  { field: 'deliverable_type', text: 'ins', why: 'two choices begin so' },
  { field: 'update_cycle', text: 'weekly', why: 'it is no choice' },
  { field: 'date', text: 'soon', why: 'it is no day' },
] as const)('[AGREEMENT-UI-40] $text in $field is refused: $why', ({ field, text }) => {
  expect(column(field).valueOf(text).ok).toBe(false)
})

test('[AGREEMENT-UI-40] all choices are offered while the cell has one, else those with the typed text', () => {
  const texts = (typed: string) => optionsFor(column('deliverable_type'), typed).map(({ text }) => text)
  expect([texts(''), texts('inspection'), texts('ins'), texts('none')]).toEqual([
    ['handover', 'inspection', 'insight-on-demand'],
    ['handover', 'inspection', 'insight-on-demand'],
    ['inspection', 'insight-on-demand'],
    [],
  ])
  expect(optionsFor(column('special_agreements'), '')).toEqual([])
})

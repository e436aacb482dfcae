import { type Parsed, parsed } from '@carapace/shared/core/parsed'
import { cellText, cellValue } from '@carapace/shared/interface-agreement/import-cells'
import {
  confidentialityLevels,
  deliverableTypes,
  noReference,
  type RowField,
  RowValues,
  updateCycles,
} from '@carapace/shared/interface-agreement/row'
import { isMark } from '@carapace/shared/interface-agreement/titles'
import type { CellOption } from '../../core/sheet/cell-input.tsx'
import type { GridColumn } from '../../core/sheet/grid-lines.ts'
import { fieldTexts } from '../words.ts'
import type { Value } from './rows.ts'

/** A column of the table. Values are typed and pasted as in an export. */
export interface TableColumn extends GridColumn {
  readonly field: RowField
}

/** px; columns that are not here are hidden until they are chosen. */
const widths: Partial<Record<RowField, number>> = {
  work_product: 266,
  iso_reference: 146,
  specific_document: 118,
  tailoring_applicable: 58,
  deliverable_type: 140,
  level_of_confidentiality: 170,
  update_cycle: 74,
  status: 98,
  date: 108,
}
const extraWidth = 240
const markWidth = 28
/** Before the marks of a side. */
const gapWidth = 12
const isFirstOfSide = (field: RowField) => field === 'customer_r' || field === 'supplier_r'

/** The classes of the cells of a mark. */
export const markClass = (field: RowField): string =>
  isFirstOfSide(field) ? 'ia-mark-cell ia-mark-first' : 'ia-mark-cell'

const order: readonly RowField[] = [
  'work_product',
  'iso_reference',
  'specific_document',
  'tailoring_applicable',
  'tailoring_justification',
  'customer_r',
  'customer_s',
  'customer_i',
  'customer_a',
  'supplier_r',
  'supplier_s',
  'supplier_i',
  'supplier_a',
  'deliverable_type',
  'level_of_confidentiality',
  'update_cycle',
  'criteria_for_exchange',
  'special_agreements',
  'status',
  'date',
  'explanation_remarks_expected_content',
]

/** Shorter than in lists of changes. */
const titles: Partial<Record<RowField, string>> = { tailoring_justification: 'Justification', update_cycle: 'Update' }

/** The columns of the table, in their order (rule AGREEMENT-UI-40). */
export const tableColumns: readonly TableColumn[] = order.map((field) => {
  const isOfMark = isMark(field)
  const width = isOfMark ? markWidth + (isFirstOfSide(field) ? gapWidth : 0) : widths[field]
  return {
    key: field,
    field,
    title: titles[field] ?? fieldTexts[field],
    ...(isOfMark && { heading: field.slice(-1).toUpperCase(), headingClass: markClass(field) }),
    width: width ?? extraWidth,
    extra: width === undefined,
    ...(field === 'work_product' && { always: true }),
    isWritable: true,
    initial: initialOf(field),
    most: mostOf(field),
    textOf: (value) => (value === undefined ? '' : cellText(field, value as Value)),
    valueOf: (text) => valueOf(field, text),
    render: () => null,
  }
})

function initialOf(field: RowField): Value {
  if (isMark(field) || field === 'tailoring_applicable') return false
  return field === 'iso_reference' ? noReference : ''
}

/** The most characters of a text, as the contract states it. */
function mostOf(field: RowField): number {
  const lengths = [4_000, 2_000, 300, 200, 100]
  return lengths.find((length) => RowValues.shape[field].safeParse('x'.repeat(length)).success) ?? 100
}

const choicesOf: Partial<Record<RowField, readonly string[]>> = {
  tailoring_applicable: ['Yes', 'No'],
  deliverable_type: deliverableTypes,
  level_of_confidentiality: confidentialityLevels,
  update_cycle: updateCycles,
}
/** The words that are badges in the status column, which takes any text. */
const statuses = ['Approved', 'Under review', 'Pending', 'Completed', 'Rejected', 'Open'] as const
const suggestions: Partial<Record<RowField, readonly string[]>> = { ...choicesOf, status: statuses }

/** The value that a text states. The beginning of only one choice is that choice, so that one key chooses. */
function valueOf(field: RowField, text: string): Parsed<Value> {
  const value = cellValue(field, text)
  const words = text.trim().toLowerCase()
  if (value.ok || words === '') return value
  const begun = choicesOf[field]?.filter((choice) => choice.startsWith(words)) ?? []
  // of confidential and confidential-with-third-party the shorter one is typed in full
  return begun.length === 1 ? parsed(begun[0]!) : value
}

/** What may be chosen for a cell: all choices while it has one of them, else those that the typed text is in. */
export function optionsFor({ field }: TableColumn, typed: string): readonly CellOption[] {
  const all = suggestions[field] ?? []
  const words = typed.trim().toLowerCase()
  const found = all.some((one) => one.toLowerCase() === words)
    ? all
    : all.filter((one) => one.toLowerCase().includes(words))
  return found.map((text) => ({ text, note: '' }))
}

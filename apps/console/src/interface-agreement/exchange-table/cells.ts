import type { InputOf, OutputOf } from '@carapace/shared/core/endpoint'
import type { Agreement, Draft, saveAgreementCells } from '@carapace/shared/interface-agreement/agreements.contract'
import type { RowField } from '@carapace/shared/interface-agreement/row'
import { fieldTexts, valueText } from '../words.ts'
import type { Value } from './rows.ts'

/** A cell as it is written: over the value that the writer saw (rule AGREEMENT-17). */
export type CellWrite = InputOf<typeof saveAgreementCells>['cells'][number]
export type RefusedCell = OutputOf<typeof saveAgreementCells>['refused'][number]

export const isOfCell = (cell: Pick<CellWrite, 'row' | 'field'>) => (other: Pick<CellWrite, 'row' | 'field'>) =>
  cell.row === other.row && cell.field === other.field

/** The agreement with cells that the own side has just stored, until it is read again. */
export function withCells(agreement: Agreement, cells: readonly CellWrite[], author: string, at: string): Agreement {
  return agreement.is_sent ? withDrafts(agreement, cells, author, at) : withValues(agreement, cells)
}

function withValues(agreement: Agreement, cells: readonly CellWrite[]): Agreement {
  const byRow = Map.groupBy(cells, ({ row }) => row)
  const sheet = agreement.sheet.map((line) => {
    const changed = byRow.get(line.row.id)
    if (!changed || line.row.is_heading) return line
    return { ...line, row: { ...line.row, ...Object.fromEntries(changed.map(({ field, value }) => [field, value])) } }
  })
  return { ...agreement, sheet }
}

function withDrafts(agreement: Agreement, cells: readonly CellWrite[], author: string, at: string): Agreement {
  const { sheet, side } = agreement
  const kept = agreement.drafts.filter((draft) => !cells.some(isOfCell(draft)))
  const typed = cells.flatMap(({ row, field, value }): Draft[] => {
    const line = sheet.find((one) => one.row.id === row)
    if (!line || line.row.is_heading) return []
    const without = line.open[side]?.changes[field] ?? line.row[field]
    return value === without ? [] : [{ row, field, value, author, at }]
  })
  return { ...agreement, drafts: [...kept, ...typed] }
}

/** "Document of row 5: Kim changed this cell meanwhile. It is: CS plan" */
export function refusedText({ row, field, why, message, now }: RefusedCell): string {
  const where = `${fieldTexts[field]} of row ${row}: ${message}`
  return why === 'changed' ? `${where} It is: ${valueText(field, now)}` : where
}

/** What a step does, for the tooltip of undo. */
export function stepText(cells: readonly CellWrite[]): string {
  const [first] = cells
  return cells.length === 1 && first ? `${fieldTexts[first.field]} of row ${first.row}` : `${cells.length} cells`
}

/** The cells of a step over what it wrote: taking it back, or doing it again. */
export const reversed = (cells: readonly CellWrite[]): readonly CellWrite[] =>
  cells.map(({ row, field, before, value }) => ({ row, field, before: value, value: before }))

/** What has been written, as `before` and `after` of a sheet's change. */
export const cellOf = (target: string, column: string, before: unknown, after: unknown): CellWrite => ({
  row: Number(target),
  field: column as RowField,
  before: before as Value,
  value: after as Value,
})

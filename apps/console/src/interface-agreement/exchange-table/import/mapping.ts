import type { FoundHeader, ImportTarget } from '@carapace/shared/interface-agreement/import-columns'
import type { ImportRow } from '@carapace/shared/interface-agreement/import-plan'
import { type RowField, rowFields, sides } from '@carapace/shared/interface-agreement/row'
import { fieldTitles, numberTitle, sideTitles } from '@carapace/shared/interface-agreement/titles'
import type { TableRows, Value } from '../rows.ts'

/** What a column of a file can be. */
export const targets: readonly { readonly value: ImportTarget; readonly label: string }[] = [
  { value: 'number', label: numberTitle },
  ...rowFields.map((value) => ({ value, label: fieldTitles[value] })),
  ...sides.map((side) => ({ value: `${side}_marks` as const, label: `${sideTitles[side]}: all marks in one cell` })),
]

const headerWithin = 20

/** The rows of a file that may hold its titles. */
export const titleRows = (cells: readonly (readonly string[])[]): readonly number[] =>
  cells.slice(0, headerWithin).flatMap((line, at) => (line.some((cell) => cell.trim() !== '') ? [at] : []))

/** A header whose columns the user states, with the titles in a given row. */
export const headerFrom = (cells: readonly (readonly string[])[], row: number): FoundHeader => ({
  row,
  columns: Array.from({ length: Math.max(0, ...cells.map((line) => line.length)) }, () => null),
  isOwn: false,
})

/** A header with one column as something else; each target is one column. It is no longer the own layout. */
export function mappedTo(header: FoundHeader, column: number, target: ImportTarget | null): FoundHeader {
  const columns = header.columns.map((before, at) => {
    if (at === column) return target
    return before === target ? null : before
  })
  return { ...header, columns, isOwn: false }
}

/** The rows of the agreement as an import compares them. */
export function importRowsOf({ rows }: TableRows): readonly ImportRow[] {
  return rows.map(({ id, line, drafts, side }) => {
    const typed: Partial<Record<RowField, Value>> = { ...line.open[side]?.changes }
    for (const [field, { value }] of drafts) typed[field] = value
    return { id, agreed: line.row, typed: typed as ImportRow['typed'], hidden: line.hidden }
  })
}

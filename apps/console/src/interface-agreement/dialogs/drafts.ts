import type { Agreement, SheetRow } from '@carapace/shared/interface-agreement/agreements.contract'
import type { ChangedRow } from './changes.tsx'

/** The title of a row. */
export const titleOf = ({ row }: Pick<SheetRow, 'row'>): string => (row.is_heading ? row.title : row.work_product)

/** What the own side has typed and not sent, by row, with the agreed value before. */
export function draftsByRow(
  { drafts, sheet }: Pick<Agreement, 'drafts' | 'sheet'>,
  only?: readonly number[],
): readonly ChangedRow[] {
  return sheet.flatMap((line): ChangedRow[] => {
    const { row } = line
    if (row.is_heading || (only && !only.includes(row.id))) return []
    const fields = drafts
      .filter((draft) => draft.row === row.id)
      .map(({ field, value }) => ({ field, before: row[field], after: value }))
    return fields.length === 0 ? [] : [{ row: row.id, title: titleOf(line), what: 'changed', fields }]
  })
}

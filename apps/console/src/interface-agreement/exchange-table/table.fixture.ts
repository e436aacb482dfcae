import type { Agreement, SheetRow } from '@carapace/shared/interface-agreement/agreements.contract'
import { type HeadingRow, RowValues, type WorkProductRow } from '@carapace/shared/interface-agreement/row'

/** A work product of a table, with these values. */
export function productLine(
  id: number,
  values: Partial<RowValues> = {},
  more: Partial<Omit<SheetRow, 'row'>> = {},
): SheetRow & { readonly row: WorkProductRow } {
  const texts = RowValues.parse({ work_product: `Product ${id}`, iso_reference: 'WP-06-01' })
  return { ...emptyLine, ...more, row: { ...texts, ...values, id, is_heading: false } }
}

export const headingLine = (id: number, title: string): SheetRow & { readonly row: HeadingRow } => ({
  ...emptyLine,
  state: 'accepted',
  row: { id, is_heading: true, title },
})

const emptyLine = {
  state: 'draft' as const,
  open: {},
  accepted_by: [],
  declined: null,
  added_by: null,
  hidden: [],
  comments: 0,
  files: 0,
  deliveries: 0,
  has_note: false,
}

/** The parts of an agreement that the table is made of, as the customer sees them. */
export function sheetWith(
  sheet: readonly SheetRow[],
  drafts: readonly { readonly row: number; readonly field: keyof RowValues; readonly value: string | boolean }[] = [],
  isSent = true,
): Agreement {
  const agreement: Pick<Agreement, 'sheet' | 'drafts' | 'side' | 'is_sent'> = {
    sheet: [...sheet],
    drafts: drafts.map((draft) => ({ ...draft, author: 'Ada', at: '2026-05-04T08:00:00Z' })),
    side: 'customer',
    is_sent: isSent,
  }
  return agreement as Agreement
}

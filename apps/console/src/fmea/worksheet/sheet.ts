import type { Worksheet, WorksheetCell } from '@carapace/shared/fmea/worksheet'
import { type SheetColumn, valueIn } from './columns.ts'
import type { SheetLine } from './lines.ts'

/** The target of the cells of an action that a line does not have yet. */
const ofNewAction = 'new action of '
export const newActionTarget = (lineUuid: string) => `${ofNewAction}${lineUuid}`
export const lineOfNewAction = (target: string) =>
  target.startsWith(ofNewAction) ? target.slice(ofNewAction.length) : undefined

/** The shown lines as a worksheet: what copying and pasting works on. */
export function worksheetOf(lines: readonly SheetLine[], columns: readonly SheetColumn[]): Worksheet {
  return {
    columns,
    rows: lines.map((entry) => {
      const cells: Record<string, WorksheetCell> = {}
      for (const column of columns)
        cells[column.key] = { target: targetIn(entry, column), value: valueIn(entry, column) }
      return cells
    }),
  }
}

function targetIn({ row, actions: [first] }: SheetLine, { of }: SheetColumn): string {
  if (of !== 'action') return row.uuid
  return first?.uuid ?? newActionTarget(row.uuid)
}

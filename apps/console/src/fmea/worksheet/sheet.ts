import type { SheetCell } from '@carapace/shared/core/sheet/ranges'
import { type LineColumn, valueIn } from './columns.ts'
import type { SheetLine } from './lines.ts'

/** The target of the cells of an action that a line does not have yet. */
const ofNewAction = 'new action of '
export const newActionTarget = (lineUuid: string) => `${ofNewAction}${lineUuid}`
export const lineOfNewAction = (target: string) =>
  target.startsWith(ofNewAction) ? target.slice(ofNewAction.length) : undefined

/** A cell of a line: what the grid shows, and what copying and pasting works on. */
export function cellIn(entry: SheetLine, column: LineColumn): SheetCell {
  return { target: targetIn(entry, column), value: valueIn(entry, column) }
}

function targetIn({ row, actions: [first] }: SheetLine, { of }: LineColumn): string {
  if (of !== 'action') return row.uuid
  return first?.uuid ?? newActionTarget(row.uuid)
}

import { markField, marks, type Mark, type RowField } from '@carapace/shared/interface-agreement/row'
import { isMark, markOf } from '@carapace/shared/interface-agreement/titles'
import type { CellKeys } from '../../core/sheet/grid-keys.ts'
import { type GridStore, pendingKey } from '../../core/sheet/grid-store.ts'
import type { Selection, Spot } from '../../core/sheet/selection.ts'
import { seenIn, type TableRow } from './rows.ts'
import type { TableActions } from './table-actions.ts'

interface TogglingDeps {
  readonly grid: GridStore
  readonly rowAt: (key: string) => TableRow | undefined
  readonly actions: Pick<TableActions, 'type' | 'paste'>
}

export interface Toggling {
  readonly toggle: (row: TableRow, field: RowField) => void
  /** Keys of mark cells: Space, x and Enter toggle; r, s, i and a toggle that mark of the cell's side. */
  readonly onKey: CellKeys
}

/** Marks as toggles, by key and by pointer (rule AGREEMENT-UI-42). */
export function toggling({ grid, rowAt, actions }: TogglingDeps): Toggling {
  return { toggle, onKey }

  function toggle(row: TableRow, field: RowField): void {
    void actions.type(at({ row: row.key, column: field }), isOn(row, field) ? '' : 'x')
  }

  /** What is on the screen, also while it is being stored: two quick toggles are none. */
  function isOn(row: TableRow, field: RowField): boolean {
    const { pending } = grid.getState()
    const key = pendingKey(row.key, field)
    return (pending.has(key) ? pending.get(key) : seenIn(row, field)) === true
  }

  function onKey({ row: key, column }: Spot, pressed: string): boolean {
    const field = column as RowField
    const [mark, row] = [markOf(field), rowAt(key)]
    if (!mark || !row) return false
    const letter = pressed.toLowerCase()
    if (letter === ' ' || letter === 'x' || pressed === 'Enter') setRange(row, field)
    else if (isLetter(letter)) toggle(row, markField(mark.side, letter))
    // no other key begins to edit a mark
    return true
  }

  /** All marks of the selection become what the cursor's mark becomes. */
  function setRange(row: TableRow, field: RowField): void {
    const { selection, range, order } = grid.getState()
    const columns = range ? order.columns.slice(range.left, range.right + 1) : []
    const isOfMarks = columns.every((one) => isMark(one as RowField))
    if (selection && isOfMarks) void actions.paste(selection, isOn(row, field) ? '' : 'x')
    else toggle(row, field)
  }
}

const isLetter = (key: string): key is Mark => marks.includes(key as Mark)
const at = (spot: Spot): Selection => ({ anchor: spot, head: spot })

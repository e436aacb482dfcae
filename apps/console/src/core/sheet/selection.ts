import type { CellRange } from '@carapace/shared/core/sheet/ranges'

/** A cell by the keys of its row and column, which stay when rows are added or sorted. */
export interface Spot {
  readonly row: string
  readonly column: string
}

/** The cells from where the selection began to where it is now; the cursor is where it began. */
export interface Selection {
  readonly anchor: Spot
  readonly head: Spot
}

/** The rows and columns of a sheet, in order. */
export interface Order {
  readonly rows: readonly string[]
  readonly columns: readonly string[]
  readonly rowAt: ReadonlyMap<string, number>
  readonly columnAt: ReadonlyMap<string, number>
}

/** The key of the empty row below the last one, which adds a row. */
export const newRow = 'new'

export function orderOf(rows: readonly string[], columns: readonly string[]): Order {
  const indexed = (keys: readonly string[]) => new Map(keys.map((key, index) => [key, index]))
  return { rows, columns, rowAt: indexed(rows), columnAt: indexed(columns) }
}

/** The positions of a selection; undefined where its row or column is not shown any more. */
export function rangeOf({ rowAt, columnAt }: Order, { anchor, head }: Selection): CellRange | undefined {
  const rows = [rowAt.get(anchor.row), rowAt.get(head.row)]
  const columns = [columnAt.get(anchor.column), columnAt.get(head.column)]
  const [a, b] = rows
  const [c, d] = columns
  if (a === undefined || b === undefined || c === undefined || d === undefined) return undefined
  return { top: Math.min(a, b), bottom: Math.max(a, b), left: Math.min(c, d), right: Math.max(c, d) }
}

/** The rows that a page key moves by. */
const pageRows = 15

interface Step {
  readonly key: string
  readonly isExtending: boolean
  /** With Ctrl: to the end of the row or column. */
  readonly isFar: boolean
}

/**
 * The selection after a key: arrows, page keys, Home and End; with Shift it grows (rule SHEET-1). Undefined: the key
 * moves nothing.
 */
export function movedBy(order: Order, selection: Selection | undefined, step: Step): Selection | undefined {
  const { rows, columns, rowAt, columnAt } = order
  if (rows.length === 0) return undefined
  const from = selection && (step.isExtending ? selection.head : selection.anchor)
  const by = moveOf(step, order)
  if (by === undefined) return undefined
  const row = within((from ? (rowAt.get(from.row) ?? 0) : 0) + (from ? by.rows : 0), rows.length)
  const column = within((from ? (columnAt.get(from.column) ?? 0) : 0) + (from ? by.columns : 0), columns.length)
  const head = { row: rows[row]!, column: columns[column]! }
  return { anchor: step.isExtending && selection ? selection.anchor : head, head }
}

const within = (index: number, length: number) => Math.max(0, Math.min(length - 1, index))

function moveOf({ key, isFar }: Step, { rows, columns }: Order) {
  const [tall, wide] = [rows.length, columns.length]
  const moves: Readonly<Record<string, { readonly rows: number; readonly columns: number }>> = {
    ArrowUp: { rows: isFar ? -tall : -1, columns: 0 },
    ArrowDown: { rows: isFar ? tall : 1, columns: 0 },
    ArrowLeft: { rows: 0, columns: isFar ? -wide : -1 },
    ArrowRight: { rows: 0, columns: isFar ? wide : 1 },
    PageUp: { rows: -pageRows, columns: 0 },
    PageDown: { rows: pageRows, columns: 0 },
    Home: { rows: isFar ? -tall : 0, columns: -wide },
    End: { rows: isFar ? tall : 0, columns: wide },
  }
  return moves[key]
}

/** The cell after the cursor with Tab: the next writable one, in the next row behind the last column (rule SHEET-1). */
export function tabbed(
  { rows, columns, rowAt, columnAt }: Order,
  { anchor }: Selection,
  by: 1 | -1,
  isWritable: (column: string) => boolean,
): Selection {
  let [row, column] = [rowAt.get(anchor.row) ?? 0, columnAt.get(anchor.column) ?? 0]
  for (let steps = 0; steps <= columns.length; steps += 1) {
    column += by
    if (column < 0 || column >= columns.length) {
      if (!rows[row + by]) break
      row += by
      column = by === 1 ? 0 : columns.length - 1
    }
    if (!isWritable(columns[column]!)) continue
    const head = { row: rows[row]!, column: columns[column]! }
    return { anchor: head, head }
  }
  return { anchor, head: anchor }
}

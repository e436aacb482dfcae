import type { Sheet, SheetCell, SheetColumn } from '@carapace/shared/core/sheet/ranges'
import type { Column } from '../table/columns.ts'

/** A column of a sheet as the grid shows it; its cells are drawn by the sheet. */
export interface GridColumn extends SheetColumn, Column<never> {
  /** The most characters that can be typed into a cell; 2,000 unless stated. */
  readonly most?: number
}

/** A line of the grid: the head of a group, a row, or the empty row that adds one. */
export type GridLine<Entry> =
  | {
      readonly is: 'group'
      readonly key: string
      /** The key under which it is folded. */
      readonly group: string
      readonly title: string
      /** Behind the title, such as how many rows it has. */
      readonly note: string
      /** For a group that is a row with a number itself. */
      readonly number?: number
      readonly isFolded: boolean
    }
  | { readonly is: 'row'; readonly key: string; readonly entry: Entry; readonly index: number }
  | { readonly is: 'new'; readonly key: string; readonly index: number }

/** The keys of the rows, which can be selected, without the heads of groups. */
export function rowKeys(lines: readonly GridLine<unknown>[]): string[] {
  return lines.flatMap(({ is, key }) => (is === 'group' ? [] : [key]))
}

/** The rows of a sheet as cells: what copying and pasting works on. */
export function sheetOf<Entry, C extends GridColumn>(
  entries: readonly Entry[],
  columns: readonly C[],
  cellIn: (entry: Entry, column: C) => SheetCell | undefined,
): Sheet {
  return {
    columns,
    rows: entries.map((entry) => Object.fromEntries(columns.map((column) => [column.key, cellIn(entry, column)]))),
  }
}

/** The text of a cell; empty where the row has none. */
export function textIn(cell: SheetCell | undefined, column: SheetColumn): string {
  return cell ? column.textOf(cell.value) : ''
}

import type { Column } from '../table/columns.ts'
import type { Laid } from '../table/table-head.tsx'

/**
 * The shown columns with their widths, px. The first `frozen` of all columns stay at the left while the others scroll
 * sideways, also where some of them are hidden (rule SHEET-8).
 */
export function laidFrozen(
  columns: readonly Column<never>[],
  shown: readonly Column<never>[],
  widths: Readonly<Record<string, number>>,
  frozen: number,
): readonly Laid<never>[] {
  const staying = new Set(columns.slice(0, frozen).map(({ key }) => key))
  let covered = 0
  return shown.map((column) => {
    const width = widths[column.key] ?? column.width
    if (!staying.has(column.key)) return { column, width }
    const left = covered
    covered += width
    return { column, width, left }
  })
}

/** The width that the columns which stay cover, px; undefined for one of them, which nothing covers. */
export function coveredAt(laid: readonly Laid<never>[], column: string): number | undefined {
  const staying = laid.filter(({ left }) => left !== undefined)
  if (staying.some((one) => one.column.key === column)) return undefined
  return staying.reduce((sum, { width }) => sum + width, 0)
}

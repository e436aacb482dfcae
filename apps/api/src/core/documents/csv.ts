import { stringify } from 'csv-stringify/sync'

export type Cell = string | number | null

/** Byte order mark: without it Excel reads UTF-8 as the machine's own code page. Our import reads over it. */
const bom = '\ufeff'

/**
 * Rows as CSV (RFC 4180, UTF-8), a page at a time: the next page is read when this one is taken. A text that a
 * spreadsheet would run as a formula begins with an apostrophe (OWASP, CSV injection), and one that begins so itself
 * with one more.
 */
export async function* csvText(
  header: readonly string[],
  pages: AsyncIterable<readonly (readonly Cell[])[]>,
): AsyncGenerator<string> {
  yield bom + csvLines([header])
  for await (const rows of pages) if (rows.length > 0) yield csvLines(rows)
}

function csvLines(rows: readonly (readonly Cell[])[]): string {
  return stringify(
    rows.map((row) => row.map(defused)),
    { record_delimiter: 'windows' },
  )
}

/**
 * What a spreadsheet takes for the beginning of a formula, behind apostrophes: a text may have some of its own there,
 * and they are its own when it is read again.
 */
const formula = /^'*[=+\-@\t\r]/

function defused(cell: Cell): Cell {
  return typeof cell === 'string' && formula.test(cell) ? `'${cell}` : cell
}

/** A cell as it was before it was defused. */
export function fused(cell: string): string {
  return cell.startsWith("'") && formula.test(cell.slice(1)) ? cell.slice(1) : cell
}

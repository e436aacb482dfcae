import { stringify } from 'csv-stringify/sync'

export type Cell = string | number | null

/** Byte order mark: without it Excel reads UTF-8 as the computer's code page. Our import skips it. */
const bom = '\ufeff'

/**
 * Writes rows as CSV (RFC 4180, UTF-8), one page at a time: the next page is read when the current one is consumed. An
 * apostrophe is put before a text that a spreadsheet would run as a formula (OWASP, CSV injection), also where such a
 * text already begins with apostrophes.
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
 * What a spreadsheet treats as the beginning of a formula, after any apostrophes. Apostrophes of the original text are
 * kept when the file is read again.
 */
const formula = /^'*[=+\-@\t\r]/

function defused(cell: Cell): Cell {
  return typeof cell === 'string' && formula.test(cell) ? `'${cell}` : cell
}

/** The original text of a cell: without the apostrophe that the export put before it. */
export function fused(cell: string): string {
  return cell.startsWith("'") && formula.test(cell.slice(1)) ? cell.slice(1) : cell
}

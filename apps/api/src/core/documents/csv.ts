import { defused } from '@carapace/shared/core/documents/formula-text'
import { stringify } from 'csv-stringify/sync'

export type Cell = string | number | null

/** Byte order mark: without it Excel reads UTF-8 as the computer's code page. Our import skips it. */
const bom = '\ufeff'

/**
 * Writes rows as CSV (RFC 4180, UTF-8), one page at a time: the next page is read when the current one is consumed. An
 * apostrophe is put before what a spreadsheet would run as a formula (OWASP, CSV injection), also where it already
 * begins with apostrophes: at the beginning of a text, and in it behind what a spreadsheet of another language, which
 * ignores our quotes there, takes for the end of a cell.
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
    rows.map((row) => row.map((cell) => (typeof cell === 'string' ? defused(cell) : cell))),
    { record_delimiter: 'windows' },
  )
}

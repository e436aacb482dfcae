import { defused, fused } from '../documents/formula-text.ts'

/**
 * The cells of a range that was copied from a spreadsheet, row by row: cells between tabs, rows between line ends (LF
 * or CRLF). A cell with a tab, a line end or a leading quote is in quotes, with its quotes doubled. Spreadsheets leave
 * other cells as they are, so that quotes around a cell without any of these belong to its text; so does a quote that
 * is never closed. The line end behind the last row begins no row. Without text there are no rows (rule CELLS-1).
 */
export function parseTsv(text: string): string[][] {
  if (text === '') return []
  const rows: string[][] = [[]]
  let at = 0
  for (;;) {
    const cell = cellAt(text, at)
    rows.at(-1)!.push(fused(cell.text))
    const end = text[cell.end]
    at = cell.end + (text.startsWith('\r\n', cell.end) ? 2 : 1)
    if (end === undefined || (end !== '\t' && at >= text.length)) return rows
    if (end !== '\t') rows.push([])
  }
}

/** Two quotes in the text, or what makes a spreadsheet write a cell in quotes. */
const needsQuotes = /[\t\r\n]|""/
const quoted = /"((?:[^"]|"")*)"(?=[\t\r\n]|$)/y
const plain = /[^\t\r\n]*/y

function cellAt(text: string, at: number): { readonly text: string; readonly end: number } {
  quoted.lastIndex = at
  const [whole, inner = ''] = quoted.exec(text) ?? []
  if (whole !== undefined && needsQuotes.test(inner))
    return { text: inner.replaceAll('""', '"').replaceAll('\r\n', '\n'), end: at + whole.length }
  plain.lastIndex = at
  const [rest] = plain.exec(text)!
  return { text: rest, end: at + rest.length }
}

/**
 * Cells as text for a spreadsheet's clipboard, which `parseTsv` reads as the same cells. What a spreadsheet would run
 * as a formula has an apostrophe before it (rules CELLS-2 and DOCUMENT-10).
 */
export function tsvOf(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => `${cells.map(written).join('\t')}\r\n`).join('')
}

function written(cell: string): string {
  const text = defused(cell)
  if (!/[\t\r\n]|^"/.test(text)) return text
  return `"${text.replaceAll('"', '""')}"`
}

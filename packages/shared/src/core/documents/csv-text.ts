import { defused } from './formula-text.ts'

/** Without it Excel reads UTF-8 as the computer's code page. */
const byteOrderMark = '\ufeff'

/**
 * Rows as CSV (RFC 4180, UTF-8); null is an empty cell. A text that a spreadsheet would run as a formula has an
 * apostrophe before it (rule DOCUMENT-10).
 */
export function csvText(rows: Iterable<readonly (string | number | null)[]>): string {
  return byteOrderMark + Array.from(rows, (cells) => `${cells.map(cellText).join(',')}\r\n`).join('')
}

function cellText(cell: string | number | null): string {
  const text = typeof cell === 'string' ? defused(cell) : String(cell ?? '')
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** The delimiter of a table: comma, semicolon or tab, the most frequent one in its first line. */
export function delimiterOf(firstLine: string): string {
  const counted = [',', ';', '\t'].map((mark) => ({ mark, count: firstLine.split(mark).length }))
  return counted.reduce((most, each) => (each.count > most.count ? each : most)).mark
}

/** Rows as CSV (RFC 4180); null is an empty cell. A text that a spreadsheet would calculate is quoted. */
export function csvText(rows: Iterable<readonly (string | number | null)[]>): string {
  return Array.from(rows, (cells) => `${cells.map(cellText).join(',')}\r\n`).join('')
}

function cellText(cell: string | number | null): string {
  const text = typeof cell === 'string' && /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : String(cell ?? '')
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

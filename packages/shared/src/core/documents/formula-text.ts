/**
 * Where a spreadsheet begins a formula, before any apostrophes; the signs also in full width. Apostrophes of the
 * original text are kept when the file is read again.
 */
const formulas = /(?<=^|[;\t\r\n])(?='*[=+\-@＝＋－＠])|^(?='*[\t\r])/g
const defusedFormulas = /(?<=^|[;\t\r\n])'(?='*[=+\-@＝＋－＠])|^'(?='*[\t\r])/g

/** A text for a cell, with an apostrophe before what a spreadsheet would run as a formula (rule DOCUMENT-10). */
export function defused(text: string): string {
  return text.replace(formulas, "'")
}

/** The original text of a cell: without the apostrophes that `defused` put into it. */
export function fused(cell: string): string {
  return cell.replace(defusedFormulas, '')
}

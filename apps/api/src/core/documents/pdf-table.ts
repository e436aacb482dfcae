import { setImmediate } from 'node:timers/promises'
import { type BlockOf, type ReportCell, textOfCell, toneOfCell } from '@carapace/shared/core/documents/report'
import { columnWidths, linesOf, mostWholeRows } from '@carapace/shared/core/documents/text-lines'
import { lineHeight, type PdfPages, size } from './pdf-pages.ts'

const pad = 4
const rowsAtOnce = 20
/** A row higher than this, in points, is divided at the end of a page; a lower row moves to the next page. */
const highestWhole = 110
const text = { size: size.cell }
const head = { size: size.cell, isBold: true }
/** A row begins at the bottom of a page only if this many lines fit. */
const fewestLines = 3

interface Columns {
  readonly titles: readonly string[]
  readonly widths: readonly number[]
}

interface TableOptions {
  /** In points. */
  readonly leastRowHeight: number
}

/**
 * Writes a table whose head is repeated on each page. It yields from time to time, so that finished output can be sent
 * and other work can run.
 */
export async function* writeTable(
  pages: PdfPages,
  { columns, rows }: Pick<BlockOf<'table'>, 'columns' | 'rows'>,
  { leastRowHeight }: TableOptions = { leastRowHeight: 0 },
): AsyncGenerator<void> {
  const layout = columnsOf(pages, columns)
  let written = 0
  for await (const row of rows) {
    if (written === 0) {
      if (pages.room() < heightOfLines(1) * 3) pages.addPage()
      writeHead(pages, layout)
    }
    writeRow(pages, layout, row, leastRowHeight)
    if (++written % rowsAtOnce === 0) {
      yield
      await setImmediate()
    }
  }
  if (written === 0) writeHead(pages, layout)
  pages.y += 10
}

/** Column widths: each at least as wide as the longest word of its title. */
function columnsOf(pages: PdfPages, columns: BlockOf<'table'>['columns']): Columns {
  const titles = columns.map(({ title }) => title)
  const measure = pages.measure(head)
  const widths = columnWidths(
    columns.map(({ width }) => width),
    titles.map((title) => Math.max(...pages.printed(title).split(' ').map(measure)) + 2 * pad + 1),
    pages.width,
  )
  return { titles, widths }
}

/** Height that a table needs to begin on a page, in points: a small table as a whole, else its head and some rows. */
export function tableHeight(pages: PdfPages, { columns, rows }: BlockOf<'table'>): number {
  const layout = columnsOf(pages, columns)
  const headHeight = heightOfLines(most(headLines(pages, layout)))
  if (!Array.isArray(rows) || rows.length > mostWholeRows) return headHeight + fewestLines * heightOfLines(1)
  const heights = (rows as readonly (readonly ReportCell[])[]).map((row) =>
    heightOfLines(most(cellLines(pages, layout, row))),
  )
  return heights.reduce((sum, height) => sum + height, headHeight)
}

const cellLines = (pages: PdfPages, { widths }: Columns, row: readonly ReportCell[]): string[][] =>
  row.map((cell, i) => linesOf(pages.printed(textOfCell(cell)), widths[i]! - 2 * pad, pages.measure(text)))

const heightOfLines = (lines: number) => lines * lineHeight(text) + 2 * pad
const most = (cells: readonly (readonly string[])[]) => Math.max(1, ...cells.map((lines) => lines.length))

const headLines = (pages: PdfPages, { titles, widths }: Columns): string[][] =>
  titles.map((title, i) => linesOf(pages.printed(title), widths[i]! - 2 * pad, pages.measure(head)))

function writeHead(pages: PdfPages, columns: Columns): void {
  const cells = headLines(pages, columns)
  const height = heightOfLines(most(cells))
  const { colours } = pages.theme
  pages.pdf.rect(pages.left, pages.y, pages.width, height).fill(`#${colours.head}`).fillColor('black')
  writeCells(pages, columns.widths, cells, true)
  pages.y += height
  rule(pages, colours.accent, 1)
}

/** Writes a row, on the next page below a repeated head if it does not fit; a very high row is divided. */
function writeRow(pages: PdfPages, columns: Columns, row: readonly ReportCell[], leastHeight: number): void {
  let cells = cellLines(pages, columns, row)
  for (;;) {
    const height = Math.max(leastHeight, heightOfLines(most(cells)))
    const fitting = Math.floor((pages.room() - 2 * pad) / lineHeight(text))
    if (height <= pages.room()) return writePart(pages, columns, row, cells, height)
    if (height > highestWhole && fitting >= fewestLines) {
      const part = cells.map((lines) => lines.slice(0, fitting))
      writePart(pages, columns, row, part, heightOfLines(most(part)))
      cells = cells.map((lines) => lines.slice(fitting))
    }
    pages.addPage()
    writeHead(pages, columns)
  }
}

function writePart(
  pages: PdfPages,
  { widths }: Columns,
  row: readonly ReportCell[],
  cells: readonly (readonly string[])[],
  height: number,
): void {
  let x = pages.left
  for (const [i, width] of widths.entries()) {
    const tone = toneOfCell(row[i]!)
    if (tone) pages.pdf.rect(x, pages.y, width, height).fill(`#${pages.theme.fills[tone]}`).fillColor('black')
    x += width
  }
  writeCells(pages, widths, cells, false)
  pages.y += height
  rule(pages, pages.theme.colours.line, 0.5)
}

function writeCells(
  pages: PdfPages,
  widths: readonly number[],
  cells: readonly (readonly string[])[],
  isHead: boolean,
): void {
  let x = pages.left + pad
  for (const [i, lines] of cells.entries()) {
    for (const [j, line] of lines.entries())
      if (line) pages.write(line, x, pages.y + pad + j * lineHeight(text), isHead ? head : text)
    x += widths[i]!
  }
}

function rule({ pdf, left, width, y }: PdfPages, colour: string, points: number): void {
  pdf.lineWidth(points).strokeColor(`#${colour}`)
  pdf
    .moveTo(left, y)
    .lineTo(left + width, y)
    .stroke()
}

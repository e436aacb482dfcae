import { setImmediate } from 'node:timers/promises'
import PDFDocument from 'pdfkit'
import {
  type Block,
  type Report,
  type ReportCell,
  textOfCell,
  type Tone,
  toneFills,
  toneOfCell,
} from '@carapace/shared/core/documents/report'
import { printable } from './printable.ts'

/** Points: A4 on its side. */
const page = { width: 841.89, height: 595.28, margin: 42 }
const inner = page.width - 2 * page.margin
const bottom = page.height - page.margin - 14
const size = { title: 26, section: 17, heading: 12, text: 9, cell: 7.5 }
const pad = 3
const rowsAtOnce = 20
/** A cell as tall as a page is cut there: what is longer is in the other forms. */
const longestCell = 2_500

type Pdf = InstanceType<typeof PDFDocument>

interface Pen {
  readonly pdf: Pdf
  y: number
  /** Whether anything had to be printed as something else. */
  isChanged: boolean
}

/** A report as a PDF, page by page as it is made (rules EX20, EX23). */
export async function* reportAsPdf(report: Report): AsyncGenerator<Uint8Array> {
  const pdf = new PDFDocument({
    size: 'A4',
    layout: 'landscape',
    margin: page.margin,
    autoFirstPage: false,
    info: { Title: report.title, Subject: report.subtitle, Producer: 'Carapace', Creator: 'Carapace' },
  })
  const pen: Pen = { pdf, y: page.margin, isChanged: false }
  let pages = 0
  pdf.on('pageAdded', () => {
    pages += 1
    pen.y = page.margin
    footer(pen, `${report.title} · ${report.subtitle}`, pages)
  })
  pdf.addPage()
  cover(pen, report)
  for (const { title, blocks } of report.sections) {
    pdf.addPage()
    pdf.outline.addItem(ascii(pen, title))
    line(pen, title, { font: 'Helvetica-Bold', size: size.section, after: 8 })
    for await (const block of blocks()) {
      for await (const _ of drawn(pen, block)) yield* ready(pdf)
      yield* ready(pdf)
    }
  }
  if (pen.isChanged)
    line(
      pen,
      "Characters that this PDF's fonts do not have are printed as a question mark. The Word and Excel forms of " +
        'this report have them.',
      { size: size.text, after: 0 },
    )
  pdf.end()
  for await (const chunk of pdf) yield chunk as Uint8Array
}

/** What is finished so far: it leaves before more is made. */
function* ready(pdf: Pdf): Generator<Uint8Array> {
  for (let chunk = pdf.read() as Uint8Array | null; chunk !== null; chunk = pdf.read() as Uint8Array | null) yield chunk
}

function cover(pen: Pen, { title, subtitle, facts }: Report): void {
  pen.y = 170
  line(pen, title, { font: 'Helvetica-Bold', size: size.title, after: 10 })
  line(pen, subtitle, { size: size.section, after: 30 })
  for (const [name, value] of facts) line(pen, `${name}: ${value}`, { size: 11, after: 5 })
}

function footer({ pdf }: Pen, words: string, pageNumber: number): void {
  const y = page.height - page.margin + 4
  // below the margin pdfkit would begin another page
  const { bottom: kept } = pdf.page.margins
  pdf.page.margins.bottom = 0
  pdf
    .font('Helvetica')
    .fontSize(7)
    .fillColor('#5F6B7C')
    .text(printable(words).text.slice(0, 200), page.margin, y, { width: inner - 60, lineBreak: false })
    .text(String(pageNumber), page.width - page.margin - 50, y, { width: 50, align: 'right', lineBreak: false })
  pdf.page.margins.bottom = kept
  pdf.fillColor('black')
}

/** A text in the characters that the standard fonts have. */
function ascii(pen: Pen, text: string): string {
  const { text: printed, isChanged } = printable(text)
  pen.isChanged ||= isChanged
  return printed
}

interface LineLook {
  readonly font?: string
  readonly size: number
  readonly after: number
  readonly indent?: number
  readonly tone?: Tone | undefined
}

function line(pen: Pen, text: string, { font = 'Helvetica', size: points, after, indent = 0, tone }: LineLook): void {
  const { pdf } = pen
  const width = inner - indent
  // a text longer than a page is printed in pieces, each on a page that has room for it
  for (const piece of piecesOf(ascii(pen, text))) {
    pdf.font(font).fontSize(points)
    const height = pdf.heightOfString(piece, { width })
    if (pen.y + height > bottom) pdf.addPage()
    if (tone)
      pdf
        .rect(page.margin + indent, pen.y - 2, width, height + 4)
        .fill(`#${toneFills[tone]}`)
        .fillColor('black')
    pdf
      .font(font)
      .fontSize(points)
      .text(piece, page.margin + indent, pen.y, { width })
    pen.y += height
  }
  pen.y += after
}

function piecesOf(text: string): string[] {
  return text.length <= longestCell ? [text] : text.match(new RegExp(`[\\s\\S]{1,${longestCell}}`, 'g'))!
}

/** Draws a block; comes back now and then, so that others have their turn. */
async function* drawn(pen: Pen, block: Block): AsyncGenerator<void> {
  switch (block.is) {
    case 'heading':
      if (pen.y > bottom - 90) pen.pdf.addPage() // it stays with what it heads
      pen.y += 6
      return line(pen, block.text, { font: 'Helvetica-Bold', size: size.heading, after: 5 })
    case 'text':
      return line(pen, block.text, { size: size.text, after: 5, tone: block.tone })
    case 'facts':
      for (const [name, value] of block.facts) line(pen, `${name}: ${value}`, { size: size.text, after: 3 })
      return
    case 'outline':
      for (const { depth, text } of block.lines)
        line(pen, text, { size: size.text, after: 2, indent: 14 * Math.min(depth, 20) })
      pen.y += 4
      return
    case 'table':
      yield* table(pen, block)
  }
}

async function* table(pen: Pen, { columns, rows }: Extract<Block, { is: 'table' }>): AsyncGenerator<void> {
  const sum = columns.reduce((all, { width }) => all + width, 0)
  const widths = columns.map(({ width }) => (inner * width) / sum)
  const head = columns.map(({ title }) => title)
  if (pen.y > bottom - 50) pen.pdf.addPage()
  row(pen, head, widths, head)
  let drawnRows = 0
  for await (const cells of rows) {
    row(pen, cells, widths, head)
    if (++drawnRows % rowsAtOnce === 0) {
      yield
      await setImmediate()
    }
  }
  pen.y += 8
}

/** A row of a table, on a new page below its head where it does not fit. */
function row(pen: Pen, cells: readonly ReportCell[], widths: readonly number[], head: readonly string[]): void {
  const { pdf } = pen
  const isHead = cells === head
  const font = isHead ? 'Helvetica-Bold' : 'Helvetica'
  const most = bottom - page.margin - 40
  const texts = cells.map((cell) => ascii(pen, textOfCell(cell)).slice(0, longestCell))
  pdf.font(font).fontSize(size.cell)
  const height = Math.min(
    most,
    Math.max(...texts.map((text, i) => pdf.heightOfString(text || ' ', { width: widths[i]! - 2 * pad }))) + 2 * pad,
  )
  if (pen.y + height > bottom) {
    pdf.addPage()
    if (!isHead) row(pen, head, widths, head)
  }
  pdf.font(font).fontSize(size.cell)
  let x = page.margin
  for (const [i, text] of texts.entries()) {
    const tone = toneOfCell(cells[i]!)
    const fill = isHead ? 'E4E8EC' : tone && toneFills[tone]
    if (fill) pdf.rect(x, pen.y, widths[i]!, height).fill(`#${fill}`)
    pdf
      .fillColor('black')
      .text(text, x + pad, pen.y + pad, { width: widths[i]! - 2 * pad, height: height - 2 * pad, ellipsis: true })
    x += widths[i]!
  }
  pdf
    .lineWidth(0.5)
    .strokeColor('#C5CBD3')
    .moveTo(page.margin, pen.y + height)
    .lineTo(page.margin + inner, pen.y + height)
    .stroke()
  pen.y += height
}

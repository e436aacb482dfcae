import { approvalColumns, identityFacts, type Report } from '@carapace/shared/core/documents/report'
import { linesOf } from '@carapace/shared/core/documents/text-lines'
import { lineHeight, type PdfPages, size } from './pdf-pages.ts'
import { writeTable } from './pdf-table.ts'

/** A line of the contents: a section, or a heading in a section. */
export interface ContentsLine {
  readonly title: string
  readonly page: number
  /** The name of the link destination. */
  readonly place: string
  readonly depth: 0 | 1
  readonly section: number
}

/** Writes the first page: what the document is, whose it is, its date, and who may read it (rule DOCUMENT-26). */
export function writeCover(pages: PdfPages, report: Report): void {
  const { pdf, theme } = pages
  pages.addPage('portrait')
  pdf.rect(0, 0, pdf.page.width, 8).fill(`#${theme.colours.accent}`).fillColor('black')
  pages.y = 90
  const name = { size: 13, isBold: true, colour: theme.colours.muted }
  if (theme.organisation) pages.paragraph(theme.organisation, name)
  pages.y = 190
  pages.paragraph(report.title, { size: size.title, isBold: true, colour: theme.colours.accent })
  pages.y += 6
  pages.paragraph(report.subtitle, { size: size.section })
  pages.y += 34
  writeFacts(pages, identityFacts(report, theme))
  pages.y += 16
  writeFacts(pages, report.facts)
}

/** Writes names and values in two columns, with a line below each. */
export function writeFacts(pages: PdfPages, facts: Report['facts']): void {
  const options = { size: size.text }
  const nameWidth = 130
  for (const [name, value] of facts) {
    const measure = pages.measure(options)
    const names = linesOf(pages.printed(name), nameWidth - 8, measure)
    const values = linesOf(pages.printed(value || '–'), pages.width - nameWidth, measure)
    for (const i of Array.from({ length: Math.max(names.length, values.length) }).keys()) {
      if (pages.room() < lineHeight(options)) pages.addPage()
      const muted = { ...options, colour: pages.theme.colours.muted }
      if (names[i]) pages.write(names[i], pages.left, pages.y, muted)
      if (values[i]) pages.write(values[i], pages.left + nameWidth, pages.y, options)
      pages.y += lineHeight(options)
    }
    pages.y += 4
  }
}

/** Writes the approval block with the known values; empty fields are filled in by hand. */
export async function writeApprovals(pages: PdfPages, { approvals }: Report): Promise<void> {
  if (approvals.length === 0) return
  writeTitle(pages, 'Approval')
  const rows = approvals.map(({ role, name, date, note }) => [role, name, date, note, ''])
  for await (const _ of writeTable(pages, { columns: approvalColumns, rows }, { leastRowHeight: 30 }));
}

export function writeTitle(pages: PdfPages, title: string): void {
  pages.paragraph(title, { size: size.section, isBold: true, colour: pages.theme.colours.accent })
  pages.y += 6
}

const contentsText = { size: 10 }
const contentsLine = lineHeight(contentsText) + 3

/** A page with room for some lines of the contents, which are known only after everything else is written. */
interface HeldPage {
  readonly lines: number
  readonly write: (write: () => void) => void
}

/** Reserves room for the contents, a line for each section: below the current text if there is enough room. */
export function holdContents(pages: PdfPages, { sections }: Report): HeldPage[] {
  if (pages.room() < (sections.length + 3) * contentsLine) pages.addPage()
  writeTitle(pages, 'Contents')
  const held: HeldPage[] = []
  for (let missing = sections.length; missing > 0;) {
    if (held.length > 0) pages.addPage()
    const lines = Math.floor(pages.room() / contentsLine)
    held.push({ lines, write: pages.keepOpen() })
    missing -= lines
  }
  return held
}

/**
 * Writes the contents on the reserved pages. Headings within sections are listed as far as there is room: the section
 * with the most headings loses them first.
 */
export function writeContents(pages: PdfPages, held: readonly HeldPage[], lines: readonly ContentsLine[]): void {
  let rest = fewerLines(
    lines,
    held.reduce((sum, page) => sum + page.lines, 0),
  )
  for (const page of held) {
    const here = rest.slice(0, page.lines)
    rest = rest.slice(page.lines)
    page.write(() => here.forEach((line) => writeContentsLine(pages, line)))
  }
}

function fewerLines(lines: readonly ContentsLine[], most: number): readonly ContentsLine[] {
  if (lines.length <= most) return lines
  const bySection = Map.groupBy(
    lines.filter(({ depth }) => depth === 1),
    ({ section }) => section,
  )
  const [largest] = [...bySection].sort(([, a], [, b]) => b.length - a.length)
  if (!largest) return lines
  return fewerLines(
    lines.filter(({ depth, section }) => depth === 0 || section !== largest[0]),
    most,
  )
}

function writeContentsLine(pages: PdfPages, { title, page, place, depth }: ContentsLine): void {
  const options = { ...contentsText, isBold: depth === 0 }
  const measure = pages.measure(options)
  const x = pages.left + 16 * depth
  const number = String(page)
  const right = pages.left + pages.width
  const [text] = linesOf(pages.printed(title), right - x - 50, measure)
  pages.write(text!, x, pages.y, options)
  pages.write(number, right - measure(number), pages.y, options)
  const { pdf, theme } = pages
  const [from, to] = [x + measure(text!) + 6, right - measure(number) - 6]
  const y = pages.y + contentsText.size * 0.8
  pdf.save().lineWidth(0.6).strokeColor(`#${theme.colours.muted}`).dash(0.8, { space: 2.4 })
  pdf.moveTo(from, y).lineTo(to, y).stroke().undash().restore()
  pdf.goTo(x, pages.y, right - x, contentsLine, place)
  pages.y += contentsLine
}

import { type ReportCell, type ReportColumn, textOfCell, toneOfCell } from '@carapace/shared/core/documents/report'
import { columnWidths, mostWholeRows } from '@carapace/shared/core/documents/text-lines'
import type { Theme } from '@carapace/shared/core/documents/theme'
import { xmlText } from '@carapace/shared/core/documents/xml-text'

/** A4 portrait, and the page margins, in twentieths of a point. */
const a4 = { width: 11_906, height: 16_838 }
const margin = { side: 1_000, top: 1_320, bottom: 1_240 }
export type Layout = 'portrait' | 'landscape'
export const widthOf = (layout: Layout) => (layout === 'portrait' ? a4.width : a4.height) - 2 * margin.side
export const heightOf = (layout: Layout) => (layout === 'portrait' ? a4.height : a4.width) - margin.top - margin.bottom

export interface ParagraphOptions {
  readonly style?: string
  readonly isStrong?: boolean
  readonly isOnNewPage?: boolean
  /** It stays on the same page as the next paragraph. */
  readonly isKeptWithNext?: boolean
  /** Twentieths of a point. */
  readonly indent?: number
  readonly align?: 'center' | 'right'
  readonly fill?: string | undefined
  readonly colour?: string
  /** Points. */
  readonly size?: number
}

/** A paragraph of one text; line breaks in the text are kept. */
export function paragraph(text: string, options: ParagraphOptions = {}): string {
  return `<w:p>${paragraphProperties(options)}${run(text, options)}</w:p>`
}

/** Paragraph properties, in the order that the schema requires (ECMA-376, 17.3.1.26). */
export function paragraphProperties(options: ParagraphOptions): string {
  const { style, isOnNewPage, isKeptWithNext, indent, align, fill } = options
  const properties = [
    style && `<w:pStyle w:val="${style}"/>`,
    isKeptWithNext && '<w:keepNext/>',
    isOnNewPage && '<w:pageBreakBefore/>',
    fill && `<w:shd w:val="clear" w:color="auto" w:fill="${fill}"/>`,
    indent && `<w:ind w:left="${indent}"/>`,
    align && `<w:jc w:val="${align}"/>`,
  ].filter(Boolean)
  return properties.length > 0 ? `<w:pPr>${properties.join('')}</w:pPr>` : ''
}

export function run(text: string, { isStrong, colour, size }: ParagraphOptions = {}): string {
  const looks = [isStrong && '<w:b/>', colour && `<w:color w:val="${colour}"/>`, size && `<w:sz w:val="${size * 2}"/>`]
    .filter(Boolean)
    .join('')
  const lines = text
    .split('\n')
    .map((line, i) => `${i > 0 ? '<w:br/>' : ''}<w:t xml:space="preserve">${xmlText(line)}</w:t>`)
    .join('')
  return `<w:r>${looks && `<w:rPr>${looks}</w:rPr>`}${lines}</w:r>`
}

/** A field that Word computes, with the text that is shown until then. */
export function field(instruction: string, shown: string): string {
  const mark = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`
  return (
    `${mark('begin')}<w:r><w:instrText xml:space="preserve"> ${instruction} </w:instrText></w:r>` +
    `${mark('separate')}${run(shown)}${mark('end')}`
  )
}

/** The end of a section of pages with one layout, header and footer; the first page of the document has neither. */
export function sectionXml(layout: Layout, { hasCover = false } = {}): string {
  const [width, height] = layout === 'portrait' ? [a4.width, a4.height] : [a4.height, a4.width]
  const { side, top, bottom } = margin
  const orientation = layout === 'landscape' ? ' w:orient="landscape"' : ''
  return (
    `<w:sectPr><w:headerReference w:type="default" r:id="${layout}Header"/>` +
    `<w:footerReference w:type="default" r:id="${layout}Footer"/>` +
    `<w:type w:val="nextPage"/><w:pgSz w:w="${width}" w:h="${height}"${orientation}/>` +
    `<w:pgMar w:top="${top}" w:right="${side}" w:bottom="${bottom}" w:left="${side}"` +
    ` w:header="620" w:footer="560" w:gutter="0"/>${hasCover ? '<w:titlePg/>' : ''}</w:sectPr>`
  )
}

export interface TableOptions {
  readonly layout: Layout
  readonly theme: Theme
  /** Twentieths of a point. */
  readonly leastRowHeight?: number
}

/** Approximate width of a letter in a table, and the padding of a cell, in twentieths of a point. */
const letter = 100
const cellPad = 80

/** A table whose head is repeated on each page; rows are written as they arrive. */
export async function* tableXml(
  columns: readonly ReportColumn[],
  rows: Iterable<readonly ReportCell[]> | AsyncIterable<readonly ReportCell[]>,
  { layout, theme, leastRowHeight }: TableOptions,
): AsyncGenerator<string> {
  const whole = widthOf(layout)
  const widths = columnWidths(
    columns.map(({ width }) => width),
    columns.map(({ title }) => letter * Math.max(...title.split(' ').map((word) => word.length)) + 2 * cellPad),
    whole,
  ).map(Math.floor)
  yield tableHead(widths, whole, theme)
  const titles = columns.map(({ title }) => title)
  yield rowXml(titles, widths, theme, { isHead: true, isKeptWithNext: true })
  const keptRows = Array.isArray(rows) && rows.length <= mostWholeRows ? rows.length : 0
  let written = 0
  for await (const row of rows) {
    written += 1
    yield rowXml(row, widths, theme, { leastHeight: leastRowHeight, isKeptWithNext: written < keptRows })
  }
  // a table at the end of a document, or directly before another table, needs a paragraph after it
  yield `</w:tbl>${paragraph('')}`
}

/** The beginning of a table: its style and the widths of its columns. */
export function tableHead(widths: readonly number[], whole: number, theme: Theme): string {
  const edge = (side: string) => `<w:${side} w:val="single" w:sz="4" w:space="0" w:color="${theme.colours.line}"/>`
  const edges = ['top', 'left', 'bottom', 'right', 'insideH', 'insideV'].map(edge).join('')
  const sides = ['left', 'right'].map((side) => `<w:${side} w:w="${cellPad}" w:type="dxa"/>`).join('')
  return (
    `<w:tbl><w:tblPr><w:tblW w:w="${whole}" w:type="dxa"/><w:tblBorders>${edges}</w:tblBorders>` +
    `<w:tblLayout w:type="fixed"/>` +
    `<w:tblCellMar>${sides}</w:tblCellMar></w:tblPr><w:tblGrid>` +
    `${widths.map((width) => `<w:gridCol w:w="${width}"/>`).join('')}</w:tblGrid>`
  )
}

interface RowOptions {
  readonly isHead?: boolean
  readonly isKeptWithNext?: boolean
  readonly leastHeight?: number | undefined
}

function rowXml(
  row: readonly ReportCell[],
  widths: readonly number[],
  { colours, fills }: Theme,
  { isHead = false, isKeptWithNext = false, leastHeight }: RowOptions,
): string {
  const cells = row.map((cell, i) => {
    const tone = toneOfCell(cell)
    const content = paragraph(textOfCell(cell), { style: 'TableText', isStrong: isHead, isKeptWithNext })
    return cellXml(widths[i]!, isHead ? colours.head : tone && fills[tone], content)
  })
  const height = leastHeight ? `<w:trHeight w:val="${leastHeight}"/>` : ''
  return `<w:tr><w:trPr><w:cantSplit/>${height}${isHead ? '<w:tblHeader/>' : ''}</w:trPr>${cells.join('')}</w:tr>`
}

/** A table cell with a fill colour, RRGGBB. */
export function cellXml(width: number, fill: string | undefined, content: string): string {
  const shade = fill ? `<w:shd w:val="clear" w:color="auto" w:fill="${fill}"/>` : ''
  return (
    `<w:tc><w:tcPr><w:tcW w:w="${width}" w:type="dxa"/>` +
    `${shade}<w:vAlign w:val="${content.includes('w:jc') ? 'center' : 'top'}"/></w:tcPr>${content}</w:tc>`
  )
}

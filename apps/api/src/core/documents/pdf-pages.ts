import PDFDocument from 'pdfkit'
import type { Report } from '@carapace/shared/core/documents/report'
import { linesOf, type Measure } from '@carapace/shared/core/documents/text-lines'
import type { Theme } from '@carapace/shared/core/documents/theme'
import { printable } from './printable.ts'

type Pdf = InstanceType<typeof PDFDocument>
type Layout = 'portrait' | 'landscape'

/** A4 portrait, and the page margins, in points. */
const a4 = { width: 595.28, height: 841.89 }
const margin = { side: 50, top: 66, bottom: 62 }
export const size = { title: 26, section: 16, heading: 11.5, text: 9.5, cell: 8, small: 8 }
const leading = 1.2
/** The height of letters above the baseline, as a fraction of the font size. */
const ascent = 0.718
/** Room for "of" and the number of pages, in points. */
const totalWidth = 27
/** Maximum number of cached word widths: a report repeats its words. */
const mostWidths = 20_000

export interface TextOptions {
  readonly size: number
  readonly isBold?: boolean
  readonly colour?: string
}

/** The pages of a PDF while they are written: the current page, and how far down it is filled. */
export interface PdfPages {
  readonly pdf: Pdf
  readonly theme: Theme
  /** Points from the top of the page to the next free line. */
  y: number
  readonly number: number
  /** Whether a character was replaced by another one (rule DOCUMENT-23). */
  readonly isChanged: boolean
  readonly left: number
  readonly top: number
  readonly width: number
  /** The height that is left on this page, in points. */
  room(): number
  /** The height of an empty page's body, in points. */
  body(): number
  addPage(layout?: Layout): void
  readonly layout: Layout
  /** The text in the characters that a PDF can show. */
  printed(text: string): string
  measure(options: TextOptions): Measure
  /** Writes a line at a position, without wrapping. */
  write(line: string, x: number, y: number, options: TextOptions): void
  /** Writes a wrapped text at the next free line; it continues on further pages where it needs more room. */
  paragraph(text: string, options: TextOptions & { readonly indent?: number; readonly fill?: string | undefined }): void
  /** Leaves the current page open until the returned function writes the rest of it, from the current line on. */
  keepOpen(): (write: () => void) => void
  /** Writes the number of pages on each page, and ends the document. */
  end(): void
}

export const lineHeight = (options: TextOptions) => options.size * leading

/** Opens a PDF whose pages have a header and a footer (rule DOCUMENT-26); the cover, the first page, has none. */
export function openPages({ title, subtitle, document: { id, version, author } }: Report, theme: Theme): PdfPages {
  const pdf = new PDFDocument({
    size: 'A4',
    margin: 0,
    autoFirstPage: false,
    lang: 'en',
    displayTitle: true,
    pdfVersion: '1.7',
    info: { Title: title, Subject: subtitle, Author: author, Producer: 'Carapace', Creator: 'Carapace' },
  })
  const widths = new Map<string, number>()
  const total = pdf.ref({
    Type: 'XObject',
    Subtype: 'Form',
    BBox: [0, -4, 2 * totalWidth, 12],
    Resources: {
      Font: { F: { Type: 'Font', Subtype: 'Type1', BaseFont: theme.fonts.pdf.regular, Encoding: 'WinAnsiEncoding' } },
    },
  })
  let layout: Layout = 'portrait'
  let number = 0
  let isChanged = false

  function printed(text: string): string {
    const { text: plain, isChanged: differs } = printable(text)
    isChanged ||= differs
    return plain
  }
  const font = ({ size: points, isBold }: TextOptions): Pdf =>
    pdf.font(isBold ? theme.fonts.pdf.bold : theme.fonts.pdf.regular).fontSize(points)
  function measure(options: TextOptions): Measure {
    const prefix = `${options.size}${options.isBold ? 'b' : 'r'} `
    return (text) => {
      const known = widths.get(prefix + text)
      if (known !== undefined) return known
      if (widths.size >= mostWidths) widths.clear()
      const width = font(options).widthOfString(text)
      widths.set(prefix + text, width)
      return width
    }
  }
  function write(line: string, x: number, y: number, options: TextOptions): void {
    if (options.colour) pdf.fillColor(`#${options.colour}`)
    font(options).text(line, x, y, { lineBreak: false })
    if (options.colour) pdf.fillColor('black')
  }

  const pages: PdfPages = {
    pdf,
    theme,
    y: margin.top,
    left: margin.side,
    top: margin.top,
    get number() {
      return number
    },
    get isChanged() {
      return isChanged
    },
    get layout() {
      return layout
    },
    get width() {
      return pageSize(layout).width - 2 * margin.side
    },
    room: () => pageSize(layout).height - margin.bottom - pages.y,
    body: () => pageSize(layout).height - margin.bottom - margin.top,
    addPage(next = layout) {
      layout = next
      pdf.addPage({ size: 'A4', layout, margin: 0 })
      number += 1
      pages.y = margin.top
      if (number > 1) frame()
    },
    printed,
    measure,
    write,
    paragraph(text, { indent = 0, fill, ...options }) {
      const x = pages.left + indent
      const width = pages.width - indent
      const height = lineHeight(options)
      for (const line of linesOf(printed(text), width - (fill ? 8 : 0), measure(options))) {
        if (pages.room() < height) pages.addPage()
        if (fill)
          pdf
            .rect(x, pages.y - 1, width, height + 0.5)
            .fill(`#${fill}`)
            .fillColor('black')
        write(line, fill ? x + 4 : x, pages.y, options)
        pages.y += height
      }
    },
    keepOpen() {
      const { page } = pdf
      const end = page.end.bind(page)
      page.end = () => undefined
      const held = { layout, number, y: pages.y }
      return (writeLater) => {
        const now = { page: pdf.page, layout, number, y: pages.y }
        pdf.page = page
        layout = held.layout
        number = held.number
        pages.y = held.y
        writeLater()
        end()
        pdf.page = now.page
        layout = now.layout
        number = now.number
        pages.y = now.y
      }
    },
    end() {
      total.end(`BT ${rgb(theme.colours.muted)} rg /F ${size.small} Tf 0 0 Td (of ${number}) Tj ET`)
      pdf.end()
    },
  }

  /** Writes header and footer of a page. The number of pages is a form that is written when the number is known. */
  function frame(): void {
    const look = { size: size.small, colour: theme.colours.muted }
    const { width, height } = pageSize(layout)
    const right = width - margin.side
    const below = height - margin.bottom + 20
    const fitting = (text: string, most: number) => linesOf(printed(text), most, measure(look))[0]!
    const rightAligned = (text: string, y: number) => write(text, right - measure(look)(text), y, look)
    const organisation = fitting(theme.organisation, 160)
    write(fitting(`${title} · ${subtitle}`, right - margin.side - 180), margin.side, 36, look)
    rightAligned(organisation, 36)
    write(fitting(`${id} · ${version}`, (right - margin.side) / 2 - 70), margin.side, below, look)
    const confidentiality = printed(theme.confidentiality)
    write(confidentiality, (width - measure(look)(confidentiality)) / 2, below, look)
    const page = `Page ${number} `
    write(page, right - totalWidth - measure(look)(page), below, look)
    pdf.page.xobjects.Total = total
    pdf.addContent(`q 1 0 0 -1 ${right - totalWidth} ${below + ascent * size.small} cm /Total Do Q`)
    for (const y of [48, below - 5])
      pdf.lineWidth(0.5).strokeColor(`#${theme.colours.line}`).moveTo(margin.side, y).lineTo(right, y).stroke()
  }

  return pages
}

function pageSize(layout: Layout): { width: number; height: number } {
  return layout === 'portrait' ? a4 : { width: a4.height, height: a4.width }
}

const rgb = (colour: string) =>
  [0, 2, 4].map((i) => (Number.parseInt(colour.slice(i, i + 2), 16) / 255).toFixed(3)).join(' ')

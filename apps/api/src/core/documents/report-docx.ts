import {
  type Block,
  type Report,
  type ReportCell,
  textOfCell,
  type Tone,
  toneFills,
  toneOfCell,
} from '@carapace/shared/core/documents/report'
import { xmlText } from '@carapace/shared/core/documents/xml-text'
import { entry, packageEntries, relationsXml, xmlHead } from './ooxml.ts'
import { zipOf } from './zip-writer.ts'

const main = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
/** A4 on its side: twentieths of a point, and what is left between the margins. */
const page = { width: 16_838, height: 11_906, margin: 850 }
const inner = page.width - 2 * page.margin

/**
 * A report as a Word document (ECMA-376, WordprocessingML), written as it is made: headings that Word lists, and tables
 * whose first row is repeated.
 */
export function reportAsDocument(report: Report): AsyncGenerator<Uint8Array> {
  const document = { file: 'word/document.xml', type: 'wordprocessingml.document.main' }
  const styles = { file: 'word/styles.xml', type: 'wordprocessingml.styles' }
  return zipOf([
    ...packageEntries(document, [styles]),
    entry('word/_rels/document.xml.rels', relationsXml([['rId1', 'styles', 'styles.xml']])),
    entry(styles.file, stylesXml()),
    { name: document.file, content: () => bodyXml(report) },
  ])
}

function stylesXml(): string {
  const style = (id: string, name: string, size: number, more = '') =>
    `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/>${more}<w:rPr><w:b/><w:sz w:val="${size * 2}"/></w:rPr></w:style>`
  const heading = (level: number, size: number) =>
    style(
      `Heading${level}`,
      `heading ${level}`,
      size,
      `<w:basedOn w:val="Normal"/><w:next w:val="Normal"/><w:pPr><w:keepNext/><w:spacing w:before="240" w:after="80"/><w:outlineLvl w:val="${level - 1}"/></w:pPr>`,
    )
  return (
    `<w:styles xmlns:w="${main}"><w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Calibri" w:hAnsi="Calibri" w:cs="Calibri"/><w:sz w:val="18"/></w:rPr></w:rPrDefault><w:pPrDefault><w:pPr><w:spacing w:after="60"/></w:pPr></w:pPrDefault></w:docDefaults>` +
    `<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>${style('Title', 'Title', 26)}${heading(1, 18)}${heading(2, 13)}</w:styles>`
  )
}

async function* bodyXml({ title, subtitle, facts, sections }: Report): AsyncGenerator<string> {
  yield `${xmlHead}<w:document xmlns:w="${main}"><w:body>${paragraph(title, { style: 'Title' })}${paragraph(subtitle)}`
  yield* blockXml({ is: 'facts', facts })
  for (const section of sections) {
    yield paragraph(section.title, { style: 'Heading1', isOnNewPage: true })
    for await (const block of section.blocks()) yield* blockXml(block)
  }
  yield `<w:sectPr><w:pgSz w:w="${page.width}" w:h="${page.height}" w:orient="landscape"/><w:pgMar w:top="${page.margin}" w:right="${page.margin}" w:bottom="${page.margin}" w:left="${page.margin}" w:header="400" w:footer="400" w:gutter="0"/></w:sectPr></w:body></w:document>`
}

async function* blockXml(block: Block): AsyncGenerator<string> {
  switch (block.is) {
    case 'heading':
      return void (yield paragraph(block.text, { style: 'Heading2' }))
    case 'text':
      return void (yield paragraph(block.text, { tone: block.tone }))
    case 'facts':
      return void (yield block.facts.map(([name, value]) => paragraph(`${name}: ${value}`)).join(''))
    case 'outline':
      return void (yield block.lines
        .map(({ depth, text }) => paragraph(text, { indent: 360 * Math.min(depth, 20) }))
        .join(''))
    case 'table': {
      const sum = block.columns.reduce((all, { width }) => all + width, 0)
      const widths = block.columns.map(({ width }) => Math.floor((inner * width) / sum))
      const edge = (side: string) => `<w:${side} w:val="single" w:sz="4" w:space="0" w:color="C5CBD3"/>`
      yield `<w:tbl><w:tblPr><w:tblW w:w="${inner}" w:type="dxa"/><w:tblBorders>${['top', 'left', 'bottom', 'right', 'insideH', 'insideV'].map(edge).join('')}</w:tblBorders><w:tblLayout w:type="fixed"/></w:tblPr><w:tblGrid>${widths.map((width) => `<w:gridCol w:w="${width}"/>`).join('')}</w:tblGrid>`
      yield rowXml(
        block.columns.map(({ title }) => title),
        widths,
        true,
      )
      for await (const row of block.rows) yield rowXml(row, widths, false)
      // a table that ends a document, or meets another, needs a paragraph after it
      yield `</w:tbl>${paragraph('')}`
    }
  }
}

function rowXml(row: readonly ReportCell[], widths: readonly number[], isHead: boolean): string {
  const cells = row.map((cell, i) => {
    const tone = toneOfCell(cell)
    const fill = isHead ? 'E4E8EC' : tone && toneFills[tone]
    return `<w:tc><w:tcPr><w:tcW w:w="${widths[i]}" w:type="dxa"/>${fill ? `<w:shd w:val="clear" w:color="auto" w:fill="${fill}"/>` : ''}</w:tcPr>${paragraph(textOfCell(cell), { isStrong: isHead })}</w:tc>`
  })
  return `<w:tr><w:trPr><w:cantSplit/>${isHead ? '<w:tblHeader/>' : ''}</w:trPr>${cells.join('')}</w:tr>`
}

interface Look {
  readonly style?: string
  readonly isStrong?: boolean
  readonly isOnNewPage?: boolean
  readonly indent?: number
  readonly tone?: Tone | undefined
}

function paragraph(text: string, { style, isStrong, isOnNewPage, indent, tone }: Look = {}): string {
  const looks = `${style ? `<w:pStyle w:val="${style}"/>` : ''}${isOnNewPage ? '<w:pageBreakBefore/>' : ''}${tone ? `<w:shd w:val="clear" w:color="auto" w:fill="${toneFills[tone]}"/>` : ''}${indent ? `<w:ind w:left="${indent}"/>` : ''}`
  const runs = text
    .split('\n')
    .map((line, i) => `${i > 0 ? '<w:br/>' : ''}<w:t xml:space="preserve">${xmlText(line)}</w:t>`)
    .join('')
  return `<w:p>${looks && `<w:pPr>${looks}</w:pPr>`}<w:r>${isStrong ? '<w:rPr><w:b/></w:rPr>' : ''}${runs}</w:r></w:p>`
}

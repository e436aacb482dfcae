import {
  approvalColumns,
  type Block,
  identityFacts,
  numberedTitle,
  placesTable,
  type Report,
  type ReportFacts,
} from '@carapace/shared/core/documents/report'
import { defaultTheme, type Theme } from '@carapace/shared/core/documents/theme'
import { matrixXml, treeXml } from './docx-figures.ts'
import { mapXml } from './docx-map.ts'
import { footerXml, headerXml, settingsXml, stylesXml, wordMain } from './docx-parts.ts'
import { field, type Layout, paragraph, run, sectionXml, tableXml } from './docx-xml.ts'
import { corePropertiesXml, entry, officeRelations, packageEntries, relationsXml, xmlHead } from './ooxml.ts'
import { zipOf } from './zip-writer.ts'

const layouts = ['portrait', 'landscape'] as const
const drawingNames = Object.entries({
  w: wordMain,
  r: officeRelations,
  mc: 'http://schemas.openxmlformats.org/markup-compatibility/2006',
  wp: 'http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing',
  a: 'http://schemas.openxmlformats.org/drawingml/2006/main',
  wpg: 'http://schemas.microsoft.com/office/word/2010/wordprocessingGroup',
  wps: 'http://schemas.microsoft.com/office/word/2010/wordprocessingShape',
})
  .map(([name, space]) => `xmlns:${name}="${space}"`)
  .join(' ')

/** A report as a Word document (ECMA-376, WordprocessingML), streamed (rules DOCUMENT-31, DOCUMENT-26). */
export function reportAsDocument(report: Report, theme: Theme = defaultTheme): AsyncGenerator<Uint8Array> {
  const word = (name: string, type: string) => ({ file: `word/${name}.xml`, type: `wordprocessingml.${type}` })
  const document = word('document', 'document.main')
  const styles = word('styles', 'styles')
  const settings = word('settings', 'settings')
  const margins = layouts.flatMap((layout) => [
    {
      ...word(`${layout}Header`, 'header'),
      id: `${layout}Header`,
      of: 'header',
      xml: headerXml(report, theme, layout),
    },
    {
      ...word(`${layout}Footer`, 'footer'),
      id: `${layout}Footer`,
      of: 'footer',
      xml: footerXml(report, theme, layout),
    },
  ])
  return zipOf([
    ...packageEntries(document, [styles, settings, ...margins], corePropertiesXml(report)),
    entry(
      'word/_rels/document.xml.rels',
      relationsXml([
        ['rId1', 'styles', 'styles.xml'],
        ['rId2', 'settings', 'settings.xml'],
        ...margins.map(({ id, of }): [string, string, string] => [id, of, `${id}.xml`]),
      ]),
    ),
    entry(styles.file, stylesXml(theme)),
    entry(settings.file, settingsXml()),
    ...margins.map(({ file, xml }) => entry(file, xml)),
    { name: document.file, content: () => documentXml(report, theme) },
  ])
}

async function* documentXml(report: Report, theme: Theme): AsyncGenerator<string> {
  yield `${xmlHead}<w:document ${drawingNames}><w:body>`
  yield* frontXml(report, theme)
  let layout: Layout = 'portrait'
  let isFront = true
  let id = 1_000
  for (const [i, section] of report.sections.entries()) {
    if (isFront || section.layout !== layout) {
      yield `<w:p><w:pPr>${sectionXml(layout, { hasCover: isFront })}</w:pPr></w:p>`
      isFront = false
      layout = section.layout
    }
    yield chapterXml(numberedTitle(section, i), i)
    for await (const block of section.blocks()) yield* blockXml(block, { layout, theme, nextId: () => (id += 1) })
  }
  yield `${sectionXml(layout, { hasCover: isFront })}</w:body></w:document>`
}

/** The title of a section, with the bookmark that the contents link to. */
function chapterXml(title: string, index: number): string {
  const mark = `w:id="${index}"`
  return (
    `<w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr>` +
    `<w:bookmarkStart ${mark} w:name="${placeOf(index)}"/>${run(title)}<w:bookmarkEnd ${mark}/></w:p>`
  )
}

const placeOf = (index: number) => `_Toc${1_000 + index}`

/** Cover, approval block and contents. */
async function* frontXml(report: Report, theme: Theme): AsyncGenerator<string> {
  yield paragraph(theme.organisation, { isStrong: true, size: 13, colour: theme.colours.muted })
  yield paragraph(report.title, { style: 'Title' }) + paragraph(report.subtitle, { style: 'Subtitle' })
  yield factsXml(identityFacts(report, theme), theme) + paragraph('') + factsXml(report.facts, theme)
  const hasApprovals = report.approvals.length > 0
  if (hasApprovals) {
    yield paragraph('Approval', { style: 'FrontTitle', isOnNewPage: true })
    const rows = report.approvals.map(({ role, name, date, note }) => [role, name, date, note, ''])
    yield* tableXml(approvalColumns, rows, { layout: 'portrait', theme, leastRowHeight: 600 })
  }
  yield paragraph('Contents', { style: 'FrontTitle', isOnNewPage: !hasApprovals })
  yield contentsXml(report)
}

/** A line for each section. Its page number is a field, because only office programs know the page. */
function contentsXml({ sections }: Report): string {
  return sections
    .map((section, i) => {
      const title = `${run(numberedTitle(section, i))}<w:r><w:tab/></w:r>` + field(`PAGEREF ${placeOf(i)} \\h`, '')
      return (
        `<w:p><w:pPr><w:pStyle w:val="TOC1"/></w:pPr>` +
        `<w:hyperlink w:anchor="${placeOf(i)}" w:history="1">${title}</w:hyperlink></w:p>`
      )
    })
    .join('')
}

interface BlockOptions {
  readonly layout: Layout
  readonly theme: Theme
  readonly nextId: () => number
}

async function* blockXml(block: Block, options: BlockOptions): AsyncGenerator<string> {
  const { theme } = options
  switch (block.is) {
    case 'heading':
      return void (yield paragraph(block.text, { style: 'Heading2' }))
    case 'text':
      return void (yield paragraph(block.text, { isKeptWithNext: true, fill: block.tone && theme.fills[block.tone] }))
    case 'facts':
      return void (yield factsXml(block.facts, theme))
    case 'matrix':
      return void (yield matrixXml(block, options))
    case 'tree':
      return void (yield treeXml(block, options))
    case 'map': {
      yield await mapXml(block, options)
      const { columns, rows } = placesTable(block)
      return yield* tableXml(columns, rows, options)
    }
    case 'table':
      yield* tableXml(block.columns, block.rows, options)
  }
}

function factsXml(facts: ReportFacts, { colours }: Theme): string {
  return facts.map(([name, value]) => `<w:p>${run(`${name}: `, { colour: colours.muted })}${run(value)}</w:p>`).join('')
}

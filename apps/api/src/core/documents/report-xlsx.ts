import {
  approvalColumns,
  type Block,
  identityFacts,
  matrixTable,
  placesTable,
  type Report,
  type ReportFacts,
  textOfCell,
  textOfNode,
  toneOfCell,
} from '@carapace/shared/core/documents/report'
import { defaultTheme, type Theme } from '@carapace/shared/core/documents/theme'
import { corePropertiesXml } from './ooxml.ts'
import { type PrintOptions, type Sheet, type SheetRow, workbookOf } from './xlsx-writer.ts'

/**
 * A report as a workbook: a cover with the approval block, then one sheet per section (rules DOCUMENT-31,
 * DOCUMENT-26).
 */
export function reportAsWorkbook(report: Report, theme: Theme = defaultTheme): AsyncGenerator<Uint8Array> {
  const { title, subtitle, document } = report
  const print = (layout: PrintOptions['layout']): PrintOptions => ({
    layout,
    header: [title, subtitle, theme.organisation],
    footer: [`${document.id} · ${document.version}`, theme.confidentiality],
  })
  const cover: Sheet = {
    name: 'Report',
    widths: [28, 80, 20, 24, 24],
    print: print('portrait'),
    rows: () => coverRows(report, theme),
  }
  const sections = report.sections.map((section): Sheet => ({
    name: section.title,
    widths: [16, 40, 24, 24, 24, 24, 16, 16, 16, 16, 16, 24],
    print: print(section.layout),
    async *rows() {
      for await (const block of section.blocks()) {
        yield* rowsOf(block)
        yield []
      }
    },
  }))
  return workbookOf([cover, ...sections], { theme, properties: corePropertiesXml(report) })
}

function* coverRows(report: Report, theme: Theme): Generator<SheetRow> {
  yield [{ value: report.title, look: 'strong' }]
  yield [report.subtitle]
  yield []
  yield* factRows(identityFacts(report, theme))
  yield []
  yield* factRows(report.facts)
  if (report.approvals.length === 0) return
  yield []
  yield headRow(approvalColumns)
  for (const { role, name, date, note } of report.approvals) yield [role, name, date, note]
}

async function* rowsOf(block: Block): AsyncGenerator<SheetRow> {
  switch (block.is) {
    case 'heading':
      return void (yield [{ value: block.text, look: 'strong' }])
    case 'text':
      return void (yield [{ value: block.text, look: block.tone }])
    case 'facts':
      yield* factRows(block.facts)
      return
    case 'tree':
      for (const node of block.nodes) yield [`${'    '.repeat(node.depth)}${textOfNode(node)}`]
      return
    case 'matrix':
      return void (yield* rowsOf(matrixTable(block)))
    case 'map':
      return void (yield* rowsOf(placesTable(block)))
    case 'table':
      yield headRow(block.columns)
      for await (const row of block.rows) yield row.map((cell) => ({ value: textOfCell(cell), look: toneOfCell(cell) }))
  }
}

const headRow = (columns: readonly { readonly title: string }[]): SheetRow =>
  columns.map(({ title }) => ({ value: title, look: 'head' as const }))

const factRows = (facts: ReportFacts): SheetRow[] =>
  facts.map(([name, value]) => [{ value: name, look: 'strong' }, value])

import { type Block, type Report, textOfCell, toneOfCell } from '@carapace/shared/core/documents/report'
import { type Sheet, type SheetRow, workbookOf } from './xlsx-writer.ts'

/** A report as a workbook: a sheet for each of its sections. */
export function reportAsWorkbook(report: Report): AsyncGenerator<Uint8Array> {
  const cover: Sheet = {
    name: 'Report',
    widths: [28, 80],
    rows: () => [
      [{ value: report.title, look: 'strong' }],
      [report.subtitle],
      [],
      ...report.facts.map(([name, value]): SheetRow => [{ value: name, look: 'strong' }, value]),
    ],
  }
  return workbookOf([
    cover,
    ...report.sections.map(({ title, blocks }): Sheet => ({
      name: title,
      widths: [16, 40, 24, 24, 24, 24, 16, 16, 16, 16, 16, 24],
      async *rows() {
        for await (const block of blocks()) {
          yield* rowsOf(block)
          yield []
        }
      },
    })),
  ])
}

async function* rowsOf(block: Block): AsyncGenerator<SheetRow> {
  switch (block.is) {
    case 'heading':
      return void (yield [{ value: block.text, look: 'strong' }])
    case 'text':
      return void (yield [{ value: block.text, look: block.tone }])
    case 'facts':
      for (const [name, value] of block.facts) yield [{ value: name, look: 'strong' }, value]
      return
    case 'outline':
      for (const { depth, text } of block.lines) yield [`${'    '.repeat(depth)}${text}`]
      return
    case 'table':
      yield block.columns.map(({ title }) => ({ value: title, look: 'head' as const }))
      for await (const row of block.rows) yield row.map((cell) => ({ value: textOfCell(cell), look: toneOfCell(cell) }))
  }
}

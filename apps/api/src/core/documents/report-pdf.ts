import { setImmediate } from 'node:timers/promises'
import { type Block, numberedTitle, type Report } from '@carapace/shared/core/documents/report'
import { defaultTheme, type Theme } from '@carapace/shared/core/documents/theme'
import { matrixHeight, picturesOf, writeMatrix, writeTree } from './pdf-figures.ts'
import {
  type ContentsLine,
  holdContents,
  writeApprovals,
  writeContents,
  writeCover,
  writeFacts,
  writeTitle,
} from './pdf-front.ts'
import { openPages, type PdfPages, size } from './pdf-pages.ts'
import { writeTable } from './pdf-table.ts'

/** A section begins on the page of the one before where so much of the page is left. */
const leastRoom = 0.3
/** Points below a heading, so that it stays with what it heads. */
const roomBelowHeading = 90
const missingCharacters =
  "Characters that this PDF's fonts do not have are printed as a question mark. The Word and Excel forms of this " +
  'report have them.'

/** A report as a PDF, page by page as it is made (rules EX20, EX23, EX26). */
export async function* reportAsPdf(report: Report, theme: Theme = defaultTheme): AsyncGenerator<Uint8Array> {
  const pages = openPages(report, theme)
  writeCover(pages, report)
  pages.addPage()
  await writeApprovals(pages, report)
  const held = holdContents(pages, report)
  const contents: ContentsLine[] = []
  for (const index of report.sections.keys()) yield* section(pages, report, index, contents)
  if (pages.isChanged) pages.paragraph(missingCharacters, { size: size.text })
  writeContents(pages, held, contents)
  pages.end()
  for await (const chunk of pages.pdf) yield chunk as Uint8Array
}

async function* section(
  pages: PdfPages,
  report: Report,
  index: number,
  contents: ContentsLine[],
): AsyncGenerator<Uint8Array> {
  const { layout, blocks } = report.sections[index]!
  if (index === 0 || layout !== pages.layout || pages.room() < leastRoom * pages.body()) pages.addPage(layout)
  else pages.y += 16
  const title = numberedTitle(report.sections[index]!, index)
  const place = `section-${index + 1}`
  const outline = pages.pdf.outline.addItem(pages.printed(title))
  pages.pdf.addNamedDestination(place, 'XYZ', 0, pages.y - 6, null)
  contents.push({ title, page: pages.number, place, depth: 0 })
  writeTitle(pages, title)
  for await (const { heading, blocks: headed } of headedBlocks(blocks())) {
    if (heading !== undefined) {
      writeHeading(pages, heading, headed)
      const within = `${place}-${contents.length}`
      contents.push({ title: heading, page: pages.number, place: within, depth: 1 })
      pages.pdf.addNamedDestination(within, 'XYZ', 0, pages.y - 24, null)
      outline.addItem(pages.printed(heading))
    }
    for (const block of headed) for await (const _ of written(pages, block)) yield* ready(pages)
    yield* ready(pages)
  }
}

type Headed = Exclude<Block, { is: 'heading' }>

/** A heading with the texts below it and the block that follows these: what stays on one page where it can. */
async function* headedBlocks(
  blocks: AsyncIterable<Block> | Iterable<Block>,
): AsyncGenerator<{ heading: string | undefined; blocks: Headed[] }> {
  let heading: string | undefined
  let held: Headed[] = []
  for await (const block of blocks) {
    if (block.is === 'heading') {
      if (heading !== undefined) yield { heading, blocks: held }
      heading = block.text
      held = []
    } else {
      held.push(block)
      if (heading !== undefined && block.is === 'text') continue
      yield { heading, blocks: held }
      heading = undefined
      held = []
    }
  }
  if (heading !== undefined) yield { heading, blocks: held }
}

function writeHeading(pages: PdfPages, text: string, headed: readonly Headed[]): void {
  const needed = headed.reduce((sum, block) => sum + leastHeight(pages, block), roomBelowHeading)
  if (pages.room() < Math.min(needed, pages.body())) pages.addPage()
  else pages.y += 6
  pages.paragraph(text, { size: size.heading, isBold: true })
  pages.y += 4
}

/** Points of a block that stay with its heading. */
function leastHeight(pages: PdfPages, block: Headed): number {
  if (block.is === 'matrix') return matrixHeight(block) - roomBelowHeading / 2
  if (block.is === 'tree') return (picturesOf(pages, block)[0]?.height ?? 0) - roomBelowHeading / 2
  return block.is === 'text' ? 16 : 0
}

/** Writes a block; comes back now and then, so that others have their turn. */
async function* written(pages: PdfPages, block: Headed): AsyncGenerator<void> {
  switch (block.is) {
    case 'text':
      pages.paragraph(block.text, { size: size.text, fill: block.tone && pages.theme.fills[block.tone] })
      pages.y += 5
      return
    case 'facts':
      return writeFacts(pages, block.facts)
    case 'matrix':
      return writeMatrix(pages, block)
    case 'tree':
      writeTree(pages, block)
      return void (await setImmediate())
    case 'table':
      yield* writeTable(pages, block)
  }
}

/** What is finished so far: it leaves before more is made. */
function* ready({ pdf }: PdfPages): Generator<Uint8Array> {
  for (let chunk = pdf.read() as Uint8Array | null; chunk !== null; chunk = pdf.read() as Uint8Array | null) yield chunk
}

import { setImmediate } from 'node:timers/promises'
import { type Block, numberedTitle, placesTable, type Report } from '@carapace/shared/core/documents/report'
import { linesOf } from '@carapace/shared/core/documents/text-lines'
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
import { mapHeight, writeMap } from './pdf-map.ts'
import { lineHeight, openPages, type PdfPages, size } from './pdf-pages.ts'
import { tableHeight, writeTable } from './pdf-table.ts'

/** A section begins on the page of the previous section if at least this fraction of the page is free. */
const leastRoom = 0.3
/** Height of a heading with the space around it, in points. */
const headingHeight = 26
/** A text of at most this many characters is kept on one page with the block that follows it. */
const mostMeasured = 2_000
const missingCharacters =
  "Characters that this PDF's fonts do not have are printed as a question mark. The Word and Excel forms of this " +
  'report have them.'

/** A report as a PDF, streamed page by page (rules DOCUMENT-31, DOCUMENT-23, DOCUMENT-26). */
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
  let begun: SectionPlace | undefined
  for await (const { heading, blocks } of groups(report.sections[index]!.blocks())) {
    const needed = blocks.reduce(
      (sum, block) => sum + leastHeight(pages, block),
      heading === undefined ? 0 : headingHeight,
    )
    begun ??= beginSection(pages, report, index, contents, needed)
    if (pages.room() < Math.min(needed, pages.body())) pages.addPage()
    if (heading !== undefined) writeHeading(pages, heading, begun, contents)
    for (const block of blocks) for await (const _ of written(pages, block)) yield* ready(pages)
    yield* ready(pages)
  }
  if (!begun) beginSection(pages, report, index, contents, 0)
}

interface SectionPlace {
  readonly index: number
  /** The name of the destination that the contents link to. */
  readonly place: string
  readonly outline: PDFKit.PDFOutline
}

/** Writes a section's title: on a new page if little of the current one is free, or the layout differs. */
function beginSection(
  pages: PdfPages,
  report: Report,
  index: number,
  contents: ContentsLine[],
  needed: number,
): SectionPlace {
  const { layout } = report.sections[index]!
  const least = Math.max(leastRoom * pages.body(), needed + 50)
  if (index === 0 || layout !== pages.layout || pages.room() < least) pages.addPage(layout)
  else pages.y += 16
  const title = numberedTitle(report.sections[index]!, index)
  const place = `section-${index + 1}`
  const outline = pages.pdf.outline.addItem(pages.printed(title))
  pages.pdf.addNamedDestination(place, 'XYZ', 0, pages.y - 6, null)
  contents.push({ title, page: pages.number, place, depth: 0, section: index })
  writeTitle(pages, title)
  return { index, place, outline }
}

function writeHeading(
  pages: PdfPages,
  text: string,
  { index, place, outline }: SectionPlace,
  contents: ContentsLine[],
): void {
  if (pages.y > pages.top) pages.y += 6
  const within = `${place}-${contents.length}`
  contents.push({ title: text, page: pages.number, place: within, depth: 1, section: index })
  pages.pdf.addNamedDestination(within, 'XYZ', 0, pages.y - 6, null)
  outline.addItem(pages.printed(text))
  pages.paragraph(text, { size: size.heading, isBold: true })
  pages.y += 4
}

type Content = Exclude<Block, { is: 'heading' }>

/** Groups blocks that must begin on the same page: an optional heading, the texts below it, and the next block. */
async function* groups(
  blocks: AsyncIterable<Block> | Iterable<Block>,
): AsyncGenerator<{ heading: string | undefined; blocks: Content[] }> {
  let heading: string | undefined
  let held: Content[] = []
  for await (const block of blocks) {
    if (block.is !== 'heading') held.push(block)
    if (block.is === 'text' || (block.is === 'heading' && heading === undefined && held.length === 0)) {
      if (block.is === 'heading') heading = block.text
      continue
    }
    yield { heading, blocks: held }
    heading = block.is === 'heading' ? block.text : undefined
    held = []
  }
  if (heading !== undefined || held.length > 0) yield { heading, blocks: held }
}

/** Height that a block needs to begin, in points: all of a figure or a small table, else some lines. */
function leastHeight(pages: PdfPages, block: Content): number {
  switch (block.is) {
    case 'text':
      return textHeight(pages, block.text)
    case 'matrix':
      return matrixHeight(block)
    case 'tree':
      return picturesOf(pages, block)[0]!.height + 40
    case 'map':
      return mapHeight(pages)
    case 'table':
      return tableHeight(pages, block)
    case 'facts':
      return 30
  }
}

/** Height of a text, in points; of a text longer than a page, the height of some lines. */
function textHeight(pages: PdfPages, text: string): number {
  const options = { size: size.text }
  const lines =
    text.length > mostMeasured ? 3 : linesOf(pages.printed(text), pages.width, pages.measure(options)).length
  return lines * lineHeight(options) + 5
}

/** Writes a block; yields from time to time, so that other work can run. */
async function* written(pages: PdfPages, block: Content): AsyncGenerator<void> {
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
      await setImmediate()
      return
    case 'map':
      await writeMap(pages, block)
      return yield* writeTable(pages, placesTable(block))
    case 'table':
      yield* writeTable(pages, block)
  }
}

/** The output that is finished so far, so that it is sent before more is made. */
function* ready({ pdf }: PdfPages): Generator<Uint8Array> {
  for (let chunk = pdf.read() as Uint8Array | null; chunk !== null; chunk = pdf.read() as Uint8Array | null) yield chunk
}

import { type BlockOf, textOfNode } from '@carapace/shared/core/documents/report'
import { linesOf } from '@carapace/shared/core/documents/text-lines'
import {
  boxesOf,
  boxPad,
  boxText,
  middleOf,
  pictureTitle,
  treePictures,
  type TreeBox,
  type TreePicture,
  turnOf,
} from '@carapace/shared/core/documents/tree-picture'
import { lineHeight, type PdfPages, size } from './pdf-pages.ts'

const cellHeight = 32
const titleWidth = 76
const text = { size: size.cell }
const strong = { size: size.cell, isBold: true }

/** Height of a matrix, in points. */
export const matrixHeight = ({ rows }: BlockOf<'matrix'>) => 28 + rows.length * cellHeight

/** Writes a matrix as a grid: cell texts large, their notes small, tones as fill colours. */
export function writeMatrix(pages: PdfPages, { corner, columns, rows }: BlockOf<'matrix'>): void {
  if (pages.room() < 18 + rows.length * cellHeight) pages.addPage()
  const width = Math.min(110, (pages.width - titleWidth) / columns.length)
  const { pdf, theme } = pages
  centred(pages, corner, pages.left, pages.y + 4, titleWidth, strong)
  for (const [i, title] of columns.entries())
    centred(pages, title, pages.left + titleWidth + i * width, pages.y + 4, width, strong)
  pages.y += 18
  for (const { title, cells } of rows) {
    centred(pages, title, pages.left, pages.y + cellHeight / 2 - 5, titleWidth, strong)
    for (const [i, { text: count, note, tone }] of cells.entries()) {
      const x = pages.left + titleWidth + i * width
      pdf.rect(x, pages.y, width, cellHeight).lineWidth(1).fillAndStroke(`#${theme.fills[tone]}`, 'white')
      pdf.fillColor('black')
      if (count) centred(pages, count, x, pages.y + 4, width, { size: 12, isBold: true })
      const noteY = pages.y + (count ? 19 : 11)
      centred(pages, note, x, noteY, width, { ...text, colour: theme.colours.muted })
    }
    pages.y += cellHeight
  }
  pages.y += 10
}

function centred(
  pages: PdfPages,
  words: string,
  x: number,
  y: number,
  width: number,
  options: { size: number; isBold?: boolean; colour?: string },
): void {
  const measure = pages.measure(options)
  const [line] = linesOf(pages.printed(words), width - 4, measure)
  pages.write(line!, x + (width - measure(line!)) / 2, y, options)
}

/** Divides a tree into pictures that each fit on a page, below a heading and above a line of text. */
export function picturesOf(pages: PdfPages, { nodes }: BlockOf<'tree'>): TreePicture[] {
  const room = { width: pages.width, height: pages.body() - 60 }
  const printed = nodes.map((node) => ({ ...node, label: pages.printed(node.label) }))
  return treePictures(printed, room, pages.measure({ size: boxText, isBold: true }))
}

/** Writes a tree as pictures, then a list of its nodes with their details, indented. */
export function writeTree(pages: PdfPages, block: BlockOf<'tree'>): void {
  const pictures = picturesOf(pages, block)
  for (const [i, picture] of pictures.entries())
    writePicture(pages, pictureTitle(block.title, i, pictures.length), picture)
  for (const node of block.nodes) {
    pages.paragraph(textOfNode(node), { size: size.cell, indent: 12 * Math.min(node.depth, 20) })
    pages.y += 1.5
  }
  pages.y += 6
}

function writePicture(pages: PdfPages, words: string, { root, height }: TreePicture): void {
  const caption = { size: size.small, colour: pages.theme.colours.muted }
  if (pages.room() < height + lineHeight(caption) + 8) pages.addPage()
  const { pdf, theme } = pages
  pdf.save().translate(pages.left, pages.y)
  pdf.lineJoin('round')
  for (const box of boxesOf(root)) edges(pages, box)
  for (const box of boxesOf(root)) writeBox(pages, box)
  pdf.restore()
  pages.y += height + 6
  pages.paragraph(words, { size: size.small, colour: theme.colours.muted })
  pages.y += 6
}

/** Lines from a box to its children, and the gate that combines them where the lines divide. */
function edges(pages: PdfPages, box: TreeBox): void {
  const { pdf, theme } = pages
  const turn = turnOf(box)
  const from = middleOf(box)
  for (const child of box.children) {
    const to = middleOf(child)
    pdf.lineWidth(child.node.isStrong ? 1.6 : 0.8).strokeColor(`#${theme.colours.accent}`)
    pdf
      .moveTo(box.x + box.width, from)
      .lineTo(turn, from)
      .lineTo(turn, to)
      .lineTo(child.x, to)
      .stroke()
  }
  const { gate } = box.node
  if (gate === undefined || box.children.length === 0) return
  pdf.roundedRect(turn - 11, from - 7, 22, 14, 7).lineWidth(0.8)
  pdf.fillAndStroke('white', `#${theme.colours.accent}`).fillColor('black')
  centred(pages, gate, turn - 15, from - 4.4, 30, { size: boxText, isBold: true })
}

function writeBox(pages: PdfPages, { x, y, width, height, lines, note, node }: TreeBox): void {
  const { pdf, theme } = pages
  const fill = node.tone ? `#${theme.fills[node.tone]}` : 'white'
  pdf.roundedRect(x, y, width, height, 3).lineWidth(node.isStrong ? 1.6 : 0.8)
  pdf.fillAndStroke(fill, `#${theme.colours.accent}`).fillColor('black')
  const bold = { size: boxText, isBold: true }
  for (const [i, line] of lines.entries()) pages.write(line, x + boxPad, y + boxPad + i * lineHeight(bold), bold)
  if (note !== undefined)
    pages.write(pages.printed(note), x + boxPad, y + boxPad + lines.length * lineHeight(bold), { size: boxText })
}

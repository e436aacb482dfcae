import { type BlockOf, textOfNode } from '@carapace/shared/core/documents/report'
import type { Point } from '@carapace/shared/core/documents/map-picture'
import {
  boxesOf,
  boxText,
  middleOf,
  pictureTitle,
  treePictures,
  type TreeBox,
  type TreePicture,
  turnOf,
} from '@carapace/shared/core/documents/tree-picture'
import { drawingXml, type FigureOptions, pathsXml, preset, shapeXml } from './docx-drawing.ts'
import { cellXml, heightOf, paragraph, tableHead, widthOf } from './docx-xml.ts'

/** The weight of a line, in points. */
const weightOf = (isStrong: boolean | undefined) => (isStrong ? 1.5 : 0.75)
/** Approximate width of a bold text, in points, whatever the font. */
const widthOfText = (text: string) => text.length * boxText * 0.58

/** A matrix as a table of coloured cells: counts large, notes small. */
export function matrixXml({ corner, columns, rows }: BlockOf<'matrix'>, { layout, theme }: FigureOptions): string {
  const titleWidth = 1_700
  const width = Math.min(2_000, Math.floor((widthOf(layout) - titleWidth) / columns.length))
  const widths = [titleWidth, ...columns.map(() => width)]
  const title = (text: string) =>
    paragraph(text, { style: 'TableText', isStrong: true, align: 'center', isKeptWithNext: true })
  const line = (cells: readonly string[], height = 300) =>
    `<w:tr><w:trPr><w:cantSplit/><w:trHeight w:val="${height}"/></w:trPr>${cells.join('')}</w:tr>`
  const head = [corner, ...columns].map((text, i) => cellXml(widths[i]!, theme.colours.head, title(text)))
  const body = rows.map((row) => {
    const cells = [
      cellXml(titleWidth, theme.colours.head, title(row.title)),
      ...row.cells.map(({ text, note, tone }) => {
        const count = paragraph(text, { isStrong: true, align: 'center', size: 12, isKeptWithNext: true })
        const words = { style: 'TableText', align: 'center', colour: theme.colours.muted } as const
        return cellXml(width, theme.fills[tone], `${text ? count : ''}${paragraph(note, words)}`)
      }),
    ]
    return line(cells, 620)
  })
  const whole = widths.reduce((sum, one) => sum + one, 0)
  return `${tableHead(widths, whole, theme)}${line(head)}${body.join('')}</w:tbl>${paragraph('')}`
}

/** A tree as pictures made of shapes (DrawingML), then a list of its nodes with their details, indented. */
export function treeXml({ title, nodes }: BlockOf<'tree'>, options: FigureOptions): string {
  // points; a heading, and the title of the picture, stay on the same page as the picture
  const room = { width: widthOf(options.layout) / 20, height: heightOf(options.layout) / 20 - 70 }
  const pictures = treePictures(nodes, room, widthOfText)
  const drawn = pictures.map((picture, i) => pictureXml(picture, pictureTitle(title, i, pictures.length), options))
  const details = nodes.map((node) =>
    paragraph(textOfNode(node), { style: 'Detail', indent: 240 * Math.min(node.depth, 20) }),
  )
  return `${drawn.join('')}${details.join('')}${paragraph('')}`
}

function pictureXml({ root, width, height }: TreePicture, title: string, options: FigureOptions): string {
  const boxes = boxesOf(root)
  const shapes = [
    edgesXml(boxes, { width, height }, false, options),
    edgesXml(boxes, { width, height }, true, options),
    ...boxes.map((box) => boxXml(box, options)),
    ...boxes.map((box) => gateXml(box, options)),
  ].join('')
  const about = `${title}: a tree. Its nodes are listed below it.`
  return drawingXml({ width, height, title, about, shapes }, options)
}

/** All connecting lines of one weight as one shape. */
function edgesXml(
  boxes: readonly TreeBox[],
  size: { width: number; height: number },
  isStrong: boolean,
  options: FigureOptions,
): string {
  const lines = boxes.flatMap((box) =>
    box.children
      .filter((child) => Boolean(child.node.isStrong) === isStrong)
      .map((child): Point[] => {
        const [from, to, turn] = [middleOf(box), middleOf(child), turnOf(box)]
        return [
          [box.x + box.width, from],
          [turn, from],
          [turn, to],
          [child.x, to],
        ]
      }),
  )
  if (lines.length === 0) return ''
  const look = { geometry: pathsXml(lines, size), weight: weightOf(isStrong), fill: undefined, text: '' }
  return shapeXml({ x: 0, y: 0, ...size }, look, options)
}

function boxXml(box: TreeBox, options: FigureOptions): string {
  const { node, lines, note } = box
  const text =
    paragraph(lines.join(' '), { style: 'Detail', isStrong: true, size: boxText }) +
    (note === undefined ? '' : paragraph(note, { style: 'Detail', size: boxText }))
  const fill = node.tone ? options.theme.fills[node.tone] : 'FFFFFF'
  return shapeXml(box, { geometry: preset('roundRect'), weight: weightOf(node.isStrong), fill, text }, options)
}

function gateXml(box: TreeBox, options: FigureOptions): string {
  const { gate } = box.node
  if (gate === undefined || box.children.length === 0) return ''
  const place = { x: turnOf(box) - 12, y: middleOf(box) - 8, width: 24, height: 16 }
  const text = paragraph(gate, { style: 'Detail', isStrong: true, size: boxText, align: 'center' })
  return shapeXml(
    place,
    { geometry: preset('roundRect'), weight: weightOf(false), fill: 'FFFFFF', text, isTight: true },
    options,
  )
}

import { type BlockOf, textOfNode } from '@carapace/shared/core/documents/report'
import type { Theme } from '@carapace/shared/core/documents/theme'
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
import { xmlText } from '@carapace/shared/core/documents/xml-text'
import { cellXml, heightOf, type Layout, paragraph, tableHead, widthOf } from './docx-xml.ts'

interface FigureOptions {
  readonly layout: Layout
  readonly theme: Theme
  /** A number that no other picture in the document has. */
  readonly nextId: () => number
}

/** Points as English Metric Units, the unit of DrawingML. */
const emu = (points: number) => Math.round(points * 12_700)
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
  const { theme, nextId } = options
  const boxes = boxesOf(root)
  const size = `cx="${emu(width)}" cy="${emu(height)}"`
  const shapes = [
    edgesXml(boxes, { width, height }, false, options),
    edgesXml(boxes, { width, height }, true, options),
    ...boxes.map((box) => boxXml(box, options)),
    ...boxes.map((box) => gateXml(box, options)),
  ].join('')
  const about = `name="${xmlText(title)}" descr="${xmlText(`${title}: a tree. Its nodes are listed below it.`)}"`
  const drawing =
    `<w:drawing><wp:inline distT="0" distB="0" distL="0" distR="0"><wp:extent ${size}/>` +
    `<wp:docPr id="${nextId()}" ${about}/><wp:cNvGraphicFramePr/>` +
    '<a:graphic><a:graphicData uri="http://schemas.microsoft.com/office/word/2010/wordprocessingGroup"><wpg:wgp><wpg:cNvGrpSpPr/>' +
    `<wpg:grpSpPr><a:xfrm><a:off x="0" y="0"/><a:ext ${size}/><a:chOff x="0" y="0"/><a:chExt ${size}/>` +
    `</a:xfrm></wpg:grpSpPr>${shapes}</wpg:wgp></a:graphicData></a:graphic></wp:inline></w:drawing>`
  return (
    `<w:p><w:pPr><w:keepNext/></w:pPr><w:r><mc:AlternateContent><mc:Choice Requires="wpg">` +
    `${drawing}</mc:Choice></mc:AlternateContent></w:r></w:p>` +
    paragraph(title, { style: 'Caption', colour: theme.colours.muted })
  )
}

/** All connecting lines of one weight as one shape. */
function edgesXml(
  boxes: readonly TreeBox[],
  size: { width: number; height: number },
  isStrong: boolean,
  options: FigureOptions,
): string {
  const point = (x: number, y: number) => `<a:pt x="${emu(x)}" y="${emu(y)}"/>`
  const lines = boxes.flatMap((box) =>
    box.children
      .filter((child) => Boolean(child.node.isStrong) === isStrong)
      .map((child) => {
        const [from, to, turn] = [middleOf(box), middleOf(child), turnOf(box)]
        const corners = [point(turn, from), point(turn, to), point(child.x, to)]
        return (
          `<a:moveTo>${point(box.x + box.width, from)}</a:moveTo>` +
          corners.map((one) => `<a:lnTo>${one}</a:lnTo>`).join('')
        )
      }),
  )
  if (lines.length === 0) return ''
  const path = `<a:path w="${emu(size.width)}" h="${emu(size.height)}" fill="none">${lines.join('')}</a:path>`
  const geometry =
    `<a:custGeom><a:avLst/><a:gdLst/><a:ahLst/><a:cxnLst/>` +
    `<a:rect l="0" t="0" r="r" b="b"/><a:pathLst>${path}</a:pathLst></a:custGeom>`
  return shapeXml({ x: 0, y: 0, ...size }, { geometry, isStrong, fill: undefined, text: '' }, options)
}

function boxXml(box: TreeBox, options: FigureOptions): string {
  const { node, lines, note } = box
  const text =
    paragraph(lines.join(' '), { style: 'Detail', isStrong: true, size: boxText }) +
    (note === undefined ? '' : paragraph(note, { style: 'Detail', size: boxText }))
  const fill = node.tone ? options.theme.fills[node.tone] : 'FFFFFF'
  return shapeXml(box, { geometry: preset('roundRect'), isStrong: Boolean(node.isStrong), fill, text }, options)
}

function gateXml(box: TreeBox, options: FigureOptions): string {
  const { gate } = box.node
  if (gate === undefined || box.children.length === 0) return ''
  const place = { x: turnOf(box) - 12, y: middleOf(box) - 8, width: 24, height: 16 }
  const text = paragraph(gate, { style: 'Detail', isStrong: true, size: boxText, align: 'center' })
  return shapeXml(
    place,
    { geometry: preset('roundRect'), isStrong: false, fill: 'FFFFFF', text, isTight: true },
    options,
  )
}

const preset = (name: string) => `<a:prstGeom prst="${name}"><a:avLst/></a:prstGeom>`

interface Shape {
  readonly geometry: string
  readonly isStrong: boolean
  /** RRGGBB. */
  readonly fill: string | undefined
  readonly text: string
  readonly isTight?: boolean
}

function shapeXml(
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
  { geometry, isStrong, fill, text, isTight }: Shape,
  { theme, nextId }: FigureOptions,
): string {
  const id = nextId()
  const colour = (value: string) => `<a:solidFill><a:srgbClr val="${value}"/></a:solidFill>`
  const inset = emu(isTight ? 0 : boxPad / 2)
  const size = `<a:ext cx="${emu(width)}" cy="${emu(height)}"/>`
  const place = `<a:xfrm><a:off x="${emu(x)}" y="${emu(y)}"/>${size}</a:xfrm>`
  return (
    `<wps:wsp><wps:cNvPr id="${id}" name="Shape ${id}"/><wps:cNvSpPr/><wps:spPr>` +
    `${place}${geometry}${fill ? colour(fill) : '<a:noFill/>'}` +
    `<a:ln w="${isStrong ? 19_050 : 9_525}">${colour(theme.colours.accent)}</a:ln></wps:spPr>` +
    (text && `<wps:txbx><w:txbxContent>${text}</w:txbxContent></wps:txbx>`) +
    `<wps:bodyPr wrap="square" lIns="${inset}" tIns="${inset}" rIns="${inset}" bIns="${inset}" anchor="ctr"/></wps:wsp>`
  )
}

import type { Point } from '@carapace/shared/core/documents/map-picture'
import type { Theme } from '@carapace/shared/core/documents/theme'
import { boxPad } from '@carapace/shared/core/documents/tree-picture'
import { xmlText } from '@carapace/shared/core/documents/xml-text'
import { type Layout, paragraph } from './docx-xml.ts'

export interface FigureOptions {
  readonly layout: Layout
  readonly theme: Theme
  /** A number that no other picture in the document has. */
  readonly nextId: () => number
}

interface Size {
  readonly width: number
  readonly height: number
}

/** Points as English Metric Units, the unit of DrawingML. */
const emu = (points: number) => Math.round(points * 12_700)

interface Drawing extends Size {
  readonly title: string
  /** What it shows, for readers who do not see it. */
  readonly about: string
  readonly shapes: string
}

/** A picture made of shapes, on the same page as its title below it. */
export function drawingXml({ width, height, title, about, shapes }: Drawing, { theme, nextId }: FigureOptions): string {
  const size = `cx="${emu(width)}" cy="${emu(height)}"`
  const drawing =
    `<w:drawing><wp:inline distT="0" distB="0" distL="0" distR="0"><wp:extent ${size}/>` +
    `<wp:docPr id="${nextId()}" name="${xmlText(title)}" descr="${xmlText(about)}"/><wp:cNvGraphicFramePr/>` +
    '<a:graphic><a:graphicData uri="http://schemas.microsoft.com/office/word/2010/wordprocessingGroup"><wpg:wgp><wpg:cNvGrpSpPr/>' +
    `<wpg:grpSpPr><a:xfrm><a:off x="0" y="0"/><a:ext ${size}/><a:chOff x="0" y="0"/><a:chExt ${size}/>` +
    `</a:xfrm></wpg:grpSpPr>${shapes}</wpg:wgp></a:graphicData></a:graphic></wp:inline></w:drawing>`
  return (
    `<w:p><w:pPr><w:keepNext/></w:pPr><w:r><mc:AlternateContent><mc:Choice Requires="wpg">` +
    `${drawing}</mc:Choice></mc:AlternateContent></w:r></w:p>` +
    paragraph(title, { style: 'Caption', colour: theme.colours.muted })
  )
}

/** Lines as the geometry of one shape. */
export function pathsXml(lines: readonly (readonly Point[])[], { width, height }: Size): string {
  const drawn = lines.map((line) =>
    line
      .map(([x, y], i) => {
        const point = `<a:pt x="${emu(x)}" y="${emu(y)}"/>`
        return i === 0 ? `<a:moveTo>${point}</a:moveTo>` : `<a:lnTo>${point}</a:lnTo>`
      })
      .join(''),
  )
  const path = `<a:path w="${emu(width)}" h="${emu(height)}" fill="none">${drawn.join('')}</a:path>`
  return (
    `<a:custGeom><a:avLst/><a:gdLst/><a:ahLst/><a:cxnLst/>` +
    `<a:rect l="0" t="0" r="r" b="b"/><a:pathLst>${path}</a:pathLst></a:custGeom>`
  )
}

/** A shape that office programs know. */
export const preset = (name: string) => `<a:prstGeom prst="${name}"><a:avLst/></a:prstGeom>`

interface Shape {
  readonly geometry: string
  /** Of its line, in points; 0: it has none. */
  readonly weight: number
  /** Of its line, RRGGBB; the theme's accent if left out. */
  readonly colour?: string
  /** RRGGBB. */
  readonly fill: string | undefined
  readonly text: string
  readonly isTight?: boolean
}

export function shapeXml(
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
  { geometry, weight, colour, fill, text, isTight }: Shape,
  { theme, nextId }: FigureOptions,
): string {
  const id = nextId()
  const stroke = colour ?? theme.colours.accent
  const solid = (value: string) => `<a:solidFill><a:srgbClr val="${value}"/></a:solidFill>`
  const inset = emu(isTight ? 0 : boxPad / 2)
  const size = `<a:ext cx="${emu(width)}" cy="${emu(height)}"/>`
  const place = `<a:xfrm><a:off x="${emu(x)}" y="${emu(y)}"/>${size}</a:xfrm>`
  return (
    `<wps:wsp><wps:cNvPr id="${id}" name="Shape ${id}"/><wps:cNvSpPr/><wps:spPr>` +
    `${place}${geometry}${fill ? solid(fill) : '<a:noFill/>'}` +
    `<a:ln w="${emu(weight)}">${weight === 0 ? '<a:noFill/>' : solid(stroke)}</a:ln></wps:spPr>` +
    (text && `<wps:txbx><w:txbxContent>${text}</w:txbxContent></wps:txbx>`) +
    `<wps:bodyPr wrap="square" lIns="${inset}" tIns="${inset}" rIns="${inset}" bIns="${inset}" anchor="ctr"/></wps:wsp>`
  )
}

import {
  type MapPicture,
  mapPicture,
  mapText,
  markRadius,
  type Point,
} from '@carapace/shared/core/documents/map-picture'
import type { BlockOf } from '@carapace/shared/core/documents/report'
import { drawingXml, type FigureOptions, pathsXml, preset, shapeXml } from './docx-drawing.ts'
import { paragraph, widthOf } from './docx-xml.ts'
import { worldOutlines } from './outlines.ts'

/** A map made of shapes (DrawingML), and its caption; the table of its places follows. */
export async function mapXml(block: BlockOf<'map'>, options: FigureOptions): Promise<string> {
  const picture = mapPicture(block, await worldOutlines(), widthOf(options.layout) / 20)
  const about = `${block.title}: a map. Its places are listed below it.`
  return drawingXml({ ...picture, title: block.title, about, shapes: shapesOf(picture, options) }, options)
}

function shapesOf(picture: MapPicture, options: FigureOptions): string {
  const { width, height, grid, outlines, lines, marks, scale } = picture
  const { colours, fills } = options.theme
  const whole = { x: 0, y: 0, width, height }
  const drawn = (paths: readonly (readonly Point[])[], colour: string, weight: number) =>
    paths.length === 0
      ? ''
      : shapeXml(whole, { geometry: pathsXml(paths, whole), colour, weight, fill: undefined, text: '' }, options)
  const label = (text: string, at: Point) =>
    shapeXml(
      { x: at[0], y: at[1], width: 60, height: mapText + 4 },
      { geometry: preset('rect'), weight: 0, fill: undefined, isTight: true, text: smallText(text, colours.muted) },
      options,
    )
  const right = width - 10
  const bar: Point[] = [
    [right - scale.width, 8],
    [right - scale.width, 12],
    [right, 12],
    [right, 8],
  ]
  return [
    shapeXml(
      whole,
      { geometry: preset('rect'), colour: colours.line, weight: 0.8, fill: fills.faint, text: '' },
      options,
    ),
    drawn(
      grid.map(({ line }) => line),
      colours.line,
      0.4,
    ),
    drawn(outlines, colours.muted, 0.7),
    drawn(lines, colours.accent, 1.6),
    ...grid.map(({ line: [[x, y], [, end]], text }) =>
      label(text, y === end ? [x + 3, y - mapText - 5] : [x + 3, height - mapText - 6]),
    ),
    ...marks.map(({ at: [x, y], text, tone }) =>
      shapeXml(
        { x: x - markRadius - 1, y: y - markRadius - 1, width: 2 * markRadius + 2, height: 2 * markRadius + 2 },
        { geometry: preset('ellipse'), weight: 0.8, fill: fills[tone], isTight: true, text: markText(text) },
        options,
      ),
    ),
    drawn([bar], colours.accent, 1),
    label(scale.text, [right - scale.width, 14]),
  ].join('')
}

const smallText = (text: string, colour: string) => paragraph(text, { style: 'Detail', size: mapText, colour })
const markText = (text: string) => paragraph(text, { style: 'Detail', isStrong: true, size: mapText, align: 'center' })

import { mapPicture, mapText, markRadius, type Point } from '@carapace/shared/core/documents/map-picture'
import type { BlockOf } from '@carapace/shared/core/documents/report'
import { worldOutlines } from './outlines.ts'
import { lineHeight, type PdfPages, size } from './pdf-pages.ts'

const captionRoom = 22

/** Height of a map with its caption, in points. */
export const mapHeight = (pages: PdfPages) =>
  pictureOf(pages, { is: 'map', title: '', lines: [], places: [] }, []).height

const pictureOf = (pages: PdfPages, block: BlockOf<'map'>, outlines: Parameters<typeof mapPicture>[1]) =>
  mapPicture(block, outlines, pages.width)

/** Writes a map and its caption; the table of its places follows. */
export async function writeMap(pages: PdfPages, block: BlockOf<'map'>): Promise<void> {
  const picture = pictureOf(pages, block, await worldOutlines())
  const { width, height, grid, outlines, lines, marks, scale } = picture
  if (pages.room() < height + captionRoom) pages.addPage()
  const { pdf, theme } = pages
  const { accent, muted, line: faint } = theme.colours
  const path = (points: readonly Point[]) => {
    for (const [i, [x, y]] of points.entries())
      if (i === 0) pdf.moveTo(x, y)
      else pdf.lineTo(x, y)
  }
  pdf.save().translate(pages.left, pages.y).lineJoin('round')
  pdf.rect(0, 0, width, height).fill(`#${theme.fills.faint}`)
  for (const { line } of grid) path(line)
  pdf.lineWidth(0.4).strokeColor(`#${faint}`).stroke()
  for (const line of outlines) path(line)
  if (outlines.length > 0) pdf.lineWidth(0.7).strokeColor(`#${muted}`).stroke()
  for (const line of lines) path(line)
  if (lines.length > 0) pdf.lineWidth(1.6).strokeColor(`#${accent}`).stroke()
  const small = { size: mapText, colour: muted }
  for (const { line, text } of grid) {
    const [[x, y], [, end]] = line
    pages.write(pages.printed(text), x + 3, y === end ? y - mapText - 2 : height - mapText - 3, small)
  }
  for (const { at, text, tone } of marks) {
    pdf.circle(at[0], at[1], markRadius).lineWidth(0.8).fillAndStroke(`#${theme.fills[tone]}`, `#${accent}`)
    const bold = { size: mapText, isBold: true }
    pages.write(text, at[0] - pages.measure(bold)(text) / 2, at[1] - mapText / 2, { ...bold, colour: accent })
  }
  const [right, bar] = [width - 10, 12]
  path([
    [right - scale.width, bar - 4],
    [right - scale.width, bar],
    [right, bar],
    [right, bar - 4],
  ])
  pdf.lineWidth(1).strokeColor(`#${accent}`).stroke()
  pages.write(scale.text, right - pages.measure(small)(scale.text), bar + 3, small)
  pdf.rect(0, 0, width, height).lineWidth(0.8).strokeColor(`#${faint}`).stroke()
  pdf.restore().fillColor('black')
  pages.y += height + 4
  pages.paragraph(block.title, { size: size.small, colour: muted })
  pages.y += captionRoom - 4 - lineHeight({ size: size.small })
}

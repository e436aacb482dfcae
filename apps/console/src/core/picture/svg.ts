import { xmlText } from '@carapace/shared/core/documents/xml-text'

/** A mark of a picture, which is drawn from the model: nothing of the page gets into the file (rule DIAGRAM-9). */
export type Mark =
  | {
      readonly as: 'box'
      readonly x: number
      readonly y: number
      readonly width: number
      readonly height: number
      readonly radius?: number
      readonly fill?: string
      readonly line?: string
      readonly weight?: number
      readonly dashes?: string
    }
  | {
      readonly as: 'path'
      readonly points: string
      readonly line: string
      readonly weight?: number
      readonly dashes?: string
      readonly fill?: string
    }
  | {
      readonly as: 'text'
      readonly x: number
      readonly y: number
      readonly text: string
      readonly fill: string
      readonly size?: number
      readonly weight?: number
      readonly anchor?: 'start' | 'middle' | 'end'
      readonly isMono?: boolean
      readonly most?: number
    }

export interface Picture {
  readonly title: string
  readonly marks: readonly Mark[]
  readonly background: string
}

const margin = 24

/** The picture as an SVG document. The colours must be resolved already. */
export function svgOf({ title, marks, background }: Picture): string {
  const { x, y, width, height } = extentOf(marks)
  const drawn = marks.map(markup).join('\n')
  const font = 'font-family="Inter, Helvetica, Arial, sans-serif"'
  return `<?xml version="1.0" encoding="UTF-8"?>
<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${x} ${y} ${width} ${height}" ${font}>
<title>${xmlText(title)}</title>
<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${xmlText(background)}"/>
${drawn}
</svg>
`
}

export function extentOf(marks: readonly Mark[]): { x: number; y: number; width: number; height: number } {
  const boxes = marks.flatMap((mark) => (mark.as === 'box' ? [mark] : []))
  const texts = marks.flatMap((mark) => (mark.as === 'text' ? [{ x: mark.x, y: mark.y, width: 0, height: 0 }] : []))
  const all = [...boxes, ...texts]
  if (all.length === 0) return { x: 0, y: 0, width: 2 * margin, height: 2 * margin }
  const left = Math.min(...all.map(({ x }) => x)) - margin
  const top = Math.min(...all.map(({ y }) => y)) - margin
  const right = Math.max(...all.map(({ x, width }) => x + width)) + margin
  const bottom = Math.max(...all.map(({ y, height }) => y + height)) + margin
  return { x: Math.floor(left), y: Math.floor(top), width: Math.ceil(right - left), height: Math.ceil(bottom - top) }
}

function markup(mark: Mark): string {
  if (mark.as === 'box') {
    const frame = { x: mark.x, y: mark.y, width: mark.width, height: mark.height, rx: mark.radius }
    return `<rect ${attributes({ ...frame, fill: mark.fill ?? 'none', ...stroke(mark) })}/>`
  }
  if (mark.as === 'path') return `<path ${attributes({ d: mark.points, fill: mark.fill ?? 'none', ...stroke(mark) })}/>`
  const { x, y, text, fill, size = 13, weight, anchor, isMono, most } = mark
  const family = isMono ? 'JetBrains Mono, Menlo, monospace' : undefined
  const font = { 'font-size': size, 'font-weight': weight, 'text-anchor': anchor, 'font-family': family }
  const shown = most === undefined ? text : fitted(text, most, size)
  return `<text ${attributes({ x, y, fill, ...font })}>${xmlText(shown)}</text>`
}

function stroke({
  line,
  weight,
  dashes,
}: {
  readonly line?: string
  readonly weight?: number
  readonly dashes?: string
}) {
  return line === undefined ? {} : { stroke: line, 'stroke-width': weight ?? 1, 'stroke-dasharray': dashes }
}

function attributes(all: Readonly<Record<string, string | number | undefined>>): string {
  return Object.entries(all)
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}="${xmlText(String(value))}"`]))
    .join(' ')
}

/** The beginning of a text that fits a width, by the average character width of Inter. */
export function fitted(text: string, width: number, size = 13): string {
  const most = Math.max(1, Math.floor(width / (size * 0.54)))
  return text.length <= most ? text : `${text.slice(0, most - 1).trimEnd()}…`
}

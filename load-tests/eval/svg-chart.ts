/** A line of a chart; `x` and `y` in the units of the axes. */
export interface ChartLine {
  readonly name: string
  readonly points: readonly (readonly [x: number, y: number])[]
}

export interface ChartAxes {
  readonly title: string
  readonly x: string
  readonly y: string
  /** The end of the x axis, which begins at 0; the y axis goes from 0 to 1. */
  readonly xMost: number
}

const width = 760
const height = 420
const plot = { left: 56, top: 44, width: 460, height: 320 } as const
const ticks = 5
/** Distinguishable also without colours: each has another pattern of dashes. */
const strokes = [
  ['#1769aa', ''],
  ['#c2410c', '7 3'],
  ['#15803d', '2 3'],
  ['#7e22ce', '9 3 2 3'],
  ['#b91c1c', '4 4'],
  ['#0e7490', '12 4'],
  ['#854d0e', '1 4'],
  ['#be185d', '6 2 1 2'],
  ['#374151', '3 1'],
  ['#4d7c0f', '10 2'],
] as const

/** Returns a chart of lines as an SVG picture. */
export function svgChart(axes: ChartAxes, lines: readonly ChartLine[]): string {
  const x = (value: number) => plot.left + (Math.min(value, axes.xMost) / axes.xMost) * plot.width
  const y = (value: number) => plot.top + (1 - value) * plot.height
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`,
    ' font-family="sans-serif" font-size="12" fill="#1f2937">',
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    text(plot.left, 24, axes.title, 'font-size="15" font-weight="600"'),
    ...Array.from({ length: ticks + 1 }, (_, i) => grid(i / ticks, axes.xMost, x, y)).flat(),
    text(plot.left + plot.width / 2, plot.top + plot.height + 38, axes.x, 'text-anchor="middle"'),
    text(0, 0, axes.y, `text-anchor="middle" transform="translate(16 ${plot.top + plot.height / 2}) rotate(-90)"`),
    ...lines.flatMap((line, i) => drawn(line, i, x, y)),
    '</svg>',
    '',
  ].join('\n')
}

type Scale = (value: number) => number

function grid(share: number, xMost: number, x: Scale, y: Scale): string[] {
  const [left, right] = [plot.left, plot.left + plot.width]
  const value = xMost * share
  return [
    `<path d="M${left} ${y(share)}H${right}M${x(value)} ${plot.top}V${plot.top + plot.height}" stroke="#e5e7eb"/>`,
    text(left - 6, y(share) + 4, share.toFixed(1), 'text-anchor="end"'),
    text(x(value), plot.top + plot.height + 18, String(Number(value.toPrecision(2))), 'text-anchor="middle"'),
  ]
}

function drawn({ name, points }: ChartLine, index: number, x: Scale, y: Scale): string[] {
  const [colour, dashes] = strokes[index % strokes.length]!
  const style = `stroke="${colour}" stroke-width="2" fill="none" stroke-dasharray="${dashes}"`
  const path = points.map(([px, py], i) => `${i === 0 ? 'M' : 'L'}${x(px).toFixed(1)} ${y(py).toFixed(1)}`).join('')
  const at = plot.top + 8 + index * 20
  const left = plot.left + plot.width + 16
  return [
    `<path d="${path}" ${style}/>`,
    ...points.map(([px, py]) => `<circle cx="${x(px).toFixed(1)}" cy="${y(py).toFixed(1)}" r="2" fill="${colour}"/>`),
    `<path d="M${left} ${at}h24" ${style}/>`,
    text(left + 30, at + 4, name, ''),
  ]
}

function text(x: number, y: number, value: string, more: string): string {
  const safe = value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return `<text x="${x}" y="${y}" ${more}>${safe}</text>`
}

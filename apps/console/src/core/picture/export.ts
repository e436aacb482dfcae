import { save } from '../call/download.ts'
import { extentOf, type Picture, svgOf } from './svg.ts'

/** The colours of the current theme. */
export interface Palette {
  readonly background: string
  readonly panel: string
  readonly soft: string
  readonly line: string
  readonly edge: string
  readonly text: string
  readonly second: string
  readonly third: string
  readonly accent: string
  readonly path: string
  readonly pathText: string
  readonly gate: string
  readonly empty: string
  readonly green: string
  readonly onGate: string
}

const tokens: Readonly<Record<keyof Palette, string>> = {
  background: '--bg-0',
  panel: '--bg-1',
  soft: '--bg-2',
  line: '--line-2',
  edge: '--control',
  text: '--text-1',
  second: '--text-2',
  third: '--text-3',
  accent: '--accent',
  path: '--high-f',
  pathText: '--high',
  gate: '--text-3',
  empty: '--bg-4',
  green: '--green',
  onGate: '--bg-1',
}

export function paletteNow(): Palette {
  const style = getComputedStyle(document.documentElement)
  return Object.fromEntries(
    Object.entries(tokens).map(([name, token]) => [name, style.getPropertyValue(token).trim()]),
  ) as unknown as Palette
}

export function exportSvg(picture: Picture): void {
  save(new Blob([svgOf(picture)], { type: 'image/svg+xml' }), `${fileName(picture.title)}.svg`)
}

/** Twice the screen resolution, within the maximum canvas size of browsers. */
const finest = 2
const mostPixels = 60_000_000

export async function exportPng(picture: Picture): Promise<void> {
  const { width, height } = extentOf(picture.marks)
  const scale = Math.min(finest, Math.sqrt(mostPixels / (width * height)))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width * scale))
  canvas.height = Math.max(1, Math.round(height * scale))
  canvas.getContext('2d')!.drawImage(await imageOf(svgOf(picture)), 0, 0, canvas.width, canvas.height)
  const file = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!file) throw new Error('The picture is too large for this browser. Export it as SVG.')
  save(file, `${fileName(picture.title)}.png`)
}

async function imageOf(svg: string): Promise<HTMLImageElement> {
  const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }))
  const image = new Image()
  image.src = url
  try {
    await image.decode()
    return image
  } finally {
    URL.revokeObjectURL(url)
  }
}

const fileName = (title: string) =>
  title
    .replaceAll(/[^\p{L}\p{N} ._-]+/gu, '')
    .trim()
    .slice(0, 80) || 'diagram'

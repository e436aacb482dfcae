import { faded, type MapColours } from './colours.ts'

/** A name drawn into the atlas: its place in atlas pixels, and its size on screen in CSS pixels. */
export interface Drawn {
  readonly u: number
  readonly v: number
  readonly width: number
  readonly height: number
}

export interface Atlas {
  readonly canvas: HTMLCanvasElement
  readonly ratio: number
  readonly names: readonly Drawn[]
}

const side = 1024
const lineHeight = 16
const font = '400 11.5px "Inter Variable", Inter, system-ui, sans-serif'

/**
 * Draws every name once, so that a frame only copies pictures. It needs no glyph files and no network, and supports any
 * script that the browser can draw.
 */
export function drawAtlas(names: readonly string[], colours: MapColours, ratio: number): Atlas {
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = side
  const context = canvas.getContext('2d')
  if (!context) return { canvas, ratio, names: [] }

  context.scale(ratio, ratio)
  context.font = font
  context.textBaseline = 'middle'
  context.lineJoin = 'round'
  context.lineWidth = 3
  context.strokeStyle = faded(colours.land, 0.85)
  context.fillStyle = colours.label
  let x = 0
  let y = 0
  const drawn = names.map((name) => {
    const width = Math.ceil(context.measureText(name).width) + 6
    if ((x + width) * ratio > side) {
      x = 0
      y += lineHeight
    }
    context.strokeText(name, x + 3, y + lineHeight / 2)
    context.fillText(name, x + 3, y + lineHeight / 2)
    const place = { u: x * ratio, v: y * ratio, width, height: lineHeight }
    x += width
    return place
  })
  return { canvas, ratio, names: drawn }
}

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
  readonly scale: number
  readonly names: readonly Drawn[]
}

/** Width and height in which all names fit at a desktop screen's size and two device pixels per CSS pixel. */
const leastSide = 1024
/** Every graphics card supports textures of this size. */
const mostSide = 4096
const lineHeight = 16
const font = '400 11.5px "Inter Variable", Inter, system-ui, sans-serif'

/**
 * Draws every name once, so that a frame only copies pictures. It needs no glyph files and no network, and supports any
 * script that the browser can draw. `ratio`: device pixels per CSS pixel; `scale`: the size relative to a desktop
 * screen's.
 */
export function drawAtlas(names: readonly string[], colours: MapColours, ratio: number, scale: number): Atlas {
  const dense = ratio * scale
  const side = sideFor(dense)
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = side
  const context = canvas.getContext('2d')
  if (!context) return { canvas, ratio, scale, names: [] }

  context.scale(dense, dense)
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
    if ((x + width) * dense > side) {
      x = 0
      y += lineHeight
    }
    context.strokeText(name, x + 3, y + lineHeight / 2)
    context.fillText(name, x + 3, y + lineHeight / 2)
    const place = { u: x * dense, v: y * dense, width: width * scale, height: lineHeight * scale }
    x += width
    return place
  })
  return { canvas, ratio, scale, names: drawn }
}

/** The width and height of an atlas: a power of two. */
function sideFor(dense: number): number {
  return Math.min(mostSide, Math.max(leastSide, leastSide * 2 ** Math.ceil(Math.log2(dense / 2))))
}

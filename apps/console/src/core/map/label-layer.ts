import { cities, leastRank } from './cities.ts'
import type { MapColours } from './colours.ts'
import { declutter, type Obstacles, type Wish } from './declutter.ts'
import { instanceAttributes, programOf } from './gl.ts'
import { type Atlas, drawAtlas, type Drawn } from './label-atlas.ts'
import type { CustomLayerInterface } from './maplibre.ts'
import { type Camera, screenOf, worldX, worldY } from './viewport.ts'

const vertex = `#version 300 es
in vec4 box; in vec4 cut;
uniform vec2 view;
out vec2 at;
void main() {
  vec2 corner = vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1));
  at = mix(cut.xy, cut.zw, corner);
  vec2 clip = mix(box.xy, box.zw, corner) / view * 2. - 1.;
  gl_Position = vec4(clip.x, -clip.y, 0., 1.);
}`
const fragment = `#version 300 es
precision mediump float;
in vec2 at; uniform sampler2D atlas; out vec4 colour;
void main() { colour = texture(atlas, at); }`

const places = cities.map(({ name, lon, lat, rank }) => ({ name, rank, x: worldX(lon), y: worldY(lat) }))
const floats = 8

interface LabelInput {
  readonly camera: () => Camera
  readonly colours: () => MapColours
  /** The areas that names must not touch. */
  readonly obstacles: () => Obstacles
  /** False while a tile source labels its own cities. */
  readonly wanted: () => boolean
  /** The size of the names relative to a desktop screen's; by default 1. */
  readonly scale?: () => number
}

/**
 * City names on the offline outlines, drawn below all data. Call `refresh` after a change of the theme or of the pixel
 * ratio.
 */
export function labelLayer({
  scale: scaleOf = () => 1,
  ...input
}: LabelInput): CustomLayerInterface & { refresh: () => void } {
  let atlas: Atlas | undefined
  let stale = true
  let program: WebGLProgram | undefined
  let texture: WebGLTexture | null = null
  let buffer: WebGLBuffer | null = null
  let array: WebGLVertexArrayObject | null = null
  const quads = new Float32Array(cities.length * floats)

  return {
    id: 'city-names',
    type: 'custom',
    refresh: () => {
      stale = true
    },
    onAdd(_map, gl) {
      program = programOf(gl, vertex, fragment)
      texture = gl.createTexture()
      buffer = gl.createBuffer()
      array = gl.createVertexArray()
      gl.bindVertexArray(array)
      gl.bindBuffer(gl.ARRAY_BUFFER, buffer)
      gl.bufferData(gl.ARRAY_BUFFER, quads.byteLength, gl.DYNAMIC_DRAW)
      instanceAttributes(gl, program, [
        ['box', 4],
        ['cut', 4],
      ])
      gl.bindVertexArray(null)
      stale = true
    },
    onRemove(_map, gl) {
      gl.deleteProgram(program ?? null)
      gl.deleteTexture(texture)
      gl.deleteBuffer(buffer)
      gl.deleteVertexArray(array)
    },
    render(gl) {
      if (!program || !input.wanted()) return
      const camera = input.camera()
      const ratio = gl.drawingBufferWidth / camera.width
      const scale = scaleOf()
      if (stale || !atlas || atlas.ratio !== ratio || atlas.scale !== scale) {
        atlas = drawAtlas(
          places.map(({ name }) => name),
          input.colours(),
          ratio,
          scale,
        )
        upload(gl, texture, atlas.canvas)
        stale = false
      }
      const count = layOut(quads, atlas, camera, input.obstacles())
      gl.useProgram(program)
      gl.uniform2f(gl.getUniformLocation(program, 'view'), camera.width, camera.height)
      gl.activeTexture(gl.TEXTURE0)
      gl.bindTexture(gl.TEXTURE_2D, texture)
      gl.uniform1i(gl.getUniformLocation(program, 'atlas'), 0)
      gl.bindVertexArray(array)
      gl.bindBuffer(gl.ARRAY_BUFFER, buffer)
      gl.bufferSubData(gl.ARRAY_BUFFER, 0, quads, 0, count * floats)
      gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, count)
      gl.bindVertexArray(null)
    },
  }
}

function upload(gl: WebGL2RenderingContext, texture: WebGLTexture | null, canvas: HTMLCanvasElement): void {
  gl.bindTexture(gl.TEXTURE_2D, texture)
  gl.pixelStorei(gl.UNPACK_FLIP_Y_WEBGL, false)
  gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, true)
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, canvas)
  for (const each of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER]) gl.texParameteri(gl.TEXTURE_2D, each, gl.LINEAR)
  for (const each of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T]) gl.texParameteri(gl.TEXTURE_2D, each, gl.CLAMP_TO_EDGE)
}

/** Writes the names that fit, aligned to whole pixels so that they stay sharp. Returns how many. */
function layOut(quads: Float32Array, atlas: Atlas, camera: Camera, obstacles: Obstacles): number {
  // larger names fit where a map of that much less detail has room for them
  const least = leastRank(Math.log2(camera.worldSize / 512 / atlas.scale))
  const candidates: { readonly wish: Wish; readonly drawn: Drawn }[] = []
  for (const [index, { rank, x, y }] of places.entries()) {
    const drawn = atlas.names[index]
    if (rank > least || !drawn) continue
    const { left, top } = screenOf(camera, x, y)
    if (left < -80 || top < -40 || left > camera.width + 80 || top > camera.height + 20) continue
    candidates.push({ drawn, wish: { left, top, width: drawn.width, height: drawn.height } })
  }
  const snap = (pixels: number) => Math.round(pixels * atlas.ratio) / atlas.ratio
  let count = 0
  for (const [index, box] of declutter(
    candidates.map(({ wish }) => wish),
    obstacles,
  ).entries()) {
    const drawn = candidates[index]?.drawn
    if (!box || !drawn) continue
    const left = snap(box.left)
    const top = snap(box.top)
    const right = drawn.u + drawn.width * atlas.ratio
    const bottom = drawn.v + drawn.height * atlas.ratio
    const side = atlas.canvas.width
    quads.set(
      [left, top, left + drawn.width, top + drawn.height, drawn.u / side, drawn.v / side, right / side, bottom / side],
      count++ * floats,
    )
  }
  return count
}

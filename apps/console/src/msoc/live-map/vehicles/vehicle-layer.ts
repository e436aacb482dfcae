import { type MapColours, rgba } from '../../../core/map/colours.ts'
import { instanceAttributes, programOf } from '../../../core/map/gl.ts'
import type { CustomLayerInterface } from '../../../core/map/maplibre.ts'
import { type Camera, visibleWorlds } from '../../../core/map/viewport.ts'
import { frontRow } from './front-row.ts'
import type { Shown } from './picking.ts'
import { stride, type VehicleStore } from './vehicle-store.ts'

/**
 * One quad per vehicle; the fragment shader cuts out the shape, so that its edge is smooth at any size and pixel ratio.
 * Drawn in two passes: first the healthy vehicles, then the few others, the worst last.
 */
const vertex = `#version 300 es
in vec4 place; in vec2 pose;
uniform vec4 centre; uniform vec2 view; uniform float world; uniform float scale; uniform bool front; uniform int shown;
out vec2 at; flat out int face; flat out float turn; flat out float radius;
const float sizes[4] = float[4](6.2, 9., 10., 3.6);
void main() {
  int code = int(pose.y);
  int health = code & 3;
  face = code >= 4 ? 3 : health;
  bool quiet = face == 3 || face == 0;
  if (pose.y < 0. || quiet == front || (shown & (1 << health)) == 0) { gl_Position = vec4(2., 2., 2., 1.); return; }
  radius = sizes[face] * scale;
  turn = pose.x;
  vec2 corner = vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1)) * 2. - 1.;
  at = corner * (radius + (quiet ? 1. : 2.5)); // only those in front have a halo
  vec2 pixels = ((place.xz - centre.xz) + (place.yw - centre.yw)) * world + at;
  gl_Position = vec4(pixels.x / view.x * 2., -pixels.y / view.y * 2., 0., 1.);
}`

const fragment = `#version 300 es
precision highp float;
in vec2 at; flat in int face; flat in float turn; flat in float radius;
uniform vec4 colours[4]; uniform vec4 halo; uniform float ratio;
out vec4 colour;
/* distance to an arrowhead that points up, in units of its half length */
float arrow(vec2 p) {
  p.x = abs(p.x);
  float side = dot(p - vec2(0., -1.), vec2(.931, -.365));
  float foot = dot(p - vec2(0., .5), vec2(-.437, .9));
  return max(side, foot);
}
void main() {
  vec2 p = at / radius;
  float d;
  if (face == 3) d = (abs(length(at) - radius + .7) - .7) / radius;
  else if (turn < -9.) d = length(p) - .55;
  else { float c = cos(turn), s = sin(turn); d = arrow(vec2(c * p.x + s * p.y, c * p.y - s * p.x)); }
  float pixels = d * radius * ratio;
  float body = clamp(.5 - pixels, 0., 1.) * colours[face].a;
  float edge = face == 0 || face == 3 ? 0. : clamp(.5 - (pixels - 1.3 * ratio), 0., 1.) * halo.a * (1. - body);
  colour = vec4(colours[face].rgb * body + halo.rgb * edge, body + edge);
  if (colour.a < .004) discard;
}`

interface VehicleInput {
  readonly store: VehicleStore
  readonly camera: () => Camera
  readonly colours: () => MapColours
  readonly shown: () => Shown
}

/**
 * Draws every vehicle in view directly from the store's columns: one upload of the changes and two draw calls per frame
 * (rule MAP-UI-15).
 */
export function vehicleLayer({ store, camera, colours, shown }: VehicleInput): CustomLayerInterface {
  let program: WebGLProgram | undefined
  let everyone: Instances | undefined
  let front: Instances | undefined
  let copy = new Float32Array(stride * 64)
  let inFront = 0
  let uploaded = 0

  function upload(gl: WebGL2RenderingContext): void {
    const dirty = store.takeDirty()
    if (!dirty && uploaded === store.capacity) return
    gl.bindBuffer(gl.ARRAY_BUFFER, everyone?.buffer ?? null)
    if (uploaded !== store.capacity) gl.bufferData(gl.ARRAY_BUFFER, store.instances, gl.DYNAMIC_DRAW)
    else if (dirty)
      gl.bufferSubData(
        gl.ARRAY_BUFFER,
        dirty[0] * stride * 4,
        store.instances,
        dirty[0] * stride,
        (dirty[1] - dirty[0]) * stride,
      )
    uploaded = store.capacity
    const row = frontRow(store, copy)
    copy = row.front
    inFront = row.count
    gl.bindBuffer(gl.ARRAY_BUFFER, front?.buffer ?? null)
    gl.bufferData(gl.ARRAY_BUFFER, copy, gl.DYNAMIC_DRAW, 0, inFront * stride)
  }

  return {
    id: 'vehicles',
    type: 'custom',
    onAdd(_map, gl) {
      program = programOf(gl, vertex, fragment)
      everyone = instancesOf(gl, program)
      front = instancesOf(gl, program)
      uploaded = 0
    },
    onRemove(_map, gl) {
      gl.deleteProgram(program ?? null)
      for (const each of [everyone, front]) {
        gl.deleteBuffer(each?.buffer ?? null)
        gl.deleteVertexArray(each?.array ?? null)
      }
    },
    render(gl) {
      if (!program || !everyone || !front) return
      upload(gl)
      gl.useProgram(program)
      setUniforms(gl, program, camera(), colours(), shown())
      for (const world of visibleWorlds(camera())) {
        setCentre(gl, program, camera(), world)
        draw(gl, program, everyone, store.end, false)
        draw(gl, program, front, inFront, true)
      }
      gl.bindVertexArray(null)
    },
  }
}

interface Instances {
  readonly buffer: WebGLBuffer | null
  readonly array: WebGLVertexArrayObject | null
}

function instancesOf(gl: WebGL2RenderingContext, program: WebGLProgram): Instances {
  const made = { buffer: gl.createBuffer(), array: gl.createVertexArray() }
  gl.bindVertexArray(made.array)
  gl.bindBuffer(gl.ARRAY_BUFFER, made.buffer)
  instanceAttributes(gl, program, [
    ['place', 4],
    ['pose', 2],
  ])
  gl.bindVertexArray(null)
  return made
}

function draw(
  gl: WebGL2RenderingContext,
  program: WebGLProgram,
  { array }: Instances,
  count: number,
  front: boolean,
): void {
  if (count === 0) return
  gl.bindVertexArray(array)
  gl.uniform1i(gl.getUniformLocation(program, 'front'), front ? 1 : 0)
  gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, count)
}

function setUniforms(
  gl: WebGL2RenderingContext,
  program: WebGLProgram,
  camera: Camera,
  colours: MapColours,
  shown: Shown,
): void {
  const at = (name: string) => gl.getUniformLocation(program, name)
  const zoom = Math.log2(camera.worldSize / 512)
  gl.uniform2f(at('view'), camera.width, camera.height)
  gl.uniform1f(at('world'), camera.worldSize)
  gl.uniform1f(at('scale'), Math.max(0.8, Math.min(1.4, 0.6 + zoom * 0.06)))
  gl.uniform1f(at('ratio'), gl.drawingBufferWidth / camera.width)
  gl.uniform1i(at('shown'), shown)
  gl.uniform4fv(at('halo'), rgba(colours.land, 0.9))
  gl.uniform4fv(at('colours'), [
    ...rgba(colours.healthy, 0.62),
    ...rgba(colours.degraded),
    ...rgba(colours.compromised),
    ...rgba(colours.offline),
  ])
}

/** Sets the centre. It is split into two floats like the positions, otherwise a street at zoom 18 would jitter. */
function setCentre(gl: WebGL2RenderingContext, program: WebGLProgram, camera: Camera, world: number): void {
  const x = camera.x - world
  gl.uniform4f(
    gl.getUniformLocation(program, 'centre'),
    x,
    x - Math.fround(x),
    camera.y,
    camera.y - Math.fround(camera.y),
  )
}

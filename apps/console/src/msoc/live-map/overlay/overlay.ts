import type { Health } from '@carapace/shared/msoc/severity'
import type { MapCluster } from '@carapace/shared/msoc/vehicles/vehicles.contract'
import { compact } from '../../../core/format/format.ts'
import { faded, type MapColours } from '../../../core/map/colours.ts'
import type { Box, Disc } from '../../../core/map/declutter.ts'
import { type Camera, screenOf, worldX, worldY } from '../../../core/map/viewport.ts'
import { type DrawnDraft, drawDraft } from '../geofences/draft-overlay.ts'
import { type Arc, bubbleRadius, passing, ringOf } from './clusters.ts'
import type { Shown } from '../vehicles/picking.ts'
import { type PulseSeverity, restingReach, type Ring } from '../alerts/pulses.ts'
import { type Trail, walk } from './trails.ts'

/** Minimum width on screen, px, at which an area is named: a smaller area is a dot. */
const leastAreaWidth = 48
/** Approximate width of a letter of an area's name, px. */
const areaLetter = 6

/** A cluster as it is drawn now. */
export interface Bubble {
  readonly cluster: MapCluster
  readonly left: number
  readonly top: number
  readonly radius: number
  readonly count: number
  readonly arcs: readonly Arc[]
}

/** A position in world units, with its mark. */
interface Mark {
  readonly x: number
  readonly y: number
}

/** An area's name, under the middle of its southern edge. */
interface AreaName extends Mark {
  readonly name: string
  /** Width of the area in world units. */
  readonly width: number
}

export interface OverlayScene {
  readonly camera: Camera
  readonly colours: MapColours
  readonly now: number
  readonly bubbles: readonly Bubble[]
  readonly trails: readonly { readonly trail: Trail; readonly selected: boolean }[]
  readonly rings: readonly (Mark & {
    readonly severity: PulseSeverity
    readonly rings: readonly Ring[]
    /** A compromised vehicle is drawn again here, so that no bubble hides it. */
    readonly arrow: { readonly headingDeg: number | null } | undefined
  })[]
  readonly areas: readonly AreaName[]
  /**
   * The selected vehicle; `ghost` is its health only if the vehicle layer does not draw it, because it is inside a
   * bubble or was filtered out.
   */
  readonly selected: (Mark & { readonly ghost: Health | undefined; readonly headingDeg: number | null }) | undefined
  readonly hovered: Mark | undefined
  readonly draft: DrawnDraft | undefined
}

/** The clusters on screen that pass the filter (rules MAP-UI-24 to MAP-UI-26). */
export function bubblesOn(camera: Camera, clusters: Iterable<MapCluster>, shown: Shown): Bubble[] {
  const bubbles: Bubble[] = []
  for (const cluster of clusters) {
    const { left, top } = screenOf(camera, worldX(cluster.lon), worldY(cluster.lat))
    if (left < -40 || top < -40 || left > camera.width + 40 || top > camera.height + 40) continue
    const shares = passing(cluster, shown)
    if (shares.count === 0) continue
    bubbles.push({ cluster, left, top, radius: bubbleRadius(shares.count), count: shares.count, arcs: ringOf(shares) })
  }
  return bubbles
}

/** The screen positions of the rings at rest: their animation moves no name. */
export function ringsOn(camera: Camera, rings: OverlayScene['rings']): Disc[] {
  return rings.map(({ x, y }) => ({ ...screenOf(camera, x, y), radius: restingReach }))
}

/** The screen positions of the area names. An area that is a dot at this zoom is not named. */
export function titlesOn(camera: Camera, areas: OverlayScene['areas']): (Box & { readonly name: string })[] {
  return areas
    .filter(({ width }) => width * camera.worldSize >= leastAreaWidth)
    .map(({ x, y, name }) => {
      const { left, top } = screenOf(camera, x, y)
      const half = (name.length * areaLetter) / 2
      return { name, left: left - half, right: left + half, top: top + 6, bottom: top + 18 }
    })
}

/** Draws everything above the vehicles from scratch: it is little, whatever the size of the fleet. */
export function drawOverlay(context: CanvasRenderingContext2D, scene: OverlayScene): void {
  context.clearRect(0, 0, scene.camera.width, scene.camera.height)
  for (const title of titlesOn(scene.camera, scene.areas)) drawAreaName(context, scene.colours, title)
  for (const { trail, selected } of scene.trails)
    drawTrail(context, scene, trail, selected ? scene.colours.accent : scene.colours.compromised)
  for (const bubble of scene.bubbles) drawBubble(context, scene.colours, bubble)
  for (const ring of scene.rings) drawRings(context, scene, ring)
  if (scene.draft) drawDraft(context, scene.camera, scene.colours, scene.draft)
  if (scene.hovered) drawHover(context, scene, scene.hovered)
  if (scene.selected) drawSelected(context, scene, scene.selected)
}

function drawAreaName(
  context: CanvasRenderingContext2D,
  colours: MapColours,
  { left, right, top, name }: ReturnType<typeof titlesOn>[number],
): void {
  context.font = '400 11px "Inter Variable", Inter, system-ui, sans-serif'
  context.textAlign = 'center'
  context.textBaseline = 'top'
  context.fillStyle = colours.accent
  context.fillText(name, Math.round((left + right) / 2), Math.round(top))
}

function drawTrail(
  context: CanvasRenderingContext2D,
  { camera, now }: OverlayScene,
  trail: Trail,
  colour: string,
): void {
  let last: { left: number; top: number } | undefined
  context.lineWidth = 2
  context.lineCap = 'butt' // round caps overlap where a translucent line continues, and it looks dotted
  walk(trail, now, (x, y, oldness) => {
    const at = screenOf(camera, x, y)
    if (last) {
      context.strokeStyle = faded(colour, 0.85 * (1 - oldness) ** 1.5)
      context.beginPath()
      context.moveTo(last.left, last.top)
      context.lineTo(at.left, at.top)
      context.stroke()
    }
    last = at
  })
}

function drawRings(
  context: CanvasRenderingContext2D,
  { camera, colours }: OverlayScene,
  { x, y, severity, rings, arrow }: OverlayScene['rings'][number],
): void {
  const { left, top } = screenOf(camera, x, y)
  context.lineWidth = 1.25
  for (const { radius, alpha } of rings) {
    context.strokeStyle = faded(colours[severity], alpha)
    context.beginPath()
    context.arc(left, top, radius, 0, 2 * Math.PI)
    context.stroke()
  }
  context.fillStyle = faded(colours[severity], 0.08)
  context.fill()
  if (arrow) drawArrow(context, left, top, arrow.headingDeg, colours.compromised)
}

function drawBubble(
  context: CanvasRenderingContext2D,
  colours: MapColours,
  { left, top, radius, count, arcs }: Bubble,
): void {
  context.fillStyle = colours.bubble
  context.beginPath()
  context.arc(left, top, radius, 0, 2 * Math.PI)
  context.fill()
  context.lineWidth = 2.5
  context.lineCap = 'butt'
  for (const { health, from, to } of arcs) {
    context.strokeStyle = health === 'healthy' ? faded(colours.healthy, 0.62) : colours[health]
    context.beginPath()
    context.arc(left, top, radius - 1.25, from - Math.PI / 2, to - Math.PI / 2)
    context.stroke()
  }
  context.font = `600 ${count < 10_000 ? 11 : 10.5}px "Inter Variable", Inter, system-ui, sans-serif`
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.fillStyle = colours.text
  context.fillText(compact(count), left, top + 0.5)
}

function drawHover(context: CanvasRenderingContext2D, { camera, colours }: OverlayScene, { x, y }: Mark): void {
  const { left, top } = screenOf(camera, x, y)
  context.strokeStyle = faded(colours.text, 0.7)
  context.lineWidth = 1
  context.beginPath()
  context.arc(left, top, 13, 0, 2 * Math.PI)
  context.stroke()
}

function drawSelected(
  context: CanvasRenderingContext2D,
  { camera, colours }: OverlayScene,
  { x, y, ghost, headingDeg }: NonNullable<OverlayScene['selected']>,
): void {
  const { left, top } = screenOf(camera, x, y)
  if (ghost !== undefined) drawArrow(context, left, top, headingDeg, colours[ghost])
  const reach = 16
  const arm = 7
  context.strokeStyle = colours.text
  context.lineWidth = 1.75
  context.lineCap = 'butt'
  context.lineJoin = 'miter'
  context.beginPath()
  for (const [sx, sy] of [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ] as const) {
    context.moveTo(left + sx * reach, top + sy * (reach - arm))
    context.lineTo(left + sx * reach, top + sy * reach)
    context.lineTo(left + sx * (reach - arm), top + sy * reach)
  }
  context.stroke()
}

function drawArrow(
  context: CanvasRenderingContext2D,
  left: number,
  top: number,
  headingDeg: number | null,
  colour: string,
): void {
  context.save()
  context.translate(left, top)
  context.rotate(((headingDeg ?? 0) * Math.PI) / 180)
  context.fillStyle = colour
  context.beginPath()
  if (headingDeg === null) context.arc(0, 0, 5, 0, 2 * Math.PI)
  else
    for (const [x, y] of [
      [0, -9],
      [6.5, 7.7],
      [0, 4.5],
      [-6.5, 7.7],
    ] as const)
      context.lineTo(x, y)
  context.fill()
  context.restore()
}

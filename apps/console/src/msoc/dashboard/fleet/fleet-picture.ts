import type { Health } from '@carapace/shared/msoc/severity'
import { compact } from '../../../core/format/format.ts'
import { faded, type MapColours } from '../../../core/map/colours.ts'
import type { Disc } from '../../../core/map/declutter.ts'
import { type Camera, screenOf, worldX, worldY } from '../../../core/map/viewport.ts'
import { bubbleRadius, passing, ringOf } from '../../live-map/overlay/clusters.ts'
import { allShown } from '../../live-map/vehicles/picking.ts'
import { type Pulse, ringsAt } from '../../live-map/alerts/pulses.ts'
import type { Dot, FleetView } from './fleet-view.ts'

interface Picture {
  readonly fleet: FleetView
  readonly camera: Camera
  readonly colours: MapColours
  /** Fresh alerts by the vehicle's VIN. */
  readonly pulses: ReadonlyMap<string, Pulse>
  readonly now: number
  /** Whether reduced motion is preferred. */
  readonly still: boolean
  /** The scale of the drawing relative to a desktop screen. */
  readonly scale: number
}

/** Healthy vehicles are less prominent, the others are highlighted and on top (VISUAL.md, map). */
const layers = [
  { health: 'offline', radius: 1.6, alpha: 0.8 },
  { health: 'healthy', radius: 1.7, alpha: 0.62 },
  { health: 'degraded', radius: 2.6, alpha: 1 },
  { health: 'compromised', radius: 4, alpha: 1 },
] as const satisfies readonly { health: Health; radius: number; alpha: number }[]

/** Maximum number of compromised vehicles with rings; more would hide what they highlight. */
const mostRings = 200

/** Draws the fleet over the map, from scratch. */
export function drawFleet(context: CanvasRenderingContext2D, picture: Picture): void {
  const { camera, fleet } = picture
  context.clearRect(0, 0, camera.width, camera.height)
  for (const layer of layers) drawDots(context, picture, layer)
  for (const cluster of fleet.clusters.values()) drawCluster(context, picture, cluster)
  drawRings(context, picture)
}

/** Maximum size of a fleet that is drawn with larger dots. */
const fewDots = 500
const fewScale = 1.6

/** Draws all dots of one health as a single path: five thousand dots are one fill. */
function drawDots(
  context: CanvasRenderingContext2D,
  { fleet, camera, colours, scale }: Picture,
  { health, radius, alpha }: (typeof layers)[number],
): void {
  const reach = radius * scale * (fleet.dots.size < fewDots ? fewScale : 1)
  context.beginPath()
  for (const dot of fleet.dots.values()) {
    if (dot.health !== health) continue
    const { left, top } = screenOf(camera, dot.x, dot.y)
    if (left < -10 || top < -10 || left > camera.width + 10 || top > camera.height + 10) continue
    addMark(context, health, { left, top, reach })
  }
  context.fillStyle = faded(colours[health], alpha)
  context.fill()
}

/** The corners of the marks that are no disc, in parts of the reach (rule MARK-1): a triangle and a diamond. */
const corners: Readonly<Partial<Record<Health, readonly (readonly [x: number, y: number])[]>>> = {
  degraded: [
    [0, -1.3],
    [1.3, 1],
    [-1.3, 1],
  ],
  compromised: [
    [0, -1.3],
    [1.3, 0],
    [0, 1.3],
    [-1.3, 0],
  ],
}

function addMark(
  context: CanvasRenderingContext2D,
  health: Health,
  { left, top, reach }: { readonly left: number; readonly top: number; readonly reach: number },
): void {
  const [first, ...others] = corners[health] ?? []
  if (!first) {
    context.moveTo(left + reach, top)
    context.arc(left, top, reach, 0, 2 * Math.PI)
    return
  }
  context.moveTo(left + first[0] * reach, top + first[1] * reach)
  for (const [x, y] of others) context.lineTo(left + x * reach, top + y * reach)
  context.closePath()
}

/** The discs of the clusters on screen, which no name must touch. */
export function clusterDiscs({ clusters }: FleetView, camera: Camera, scale: number): Disc[] {
  return Array.from(clusters.values(), (cluster) => ({
    ...screenOf(camera, worldX(cluster.lon), worldY(cluster.lat)),
    radius: bubbleRadius(cluster.count) * scale,
  }))
}

function drawCluster(
  context: CanvasRenderingContext2D,
  { camera, colours, scale }: Picture,
  cluster: Parameters<typeof passing>[0],
): void {
  const { left, top } = screenOf(camera, worldX(cluster.lon), worldY(cluster.lat))
  const shares = passing(cluster, allShown)
  const radius = bubbleRadius(shares.count) * scale
  context.fillStyle = colours.bubble
  context.beginPath()
  context.arc(left, top, radius, 0, 2 * Math.PI)
  context.fill()
  context.lineWidth = 2.5 * scale
  for (const { health, from, to } of ringOf(shares)) {
    context.strokeStyle = health === 'healthy' ? faded(colours.healthy, 0.62) : colours[health]
    context.beginPath()
    context.arc(left, top, radius - 1.25 * scale, from - Math.PI / 2, to - Math.PI / 2)
    context.stroke()
  }
  context.font = `600 ${11 * scale}px "Inter Variable", Inter, system-ui, sans-serif`
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.fillStyle = colours.text
  context.fillText(compact(shares.count), left, top)
}

function drawRings(context: CanvasRenderingContext2D, picture: Picture): void {
  let drawn = 0
  for (const [vin, dot] of picture.fleet.dots) {
    const pulse = picture.pulses.get(vin)
    if (pulse === undefined && dot.health !== 'compromised') continue
    if (++drawn > mostRings) return
    drawRing(context, picture, dot, pulse)
  }
}

function drawRing(
  context: CanvasRenderingContext2D,
  { camera, colours, now, still, scale }: Picture,
  { x, y }: Dot,
  pulse: Pulse | undefined,
): void {
  const { left, top } = screenOf(camera, x, y)
  context.lineWidth = 1.25 * scale
  for (const { radius, alpha } of ringsAt(pulse, now, still)) {
    context.strokeStyle = faded(colours[pulse?.severity ?? 'critical'], alpha)
    context.beginPath()
    // smaller than on the live map, which has more room
    context.arc(left, top, radius * 0.6 * scale, 0, 2 * Math.PI)
    context.stroke()
  }
}

import { faded, type MapColours } from '../../../core/map/colours.ts'
import { type Camera, screenOf, worldX, worldY } from '../../../core/map/viewport.ts'
import { edgeOf } from './circle.ts'
import { type Draft, draftProblem, outlineOf } from './draft.ts'
import { type Corner, middlesOf } from './polygon.ts'

export interface DrawnDraft {
  readonly draft: Draft
  /** The pointer position while corners are added. */
  readonly pointer: { readonly x: number; readonly y: number } | undefined
}

interface Spot {
  readonly left: number
  readonly top: number
}

/**
 * Draws an area draft: its outline, a handle on each corner and a smaller handle on each side; of a circle, handles in
 * its centre and on its edge (rules MAP-UI-42, MAP-UI-68).
 */
export function drawDraft(
  context: CanvasRenderingContext2D,
  camera: Camera,
  colours: MapColours,
  { draft, pointer }: DrawnDraft,
): void {
  const spotOf = ([lon, lat]: Corner): Spot => screenOf(camera, worldX(lon), worldY(lat))
  const next: Spot[] = draft.drawing && pointer ? [{ left: pointer.x, top: pointer.y }] : []
  const colour = !draft.drawing && draftProblem(draft) !== undefined ? colours.critical : colours.accent
  const corners = draft.corners.map(spotOf)
  if (draft.shape === 'circle' && draft.drawing) drawReach(context, corners[0], next[0], colour)
  else drawOutline(context, [...outlineOf(draft).map(spotOf), ...next], !draft.drawing, colour)
  if (draft.shape === 'polygon' && !draft.drawing)
    for (const middle of middlesOf(draft.corners).map(spotOf)) drawGrip(context, middle, 3, colour, colours.panel)
  const grips = draft.circle ? [...corners, spotOf(edgeOf(draft.circle))] : corners
  for (const [index, grip] of grips.entries())
    drawGrip(context, grip, draft.drawing && index === 0 ? 6.5 : 5, colours.panel, colour)
}

/** The circle that the next click would make: around a centre, as far as the pointer. */
function drawReach(
  context: CanvasRenderingContext2D,
  centre: Spot | undefined,
  pointer: Spot | undefined,
  colour: string,
): void {
  if (!centre || !pointer) return
  context.beginPath()
  context.arc(centre.left, centre.top, Math.hypot(pointer.left - centre.left, pointer.top - centre.top), 0, 2 * Math.PI)
  strokeOutline(context, colour)
}

function drawOutline(context: CanvasRenderingContext2D, spots: readonly Spot[], closed: boolean, colour: string): void {
  if (spots.length === 0) return
  context.beginPath()
  for (const { left, top } of spots) context.lineTo(left, top)
  if (closed) context.closePath()
  strokeOutline(context, colour)
}

function strokeOutline(context: CanvasRenderingContext2D, colour: string): void {
  context.fillStyle = faded(colour, 0.1)
  context.fill()
  context.strokeStyle = colour
  context.lineWidth = 1.75
  context.lineJoin = 'round'
  context.stroke()
}

function drawGrip(
  context: CanvasRenderingContext2D,
  { left, top }: Spot,
  radius: number,
  fill: string,
  edge: string,
): void {
  context.beginPath()
  context.arc(left, top, radius, 0, 2 * Math.PI)
  context.fillStyle = fill
  context.fill()
  context.strokeStyle = edge
  context.lineWidth = 2
  context.stroke()
}

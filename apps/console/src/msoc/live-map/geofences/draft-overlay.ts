import { faded, type MapColours } from '../../../core/map/colours.ts'
import { type Camera, screenOf, worldX, worldY } from '../../../core/map/viewport.ts'
import type { Draft } from './draft.ts'
import { type Corner, crosses, middlesOf } from './polygon.ts'

export interface DrawnDraft {
  readonly draft: Draft
  /** The pointer position while corners are added. */
  readonly pointer: { readonly x: number; readonly y: number } | undefined
}

interface Spot {
  readonly left: number
  readonly top: number
}

/** Draws an area draft: its outline, a handle on each corner and a smaller handle on each side (rule MAP-UI-42). */
export function drawDraft(
  context: CanvasRenderingContext2D,
  camera: Camera,
  colours: MapColours,
  { draft, pointer }: DrawnDraft,
): void {
  const at = ([lon, lat]: Corner): Spot => screenOf(camera, worldX(lon), worldY(lat))
  const corners = draft.corners.map(at)
  const colour = !draft.drawing && crosses(draft.corners) ? colours.critical : colours.accent
  const next: Spot[] = draft.drawing && pointer ? [{ left: pointer.x, top: pointer.y }] : []
  drawOutline(context, [...corners, ...next], !draft.drawing, colour)
  if (!draft.drawing)
    for (const middle of middlesOf(draft.corners).map(at)) drawGrip(context, middle, 3, colour, colours.panel)
  for (const [index, corner] of corners.entries())
    drawGrip(context, corner, draft.drawing && index === 0 ? 6.5 : 5, colours.panel, colour)
}

function drawOutline(context: CanvasRenderingContext2D, spots: readonly Spot[], closed: boolean, colour: string): void {
  if (spots.length === 0) return
  context.beginPath()
  for (const { left, top } of spots) context.lineTo(left, top)
  if (closed) context.closePath()
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

import { type Camera, screenOf, worldX, worldY } from '../../../core/map/viewport.ts'
import { circleTo, edgeOf } from './circle.ts'
import { type Draft, withCircle, withCornerAfter, withCornerAt } from './draft.ts'
import { type Corner, middlesOf } from './polygon.ts'

/** Maximum distance at which the pointer grabs a handle, px. */
const reachPx = 10

/** A handle of a finished outline: a corner, the middle of a side, a circle's centre, or its edge. */
export type Grip =
  { readonly kind: 'corner' | 'middle'; readonly at: number } | { readonly kind: 'centre' } | { readonly kind: 'edge' }

interface Point {
  readonly x: number
  readonly y: number
}

/** The handle under the pointer: a corner has priority over the middle of a side, an edge over the centre. */
export function gripAt(camera: Camera, { circle, corners }: Draft, point: Point): Grip | undefined {
  if (circle) {
    if (isNear(camera, edgeOf(circle), point)) return { kind: 'edge' }
    return isNear(camera, [circle.lon, circle.lat], point) ? { kind: 'centre' } : undefined
  }
  const corner = corners.findIndex((each) => isNear(camera, each, point))
  if (corner >= 0) return { kind: 'corner', at: corner }
  const middle = middlesOf(corners).findIndex((each) => isNear(camera, each, point))
  return middle >= 0 ? { kind: 'middle', at: middle } : undefined
}

/** The draft with its handle grabbed: the middle of a side becomes a corner. */
export function grabbed(draft: Draft, grip: Grip, [lon, lat]: Corner): { draft: Draft; grip: Grip } {
  if (grip.kind !== 'middle') return { draft, grip }
  return { draft: withCornerAfter(draft, grip.at, lon, lat), grip: { kind: 'corner', at: grip.at + 1 } }
}

/** The draft with its grabbed handle at a place. */
export function dragged(draft: Draft, grip: Grip, [lon, lat]: Corner): Draft {
  if (grip.kind === 'corner' || grip.kind === 'middle') return withCornerAt(draft, grip.at, lon, lat)
  const { circle } = draft
  if (!circle) return draft
  if (grip.kind === 'centre') return withCircle(draft, { ...circle, lon, lat })
  return withCircle(draft, circleTo([circle.lon, circle.lat], [lon, lat]))
}

export function isNear(camera: Camera, corner: Corner | undefined, { x, y }: Point, reach = reachPx): boolean {
  if (!corner) return false
  const { left, top } = screenOf(camera, worldX(corner[0]), worldY(corner[1]))
  return Math.hypot(left - x, top - y) <= reach
}

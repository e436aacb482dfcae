import type { MapLibreMap } from '../../../core/map/maplibre.ts'
import { type Camera, screenOf, worldX, worldY } from '../../../core/map/viewport.ts'
import { type Draft, finished, withCorner, withCornerAfter, withCornerAt } from './draft.ts'
import { type Corner, middlesOf } from './polygon.ts'

/** Maximum distance at which the pointer grabs a corner, px. */
const reachPx = 10

interface Place {
  readonly x: number
  readonly y: number
}

interface DraftPointerOptions {
  readonly draft: () => Draft | undefined
  readonly change: (draft: Draft) => void
  readonly camera: () => Camera
  /** The pointer moved over an outline that is being drawn. */
  readonly onMove: () => void
}

/**
 * Handles drawing and changing an area with the pointer (rules MAP-UI-42, MAP-UI-43). `at` is where the next corner
 * would be.
 */
export function watchDraft(
  map: MapLibreMap,
  { draft, change, camera, onMove }: DraftPointerOptions,
): { at: () => Place | undefined } {
  let at: Place | undefined
  let held: number | undefined

  map.on('click', ({ point, lngLat }) => {
    const drawn = draft()
    if (!drawn?.drawing) return
    if (drawn.corners.length >= 3 && isNear(camera(), drawn.corners[0], point)) change(finished(drawn))
    // the second click of a double click adds no further corner
    else if (!isNear(camera(), drawn.corners.at(-1), point, 4)) change(withCorner(drawn, lngLat.lng, lngLat.lat))
  })
  map.on('dblclick', (event) => {
    const drawn = draft()
    if (!drawn) return
    event.preventDefault()
    if (drawn.drawing) change(finished(drawn))
  })
  map.on('mousemove', ({ point, lngLat }) => {
    const drawn = draft()
    at = drawn?.drawing ? point : undefined
    if (!drawn) return
    if (held !== undefined) change(withCornerAt(drawn, held, lngLat.lng, lngLat.lat))
    map.getCanvas().style.cursor = drawn.drawing
      ? 'crosshair'
      : held !== undefined || grabbed(camera(), drawn, point)
        ? 'move'
        : ''
    onMove()
  })
  for (const down of ['mousedown', 'touchstart'] as const) {
    map.on(down, (event) => {
      const drawn = draft()
      const grip = drawn && !drawn.drawing ? grabbed(camera(), drawn, event.point) : undefined
      if (!drawn || !grip) return
      event.preventDefault() // the map does not move, only the corner
      if (grip.kind === 'middle') change(withCornerAfter(drawn, grip.at, event.lngLat.lng, event.lngLat.lat))
      held = grip.kind === 'middle' ? grip.at + 1 : grip.at
      addEventListener(down === 'mousedown' ? 'mouseup' : 'touchend', () => (held = undefined), { once: true })
    })
  }
  map.on('touchmove', ({ lngLat }) => {
    const drawn = draft()
    if (drawn && held !== undefined) change(withCornerAt(drawn, held, lngLat.lng, lngLat.lat))
  })

  return { at: () => at }
}

/** The handle under the pointer: a corner has priority over the middle of a side. */
function grabbed(
  camera: Camera,
  { corners }: Draft,
  point: Place,
): { kind: 'corner' | 'middle'; at: number } | undefined {
  const corner = corners.findIndex((each) => isNear(camera, each, point))
  if (corner >= 0) return { kind: 'corner', at: corner }
  const middle = middlesOf(corners).findIndex((each) => isNear(camera, each, point))
  return middle >= 0 ? { kind: 'middle', at: middle } : undefined
}

function isNear(camera: Camera, corner: Corner | undefined, { x, y }: Place, reach = reachPx): boolean {
  if (!corner) return false
  const { left, top } = screenOf(camera, worldX(corner[0]), worldY(corner[1]))
  return Math.hypot(left - x, top - y) <= reach
}

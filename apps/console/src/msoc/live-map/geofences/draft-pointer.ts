import type { MapLibreMap } from '../../../core/map/maplibre.ts'
import type { Camera } from '../../../core/map/viewport.ts'
import { type Draft, finished, withClick } from './draft.ts'
import { dragged, grabbed, type Grip, gripAt, isNear } from './grips.ts'

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
 * Handles drawing and changing an area with the pointer (rules MAP-UI-42, MAP-UI-43, MAP-UI-68). `at` is where the next
 * corner would be.
 */
export function watchDraft(
  map: MapLibreMap,
  { draft, change, camera, onMove }: DraftPointerOptions,
): { at: () => Place | undefined } {
  let at: Place | undefined
  let held: Grip | undefined

  map.on('click', ({ point, lngLat }) => {
    const drawn = draft()
    if (!drawn?.drawing) return
    if (drawn.corners.length >= 3 && isNear(camera(), drawn.corners[0], point)) change(finished(drawn))
    // the second click of a double click adds no further corner
    else if (!isNear(camera(), drawn.corners.at(-1), point, 4)) change(withClick(drawn, lngLat.lng, lngLat.lat))
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
    if (held) change(dragged(drawn, held, [lngLat.lng, lngLat.lat]))
    map.getCanvas().style.cursor = cursorOf(drawn, held ?? gripAt(camera(), drawn, point))
    onMove()
  })
  for (const down of ['mousedown', 'touchstart'] as const) {
    map.on(down, (event) => {
      const drawn = draft()
      const grip = drawn && !drawn.drawing ? gripAt(camera(), drawn, event.point) : undefined
      if (!drawn || !grip) return
      event.preventDefault() // the map does not move, only the handle
      const taken = grabbed(drawn, grip, [event.lngLat.lng, event.lngLat.lat])
      if (taken.draft !== drawn) change(taken.draft)
      held = taken.grip
      addEventListener(down === 'mousedown' ? 'mouseup' : 'touchend', () => (held = undefined), { once: true })
    })
  }
  map.on('touchmove', ({ lngLat }) => {
    const drawn = draft()
    if (drawn && held) change(dragged(drawn, held, [lngLat.lng, lngLat.lat]))
  })

  return { at: () => at }
}

function cursorOf({ drawing }: Draft, grip: Grip | undefined): string {
  if (drawing) return 'crosshair'
  return grip ? 'move' : ''
}

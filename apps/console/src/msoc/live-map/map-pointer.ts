import type { MapCluster } from '@carapace/shared/msoc/vehicles/vehicles.contract'
import type { MapLibreMap } from '../../core/map/maplibre.ts'
import type { Bubble } from './overlay/overlay.ts'

/** What is under the pointer. */
export type Target =
  { readonly kind: 'bubble'; readonly cluster: MapCluster } | { readonly kind: 'vehicle'; readonly slot: number }

interface PointerOptions {
  readonly bubbles: () => readonly Bubble[]
  readonly pick: (left: number, top: number) => number | undefined
  /** Whether a vehicle is drawn above bubbles, and so has priority over them. */
  readonly isOnTop: (slot: number) => boolean
  readonly onHover: (target: Target | undefined, left: number, top: number) => void
  readonly onClick: (target: Target | undefined) => void
  /** The user dragged or zoomed the map. */
  readonly onGrab: () => void
}

/** Maps pointer events to vehicles and bubbles; hovering is evaluated at most once per frame. */
export function watchPointer(
  map: MapLibreMap,
  { bubbles, pick, isOnTop, onHover, onClick, onGrab }: PointerOptions,
): void {
  let frame = 0
  let at = { x: 0, y: 0 }

  function targetAt({ x, y }: { x: number; y: number }): Target | undefined {
    const slot = pick(x, y)
    if (slot !== undefined && isOnTop(slot)) return { kind: 'vehicle', slot }
    const bubble = bubbles().findLast(({ left, top, radius }) => Math.hypot(left - x, top - y) <= radius)
    if (bubble) return { kind: 'bubble', cluster: bubble.cluster }
    return slot === undefined ? undefined : { kind: 'vehicle', slot }
  }

  function look(): void {
    frame = 0
    const target = targetAt(at)
    map.getCanvas().style.cursor = target ? 'pointer' : ''
    onHover(target, at.x, at.y)
  }

  map.on('mousemove', ({ point }) => {
    at = point
    if (frame === 0) frame = requestAnimationFrame(look)
  })
  map.on('mouseout', () => {
    cancelAnimationFrame(frame)
    frame = 0
    onHover(undefined, 0, 0)
  })
  map.on('click', ({ point }) => onClick(targetAt(point)))
  map.on('dragstart', onGrab)
  map.on('remove', () => cancelAnimationFrame(frame))
}

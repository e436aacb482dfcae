import type { BaseMap } from '../../../core/map/base-map.ts'
import type { LiveMapStore } from '../live-map.store.ts'
import { type Target, watchPointer } from '../map-pointer.ts'
import { pick } from '../vehicles/picking.ts'
import { codeOf } from '../vehicles/vehicle-store.ts'
import type { ShownFleets } from './shown-fleets.ts'

interface ScenePointerOptions {
  readonly base: BaseMap
  readonly page: LiveMapStore
  readonly fleets: ShownFleets
  readonly onSelect: (vin: string) => void
  /** The vehicle under the pointer is another one. */
  readonly onHover: () => void
}

/** What a click on a bubble zooms in by. */
const bubbleZoom = 2
const mostZoom = 16

/** Hovering and clicking vehicles and bubbles. While an area is drawn, the pointer belongs to it. */
export function scenePointer({ base, page, fleets, onSelect, onHover }: ScenePointerOptions) {
  const { map, camera } = base
  let hovered: Target | undefined

  function hover(over: Target | undefined, left: number, top: number): void {
    const target = page.getState().draft ? undefined : over
    const seen = target?.kind === 'vehicle' ? fleets.fleet().vehicles.read(target.slot) : undefined
    if (seen || page.getState().hover) page.setState({ hover: seen && { seen, left, top } })
    hovered = target
    onHover()
  }

  function click(target: Target | undefined): void {
    if (!target || page.getState().draft) return
    if (target.kind === 'bubble') return zoomInto(target.cluster)
    const vin = fleets.fleet().vehicles.vinAt(target.slot)
    if (vin !== undefined) onSelect(vin)
  }

  function zoomInto({ lon, lat }: { readonly lon: number; readonly lat: number }): void {
    map.easeTo({ center: [lon, lat], zoom: Math.min(mostZoom, map.getZoom() + bubbleZoom), duration: 350 })
  }

  watchPointer(map, {
    bubbles: () => fleets.fleet().bubbles(),
    pick: (left, top) => pick(fleets.fleet().vehicles, camera(), left, top, fleets.fleet().shown()),
    isOnTop: (slot) => fleets.fleet().vehicles.health[slot] === codeOf('compromised'),
    onHover: hover,
    onClick: click,
    onGrab: () => page.setState({ follow: false }),
  })

  return {
    /** The slot of the vehicle under the pointer. */
    hovered: () => (hovered?.kind === 'vehicle' ? hovered.slot : undefined),
    clear: () => hover(undefined, 0, 0),
  }
}

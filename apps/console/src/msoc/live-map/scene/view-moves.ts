import { listVehicles } from '@carapace/shared/msoc/vehicles/vehicles.contract'
import { call } from '../../../core/call/call.ts'
import type { BaseMap, View } from '../../../core/map/base-map.ts'
import { latOf, lonOf, viewOf, worldX, worldY } from '../../../core/map/viewport.ts'
import type { Corner } from '../geofences/polygon.ts'
import type { Free } from '../selection.ts'

/** The initial view, until the fleet's position is known. */
export const somewhere: View = { lat: 50.2, lon: 9.5, zoom: 4.6 }

/** The map's own moves, which take into account what panels cover. */
export interface ViewMoves {
  /** Shows the fleet (rule MAP-UI-4). Without a fleet the map stays where it is. @throws {Failure} that of the call */
  readonly goToFleet: (isCurrent: () => boolean) => Promise<void>
  /** Moves the map so that an area is completely visible. */
  readonly goToArea: (corners: readonly Corner[]) => void
  readonly goTo: (view: View) => void
  /** The middle of the area that panels leave free. */
  readonly middle: () => Corner
}

interface Place {
  readonly lat: number
  readonly lon: number
}

export function viewMoves({ map, camera }: BaseMap, free: () => Free): ViewMoves {
  /** The view that shows all places in the free area, with a margin, if there are any. `least`: its smallest side. */
  function fitting(places: readonly Place[], { margin, least }: { margin: number; least: number }): View | undefined {
    const room = free()
    const { width, height } = camera()
    return viewOf(places, {
      width: Math.max(least, width - room.left - room.right - margin),
      height: Math.max(least, height - room.top - room.bottom - margin),
    })
  }

  return {
    async goToFleet(isCurrent) {
      const { vehicles } = await call(listVehicles, { limit: 300 })
      const view = fitting(
        vehicles.flatMap(({ position }) => position ?? []),
        { margin: 60, least: 200 },
      )
      if (!view || !isCurrent()) return
      const room = free()
      map.jumpTo({ center: [view.lon, view.lat], zoom: view.zoom })
      map.panBy([(room.right - room.left) / 2, (room.bottom - room.top) / 2], { duration: 0 })
    },
    goToArea(corners) {
      const view = fitting(
        corners.map(([lon, lat]) => ({ lon, lat })),
        { margin: 120, least: 120 },
      )
      const room = free()
      const offset: [number, number] = [(room.left - room.right) / 2, (room.top - room.bottom) / 2]
      if (view) map.easeTo({ center: [view.lon, view.lat], zoom: view.zoom, duration: 500, offset })
    },
    goTo: ({ lat, lon, zoom }) => map.easeTo({ center: [lon, lat], zoom, duration: 500 }),
    middle() {
      const { left, right, top, bottom } = free()
      const { lng, lat } = map.getCenter()
      const { worldSize } = camera()
      return [lonOf(worldX(lng) + (left - right) / 2 / worldSize), latOf(worldY(lat) + (top - bottom) / 2 / worldSize)]
    },
  }
}

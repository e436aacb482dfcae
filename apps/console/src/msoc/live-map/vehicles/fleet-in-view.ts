import type { MapCluster } from '@carapace/shared/msoc/vehicles/vehicles.contract'
import type { Camera } from '../../../core/map/viewport.ts'
import { type Bubble, bubblesOn } from '../overlay/overlay.ts'
import type { Shown } from './picking.ts'
import { VehicleStore } from './vehicle-store.ts'

/** The server's data for the area around the map, and the filter on it. */
export interface FleetInView {
  readonly vehicles: VehicleStore
  readonly clusters: Map<string, MapCluster>
  readonly shown: () => Shown
  readonly show: (shown: Shown) => void
  /** Whether a slot's health passes the filter (rule MAP-UI-19). */
  readonly isShown: (slot: number) => boolean
  /** The bubbles on screen; laid out again only after a change or a move. */
  readonly bubbles: () => readonly Bubble[]
  /** Called when the clusters may have changed. */
  readonly changed: () => void
}

export function fleetInView(camera: () => Camera, first: Shown): FleetInView {
  const vehicles = new VehicleStore()
  const clusters = new Map<string, MapCluster>()
  let shown = first
  let bubbles: readonly Bubble[] | undefined
  let laidOutFor: Camera | undefined

  return {
    vehicles,
    clusters,
    shown: () => shown,
    isShown: (slot) => (shown & (1 << (vehicles.health[slot] ?? 0))) !== 0,
    show(next) {
      shown = next
      bubbles = undefined
    },
    bubbles() {
      if (bubbles && laidOutFor === camera()) return bubbles
      laidOutFor = camera()
      bubbles = bubblesOn(laidOutFor, clusters.values(), shown)
      return bubbles
    },
    changed() {
      bubbles = undefined
    },
  }
}

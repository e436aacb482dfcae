import { healths } from '@carapace/shared/msoc/severity'
import { type Camera, worldX, worldY } from '../../core/map/viewport.ts'
import { insideOf } from './geofences/areas.ts'
import { passing } from './overlay/clusters.ts'
import type { FleetInView } from './vehicles/fleet-in-view.ts'
import { inViewByRisk, visibleIn } from './vehicle-list/fleet-order.ts'
import type { HealthCounts, LiveMapState, LiveMapStore } from './live-map.store.ts'
import type { VehicleStore } from './vehicles/vehicle-store.ts'

/** Interval of the updates to React: a person cannot read faster. */
const everyMs = 500
/** The vehicles inside each area are counted once per this number of readouts. */
const insideEvery = 4

interface ReadoutOptions {
  readonly page: LiveMapStore
  /** The shown fleet: live, or replayed. */
  readonly fleet: () => FleetInView
  readonly camera: () => Camera
  /** The shown time. */
  readonly now: () => number
  /** Whether rows keep their positions (rule MAP-UI-21). */
  readonly held: () => boolean
  /** Called when a vehicle becomes stale: its look changes then. */
  readonly onStale: () => void
  /** Cleanup that needs no frame. */
  readonly tidy: () => void
}

/** Updates the panels around the map from the columns twice a second. `now` updates them at once. */
export function startReadout(options: ReadoutOptions): { now: () => void; stop: () => void } {
  const { page, fleet } = options
  const timer = setInterval(read, everyMs)
  let staleBefore = 0
  let readings = 0

  function read(): void {
    const { vehicles } = fleet()
    const stale = vehicles.sweep(options.now())
    if (stale !== staleBefore) options.onStale()
    staleBefore = stale
    options.tidy()
    page.setState((state) => ({
      ...listIn(options, state),
      dataAge: vehicles.newest === 0 ? undefined : options.now() - vehicles.newest,
      replayCounts: state.replay && countsIn(vehicles),
      ...(readings % insideEvery === 0 && { inside: insideOf(state.areas.list ?? [], fleet(), options.camera()) }),
      tick: state.tick + 1,
    }))
    readings++
  }

  return { now: read, stop: () => clearInterval(timer) }
}

function countsIn(vehicles: VehicleStore): HealthCounts {
  const counts = { healthy: 0, degraded: 0, compromised: 0, offline: 0 }
  for (let slot = 0; slot < vehicles.end; slot++)
    if (vehicles.vinAt(slot) !== undefined) counts[healths[vehicles.health[slot] ?? 3] ?? 'offline']++
  return counts
}

function listIn(
  { fleet, camera, held }: ReadoutOptions,
  state: LiveMapState,
): Pick<LiveMapState, 'vins' | 'stale' | 'inBubbles'> {
  const { slots, stale } = inViewByRisk(fleet().vehicles, camera(), fleet().shown(), state.words)
  return {
    vins: held() ? state.vins : named(fleet().vehicles, slots, state.vins),
    stale,
    inBubbles: bubbled(fleet(), camera()),
  }
}

/** Returns the previous array if the order is the same, so that the list is not laid out again. */
function named(store: VehicleStore, slots: Uint32Array, before: readonly string[]): readonly string[] {
  if (slots.length === before.length && slots.every((slot, index) => store.vinAt(slot) === before[index])) return before
  return Array.from(slots, (slot) => store.vinAt(slot) ?? '')
}

/** The number of vehicles in bubbles on screen. */
function bubbled({ clusters, shown }: FleetInView, camera: Camera): number {
  const visible = visibleIn(camera)
  let count = 0
  for (const cluster of clusters.values())
    if (visible(worldX(cluster.lon), worldY(cluster.lat))) count += passing(cluster, shown()).count
  return count
}

import { type Camera, worldX, worldY } from '../../core/map/viewport.ts'
import { passing } from './clusters.ts'
import type { FleetInView } from './fleet-in-view.ts'
import { inViewByRisk, visibleIn } from './fleet-order.ts'
import type { LiveMapState, LiveMapStore } from './live-map.store.ts'
import type { ServerClock } from './server-clock.ts'
import type { VehicleStore } from './vehicle-store.ts'

/** React hears of the fleet this often: a person can't read faster. */
const everyMs = 500

interface ReadoutAsk {
  readonly page: LiveMapStore
  readonly fleet: FleetInView
  readonly camera: () => Camera
  readonly clock: ServerClock
  /** Rows keep their places (rule MP21). */
  readonly held: () => boolean
  /** A vehicle became stale: it looks different now. */
  readonly onStale: () => void
  /** Housekeeping that needs no frame. */
  readonly tidy: () => void
}

/** Tells the panels around the map, twice a second, what the columns hold. `now` does it at once. */
export function startReadout(ask: ReadoutAsk): { now: () => void; stop: () => void } {
  const { page, fleet, clock } = ask
  const timer = setInterval(read, everyMs)
  let staleBefore = 0

  function read(): void {
    const stale = fleet.vehicles.sweep(clock.now())
    if (stale !== staleBefore) ask.onStale()
    staleBefore = stale
    ask.tidy()
    const { newest } = fleet.vehicles
    page.setState((state) => ({ ...listIn(ask, state), dataAge: newest === 0 ? undefined : clock.now() - newest, tick: state.tick + 1 }))
  }

  return { now: read, stop: () => clearInterval(timer) }
}

function listIn({ fleet, camera, held }: ReadoutAsk, state: LiveMapState): Pick<LiveMapState, 'vins' | 'stale' | 'inBubbles'> {
  const { slots, stale } = inViewByRisk(fleet.vehicles, camera(), fleet.shown(), state.words)
  return { vins: held() ? state.vins : named(fleet.vehicles, slots, state.vins), stale, inBubbles: bubbled(fleet, camera()) }
}

/** The same array while the order is the same, so that a list need not be laid out again. */
function named(store: VehicleStore, slots: Uint32Array, before: readonly string[]): readonly string[] {
  if (slots.length === before.length && slots.every((slot, index) => store.vinAt(slot) === before[index])) return before
  return Array.from(slots, (slot) => store.vinAt(slot) ?? '')
}

/** How many vehicles stand in bubbles on screen. */
function bubbled({ clusters, shown }: FleetInView, camera: Camera): number {
  const visible = visibleIn(camera)
  let count = 0
  for (const cluster of clusters.values()) if (visible(worldX(cluster.lon), worldY(cluster.lat))) count += passing(cluster, shown()).count
  return count
}

import type { FleetInView } from '../vehicles/fleet-in-view.ts'
import { extend, newTrail, type Trail, trailPlaces } from './trails.ts'
import { codeOf } from '../vehicles/vehicle-store.ts'

const compromised = codeOf('compromised')

/** Maximum number of trails; more would be unreadable. */
const most = 200

/** The trails of the selected vehicle and of compromised vehicles (rule MAP-UI-22). */
export interface TrailBook {
  /** Records a vehicle's move. Called for every position: it returns at once for vehicles without a trail. */
  readonly moved: (slot: number) => void
  /** Adds the recorded past of the selected vehicle: the positions before it was selected. */
  readonly remember: (vin: string, places: readonly { x: number; y: number; at: number }[]) => void
  readonly list: () => { trail: Trail; selected: boolean }[]
  /** Deletes the trails of vehicles that left the view or are healthy again. */
  readonly tidy: () => void
}

export function trailBook({ vehicles: store, isShown }: FleetInView, selected: () => string | undefined): TrailBook {
  const trails = new Map<string, Trail>()

  function moved(slot: number): void {
    const vin = store.vinAt(slot)
    if (vin === undefined || (store.health[slot] !== compromised && vin !== selected())) return
    const trail = trails.get(vin) ?? begin(vin)
    if (trail) extend(trail, store.x[slot] ?? 0, store.y[slot] ?? 0, store.receivedAt[slot] ?? 0)
  }

  function begin(vin: string): Trail | undefined {
    if (trails.size >= most && vin !== selected()) return undefined
    const trail = newTrail()
    trails.set(vin, trail)
    return trail
  }

  function isDrawn(vin: string): boolean {
    const slot = store.slotOf(vin)
    return vin === selected() || (slot !== undefined && isShown(slot))
  }

  return {
    moved,
    remember(vin, places) {
      const trail = newTrail()
      for (const { x, y, at } of places) extend(trail, x, y, at)
      const known = trails.get(vin)
      if (known) append(trail, known)
      trails.set(vin, trail)
    },
    list: () =>
      [...trails].filter(([vin]) => isDrawn(vin)).map(([vin, trail]) => ({ trail, selected: vin === selected() })),
    tidy() {
      for (const vin of trails.keys()) {
        const slot = store.slotOf(vin)
        if (vin !== selected() && (slot === undefined || store.health[slot] !== compromised)) trails.delete(vin)
      }
    },
  }
}

function append(trail: Trail, later: Trail): void {
  const first = later.next - later.length + trailPlaces
  for (let step = 0; step < later.length; step++) {
    const each = (first + step) % trailPlaces
    extend(trail, later.x[each] ?? 0, later.y[each] ?? 0, later.at[each] ?? 0)
  }
}

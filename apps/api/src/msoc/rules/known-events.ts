import type { Org } from '@carapace/shared/core/owned'
import type { AnyDatabase } from '@carapace/shared/core/time-series/time-series.queries'
import type { RuleContext } from '@carapace/shared/msoc/rules/vehicle-events'
import type { VehicleId } from '@carapace/shared/msoc/vehicles/vehicles.table'
import { type Contexts, type KnownVehicle, noVehicle } from './contexts.ts'
import type { StoredEvent } from './stored-events.ts'
import { vehiclesById } from './stored-events.queries.ts'
import type { KnownEvent } from './trial.ts'

/** Adds to stored events what rules know of their vehicles; it keeps the vehicles for the next events. */
export function createKnowing(db: () => AnyDatabase, org: Org, contexts: Contexts) {
  const vehicles = new Map<VehicleId, KnownVehicle>()
  const made = new Map<KnownVehicle, RuleContext>()

  function contextOf(id: VehicleId): RuleContext {
    const vehicle = vehicles.get(id) ?? noVehicle
    const context = made.get(vehicle) ?? contexts.of(vehicle)
    made.set(vehicle, context)
    return context
  }

  return async function known(events: readonly StoredEvent[]): Promise<KnownEvent[]> {
    const unseen = new Set(events.map(({ vehicleId }) => vehicleId).filter((id) => id !== 0 && !vehicles.has(id)))
    for (const { id, ...vehicle } of await vehiclesById(db(), org, [...unseen])) vehicles.set(id, vehicle)
    const buses = new Map<string, { model: string; bus: string }>()
    for (const { vehicleId, event } of events)
      if (event.kind === 'can') {
        const { model } = vehicles.get(vehicleId) ?? noVehicle
        buses.set(`${event.bus} ${model}`, { model, bus: event.bus })
      }
    await contexts.prepare(buses.values())
    return events.map(({ vehicleId, event }) => ({ event, context: contextOf(vehicleId) }))
  }
}

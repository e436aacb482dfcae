import type { Bus } from '@carapace/shared/core/bus/bus'
import { type ActionNews, actionTopics } from '@carapace/shared/msoc/vehicle-actions/action-topics'
import type { VehicleId } from '@carapace/shared/msoc/vehicles/vehicles.table'

/** Vehicles that wait for actions at once in this process; further ones are answered at once. */
const mostWaiting = 20_000

/** Something that may come while a vehicle waits. */
export interface Arrival {
  /** Resolves when an action of the vehicle was approved, after `ms`, or when `signal` aborts. */
  within(ms: number, signal: AbortSignal): Promise<void>
  close(): void
}

/**
 * The vehicles that wait for actions. A message of the bus is a hint: the caller reads the table, and a lost message
 * only means that the vehicle waits until it comes again.
 */
export function createWaiting(bus: Pick<Bus, 'subscriber'>) {
  const byVehicle = new Map<VehicleId, Set<() => void>>()
  let waiting = 0

  const subscriber = bus.subscriber(() => undefined)
  subscriber.subscribe(actionTopics.approved, (items) => {
    for (const [, vehicle] of items as ActionNews[]) for (const wake of byVehicle.get(vehicle) ?? []) wake()
  })

  return {
    of(vehicle: VehicleId): Arrival {
      const { promise, resolve } = Promise.withResolvers<void>()
      const isTooMany = waiting >= mostWaiting
      const known = byVehicle.get(vehicle) ?? new Set()
      byVehicle.set(vehicle, known.add(resolve))
      waiting += 1
      return {
        async within(ms, signal) {
          const timer = setTimeout(resolve, isTooMany ? 0 : ms)
          signal.addEventListener('abort', () => resolve(), { once: true })
          await promise
          clearTimeout(timer)
        },
        close() {
          waiting -= 1
          known.delete(resolve)
          if (known.size === 0) byVehicle.delete(vehicle)
        },
      }
    },
    /** Answers all that wait. */
    close(): void {
      subscriber.close()
      for (const all of byVehicle.values()) for (const wake of all) wake()
    },
  }
}

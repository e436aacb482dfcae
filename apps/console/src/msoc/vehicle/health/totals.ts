import { type Health, healths } from '@carapace/shared/msoc/severity'
import type { getVehicleHealth } from '@carapace/shared/msoc/vehicles/vehicles.contract'
import type { z } from 'zod'

/** A stretch of time in which a vehicle's health was the same. */
export type Segment = z.output<typeof getVehicleHealth.output>['segments'][number]

/** How long each health lasted, ms (rule VEHICLE-UI-4). */
export function totalsOf(segments: readonly Segment[]): Readonly<Record<Health, number>> {
  const totals = Object.fromEntries(healths.map((health) => [health, 0])) as Record<Health, number>
  for (const { from, to, health } of segments) totals[health] += Date.parse(to) - Date.parse(from)
  return totals
}

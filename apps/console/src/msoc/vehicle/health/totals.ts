import { type Health, healths } from '@carapace/shared/msoc/severity'
import type { getVehicleHealth } from '@carapace/shared/msoc/vehicles/vehicles.contract'
import type { z } from 'zod'

/** A period in which a vehicle's health was the same. */
export type Segment = z.output<typeof getVehicleHealth.output>['segments'][number]

/** The total duration of each health, ms (rule VEHICLE-UI-4). */
export function totalsOf(segments: readonly Segment[]): Readonly<Record<Health, number>> {
  const totals = Object.fromEntries(healths.map((health) => [health, 0])) as Record<Health, number>
  for (const { from, to, health } of segments) totals[health] += Date.parse(to) - Date.parse(from)
  return totals
}

import type { ReportedSoftware } from '@carapace/shared/msoc/events/events'
import type { VehicleId } from '@carapace/shared/msoc/vehicles/vehicles.table'
import type { Item } from '../item.ts'

/** The newest report of a control unit in a batch. */
export interface LatestSoftware extends ReportedSoftware {
  readonly vehicle: VehicleId
  /** The time of the report, epoch ms. */
  readonly ts: number
  /** Since when the batch reports this version without another one in between, epoch ms. */
  readonly since: number
}

/** Returns the newest report of each control unit, by vehicle and name: the order in which rows are locked. */
export function latestSoftware(items: readonly Item[]): LatestSoftware[] {
  const latest = new Map<string, LatestSoftware>()
  // sort is stable: of two reports of one time the later one holds
  for (const { vehicle, event } of [...items].sort((a, b) => a.event.ts - b.event.ts)) {
    if (event.kind !== 'inventory') continue
    for (const unit of event.ecus) {
      const key = `${vehicle.id} ${unit.ecu}`
      const before = latest.get(key)
      const isSame = before?.software === unit.software && before.version === unit.version
      latest.set(key, { ...unit, vehicle: vehicle.id, ts: event.ts, since: isSame ? before.since : event.ts })
    }
  }
  return [...latest.values()]
}

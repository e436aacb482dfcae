import type { Org } from '@carapace/shared/core/owned'
import type { VehicleEvent } from '@carapace/shared/msoc/events/events'
import type { Vehicle } from './detect/fleet-facts.ts'

/** One event of a batch, with everything that storing and detection need. */
export interface Item {
  readonly org: Org
  readonly vehicle: Vehicle
  readonly event: VehicleEvent
  readonly receivedAt: number
}

import type { OrgUuid } from '../../core/owned.ts'
import type { VehicleId } from '../vehicles/vehicles.table.ts'

/** Messages about vehicle actions between the api and ingest, for all organisations. */
export const actionTopics = {
  /** An action may be delivered; items are `ActionNews`. */
  approved: 'all.actions-approved',
  /** A vehicle has confirmed an action, or could not do it; items are uuids of organisations. */
  ended: 'all.actions-ended',
}

export type ActionNews = readonly [org: OrgUuid, vehicle: VehicleId, action: string]

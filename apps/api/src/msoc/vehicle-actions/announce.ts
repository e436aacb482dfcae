import type { Publisher } from '@carapace/shared/core/bus/bus'
import type { Org } from '@carapace/shared/core/owned'
import { actionTopics } from '@carapace/shared/msoc/vehicle-actions/action-topics'
import type { ActionRow } from './actions.queries.ts'

/** Wakes the vehicle that waits for actions, after the commit. */
export function announceAction(publisher: Publisher, org: Org, { uuid, vehicleId }: ActionRow): void {
  publisher.publish(actionTopics.approved, [[org.uuid, vehicleId, uuid]])
}

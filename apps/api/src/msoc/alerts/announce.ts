import type { Publisher } from '@carapace/shared/core/bus/bus'
import type { Org } from '@carapace/shared/core/owned'
import { topics } from '@carapace/shared/msoc/topics'
import type { AlertNews } from './alerts.queries.ts'

/** Wakes the viewers of the live map and of the queue, after the commit. */
export function announceAlerts(publisher: Publisher, org: Org, { health, seq }: AlertNews): void {
  publisher.publish(topics.health(org.uuid), health)
  if (seq !== undefined) publisher.publish(topics.changes(org.uuid), [seq])
}

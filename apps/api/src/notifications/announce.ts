import type { Publisher } from '@carapace/shared/core/bus/bus'
import type { Org } from '@carapace/shared/core/owned'
import { topics } from '@carapace/shared/notifications/topics'

/** Makes the viewers of an organisation read their notifications again; `isDue`: and the senders look at once. */
export function announceNotifications(publisher: Publisher, { uuid }: Org, isDue = false): void {
  publisher.publish(topics.notifications(uuid), ['changed'])
  if (isDue) publisher.publish(topics.allNotifications, [uuid])
}

import type { MyNotifications, Notification } from '@carapace/shared/notifications/notifications.contract'

/** The notifications for the browser that arrived between two states; of the first state none did. */
export function arrivedIn(before: MyNotifications | undefined, after: MyNotifications): readonly Notification[] {
  if (before === undefined) return []
  const known = new Set(before.latest.map(keyOf))
  const newest = before.latest[0]?.at ?? ''
  return after.latest.filter((one) => one.push && one.read_at === null && one.at >= newest && !known.has(keyOf(one)))
}

/** A repeat is another arrival. */
const keyOf = ({ uuid, at }: Notification) => `${uuid} ${at}`

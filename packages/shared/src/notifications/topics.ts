import type { OrgUuid } from '../core/owned.ts'

/** The bus topics of notifications. */
export const topics = {
  /** Notifications of the organisation were added or read; the tables have the details. */
  notifications: (org: OrgUuid) => `${org}.notifications`,
  /** The same for every organisation, for processes that deliver for all of them. */
  allNotifications: 'all.notifications',
}

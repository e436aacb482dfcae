import type { Permission } from '../permissions.ts'

/** How soon a person should see it. Critical notifications ignore quiet hours. */
export const urgencies = ['critical', 'high', 'normal', 'low'] as const
export type Urgency = (typeof urgencies)[number]

/** The subjects of notifications. */
export const notificationCategories = ['security', 'sbom', 'engineering', 'workspace'] as const
export type NotificationCategory = (typeof notificationCategories)[number]

/** The ways on which a notification reaches people. */
export const notificationChannels = ['in_app', 'push', 'email', 'slack', 'teams', 'webhook'] as const
export type NotificationChannel = (typeof notificationChannels)[number]

/**
 * Something that people are notified of. Modules declare their kinds; people choose by kind what reaches them where.
 */
export interface NotificationKind {
  readonly kind: string
  readonly category: NotificationCategory
  /** In the list of kinds: "A critical alert was raised". */
  readonly title: string
  /** The channels for members who have chosen nothing; absent: in the console only. */
  readonly channels?: readonly NotificationChannel[]
  /** Who is notified next, if nobody acknowledges it. */
  readonly escalation?: {
    readonly afterMinutes: number
    /** The kind of the notification that follows. */
    readonly kind: string
    readonly to: { readonly permission: Permission }
  }
}

import type { NotificationCategory, NotificationChannel, Urgency } from '../core/notification-kinds.ts'

/** The channels on which the server delivers by itself; the others are shown in an open console. */
export const deliveredChannels = [
  'email',
  'slack',
  'teams',
  'webhook',
] as const satisfies readonly NotificationChannel[]
export type DeliveredChannel = (typeof deliveredChannels)[number]

/** The channels that need a target: the address of a chat's incoming webhook, or of a receiver of one's own. */
export const targetChannels = ['slack', 'teams', 'webhook'] as const satisfies readonly DeliveredChannel[]
export type TargetChannel = (typeof targetChannels)[number]

/**
 * The state of a delivery. SENDING: a process is sending it now. SKIPPED: it is not sent, for a reason that the log
 * states.
 */
export const deliveryStates = ['QUEUED', 'SENDING', 'SENT', 'FAILED', 'SKIPPED'] as const
export type DeliveryState = (typeof deliveryStates)[number]

export const digests = ['none', 'hourly', 'daily'] as const
export type Digest = (typeof digests)[number]

/**
 * Hours without mail, messages and pushes: minutes of the day, in the member's time zone; they may include midnight.
 */
export interface QuietHours {
  readonly from: number
  readonly until: number
}

/** A member's choice of what reaches them where and when. */
export interface Preferences {
  /** The channels by kind; for a kind that is not in it, the channels of its declaration. */
  readonly kinds: Readonly<Record<string, readonly NotificationChannel[]>>
  /** The least urgent notifications that a channel brings; absent: all of them. */
  readonly minimum: Readonly<Partial<Record<NotificationChannel, Urgency>>>
  readonly quiet: QuietHours | null
  /** Outside the member's shifts only the console shows notifications. */
  readonly onlyInShift: boolean
  /** Mails that are not critical are collected into one mail an hour, or a day. */
  readonly digest: Digest
  /** When the daily mail is sent, in minutes of the day. */
  readonly digestAt: number
}

/** What applies to members who have chosen nothing. */
export const usualPreferences: Preferences = {
  kinds: {},
  minimum: {},
  quiet: null,
  onlyInShift: false,
  digest: 'none',
  digestAt: 8 * 60,
}

/** What a target of the organisation receives, of the notifications to groups of members. */
export interface TargetFilter {
  /** Empty: every category. */
  readonly categories: readonly NotificationCategory[]
  readonly minimum: Urgency
}

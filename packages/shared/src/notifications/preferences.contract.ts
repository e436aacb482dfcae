import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { notificationCategories, notificationChannels, urgencies } from '../core/notification-kinds.ts'
import { targetChannels, digests } from './notifications.ts'

const minuteOfDay = z
  .int()
  .min(0)
  .max(24 * 60 - 1)
const someChannels = z.array(z.enum(notificationChannels)).max(notificationChannels.length)
const kindName = z
  .string()
  .min(1)
  .max(60)
  .regex(/^[a-z0-9-]+$/)

/** What reaches the caller where and when; see `Preferences` in ./notifications.ts. */
export const NotificationPreferences = z.object({
  /** The channels by kind; for a kind that is not in it, the channels of its declaration. */
  kinds: z.record(kindName, someChannels).refine((kinds) => Object.keys(kinds).length <= 200, 'At most 200 kinds.'),
  /** The least urgent notifications that a channel brings; absent: all of them. */
  minimum: z.partialRecord(z.enum(notificationChannels), z.enum(urgencies)),
  /** Minutes of the day, in the member's time zone; null: none. */
  quiet: z.object({ from: minuteOfDay, until: minuteOfDay }).nullable(),
  only_in_shift: z.boolean(),
  digest: z.enum(digests),
  digest_at: minuteOfDay,
})
export type NotificationPreferences = z.infer<typeof NotificationPreferences>

export const getNotificationPreferences = endpoint({
  method: 'GET',
  path: 'v2/app/notifications/preferences',
  summary: 'What the caller is notified of, where and when, and every kind of notification',
  access: 'member',
  input: z.object({}),
  output: z.object({
    kinds: z.array(
      z.object({
        kind: z.string(),
        category: z.enum(notificationCategories),
        title: z.string(),
        /** The channels for members who have chosen nothing. */
        channels: someChannels,
      }),
    ),
    preferences: NotificationPreferences,
    /** 0: the caller has chosen nothing. */
    revision: z.int(),
    time_zone: z.string(),
    /** The channels for which the caller has a verified target. */
    targets: z.array(z.enum(targetChannels)),
    /** Whether the installation keeps rotas of shifts. */
    has_shifts: z.boolean(),
  }),
})

export const saveNotificationPreferences = endpoint({
  method: 'POST',
  path: 'v2/app/notifications/preferences/save',
  summary: 'Choose what reaches the caller where and when',
  access: 'member',
  needs: 'account.own',
  input: z.object({ preferences: NotificationPreferences, revision: z.int32().min(0) }),
  output: z.object({ success: z.literal(true), revision: z.int() }),
})

export const testNotification = endpoint({
  method: 'POST',
  path: 'v2/app/notifications/preferences/test',
  summary: 'Send the caller a notification on every channel that is switched on for it',
  access: 'member',
  needs: 'account.own',
  input: z.object({}),
  output: z.object({ success: z.literal(true) }),
})

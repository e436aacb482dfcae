import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { channel } from '../core/live/channel.ts'
import { notificationCategories, urgencies } from '../core/notification-kinds.ts'
import { cursor, dateTime, limit, oneOrMore, queryBoolean, queryDateTime } from '../core/wire.ts'

/** A notification, as one of its recipients sees it. */
export const Notification = z.object({
  uuid: z.uuid(),
  kind: z.string(),
  category: z.enum(notificationCategories),
  urgency: z.enum(urgencies),
  title: z.string(),
  text: z.string(),
  /** The page that shows it, with its query, below the base path. */
  href: z.string(),
  /** The occurrences within an hour that it stands for. */
  count: z.int(),
  /** The latest occurrence. */
  at: dateTime,
  read_at: dateTime.nullable(),
  /** Whether an open console may show it as a notification of the browser. */
  push: z.boolean(),
  /** If nobody acknowledges it by then, the next people are notified. */
  escalates_at: dateTime.nullable(),
  acknowledged_at: dateTime.nullable(),
  /** The name of the member who acknowledged it; null: a change of what it is about did. */
  acknowledged_by: z.string().nullable(),
})
export type Notification = z.infer<typeof Notification>

export const listNotifications = endpoint({
  method: 'GET',
  path: 'v2/app/notifications',
  summary: "The caller's notifications, the latest first",
  access: 'member',
  input: z.object({
    category: oneOrMore(notificationCategories).optional(),
    urgency: oneOrMore(urgencies).optional(),
    unread: queryBoolean.optional(),
    from: queryDateTime.optional(),
    until: queryDateTime.optional(),
    cursor: cursor.optional(),
    limit: limit(200, 50),
  }),
  output: z.object({
    notifications: z.array(Notification),
    next_cursor: z.string().nullable(),
    /** All unread notifications of the caller, whatever the filter. */
    unread: z.int(),
  }),
})

export const markNotifications = endpoint({
  method: 'POST',
  path: 'v2/app/notifications/mark',
  summary: "Mark some of the caller's notifications as read or unread",
  access: 'member',
  needs: 'account.own',
  input: z.object({ uuids: z.array(z.uuid()).min(1).max(200), read: z.boolean() }),
  output: z.object({ success: z.literal(true), unread: z.int() }),
})

export const markAllNotifications = endpoint({
  method: 'POST',
  path: 'v2/app/notifications/mark-all',
  summary: "Mark all of the caller's notifications as read that occurred up to a time",
  access: 'member',
  needs: 'account.own',
  input: z.object({ until: dateTime, category: z.enum(notificationCategories).optional() }),
  output: z.object({ success: z.literal(true), marked: z.int(), unread: z.int() }),
})

export const acknowledgeNotification = endpoint({
  method: 'POST',
  path: 'v2/app/notifications/acknowledge',
  summary: 'Report that the caller handles what a notification is about: it escalates no further',
  access: 'member',
  needs: 'account.own',
  input: z.object({ uuid: z.uuid() }),
  output: z.object({ success: z.literal(true), notification: Notification }),
})

/** How many of the latest notifications the bell shows. */
export const latestShown = 20

const Mine = z.object({ unread: z.int(), latest: z.array(Notification).max(latestShown) })
export type MyNotifications = z.infer<typeof Mine>

/** The caller's own notifications. Each change is the whole state: what a viewer missed is in the next one. */
export const mineChannel = channel({
  name: 'notifications.mine',
  delivery: 'state',
  access: 'member',
  params: z.object({}),
  snapshot: Mine,
  change: Mine,
})

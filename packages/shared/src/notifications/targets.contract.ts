import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { notificationCategories, urgencies } from '../core/notification-kinds.ts'
import { cursor, dateTime, limit, oneOrMore } from '../core/wire.ts'
import { deliveredChannels, deliveryStates, targetChannels } from './notifications.ts'

/** An address outside that receives notifications. Its URL and its secret are never returned. */
export const NotificationTarget = z.object({
  uuid: z.uuid(),
  /** Whether it belongs to the caller; else it belongs to the organisation. */
  own: z.boolean(),
  channel: z.enum(targetChannels),
  name: z.string(),
  host: z.string(),
  categories: z.array(z.enum(notificationCategories)),
  minimum: z.enum(urgencies),
  active: z.boolean(),
  /** When a test delivery succeeded; null: it receives nothing until one does. */
  verified_at: dateTime.nullable(),
  last_error: z.string().nullable(),
  revision: z.int(),
})
export type NotificationTarget = z.infer<typeof NotificationTarget>

export const listNotificationTargets = endpoint({
  method: 'GET',
  path: 'v2/app/notifications/targets',
  summary: "The caller's targets; for administrators also the organisation's",
  access: 'member',
  input: z.object({}),
  output: z.object({ targets: z.array(NotificationTarget) }),
})

export const saveNotificationTarget = endpoint({
  method: 'POST',
  path: 'v2/app/notifications/targets/save',
  summary: 'Add a target, or change one. With another address it must be tested again',
  access: 'member',
  needs: 'account.own',
  input: z.object({
    /** Absent: adds a target. */
    uuid: z.uuid().optional(),
    revision: z.int32().optional(),
    /** Whether it belongs to the caller; only administrators add targets of the organisation. */
    own: z.boolean(),
    channel: z.enum(targetChannels),
    name: z.string().trim().min(1).max(60),
    /** Absent: the address stays as it is. */
    url: z.string().trim().min(8).max(2_000).optional(),
    /** With this webhooks are signed. Absent: the secret stays as it is, or there is none. */
    secret: z.string().min(16).max(200).optional(),
    /** Empty: every category. Only for targets of the organisation. */
    categories: z.array(z.enum(notificationCategories)).max(notificationCategories.length).default([]),
    minimum: z.enum(urgencies).default('low'),
    active: z.boolean().default(true),
  }),
  output: z.object({ success: z.literal(true), target: NotificationTarget }),
})

export const deleteNotificationTarget = endpoint({
  method: 'POST',
  path: 'v2/app/notifications/targets/delete',
  summary: 'Remove a target',
  access: 'member',
  needs: 'account.own',
  input: z.object({ uuid: z.uuid() }),
  output: z.object({ success: z.literal(true) }),
})

export const testNotificationTarget = endpoint({
  method: 'POST',
  path: 'v2/app/notifications/targets/test',
  summary: 'Send a test to a target now; when it succeeds, the target receives notifications',
  access: 'member',
  needs: 'account.own',
  input: z.object({ uuid: z.uuid() }),
  output: z.object({ success: z.literal(true), target: NotificationTarget }),
})

/** A notification on its way to one recipient on one channel. */
export const NotificationDelivery = z.object({
  uuid: z.uuid(),
  notification: z.object({ uuid: z.uuid(), title: z.string(), kind: z.string(), urgency: z.enum(urgencies) }),
  channel: z.enum(deliveredChannels),
  /** The name of the member or of the target. */
  recipient: z.string(),
  state: z.enum(deliveryStates),
  is_digest: z.boolean(),
  attempts: z.int(),
  /** When it is tried next; null: not any more. */
  next_at: dateTime.nullable(),
  error: z.string().nullable(),
  sent_at: dateTime.nullable(),
  created_at: dateTime,
})
export type NotificationDelivery = z.infer<typeof NotificationDelivery>

export const listNotificationDeliveries = endpoint({
  method: 'GET',
  path: 'v2/app/notifications/deliveries',
  summary: "The deliveries to the caller, the latest first; for administrators the whole organisation's",
  access: 'member',
  input: z.object({
    state: oneOrMore(deliveryStates).optional(),
    channel: oneOrMore(deliveredChannels).optional(),
    cursor: cursor.optional(),
    limit: limit(200, 50),
  }),
  output: z.object({ deliveries: z.array(NotificationDelivery), next_cursor: z.string().nullable() }),
})

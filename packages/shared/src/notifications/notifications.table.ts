import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { organisations, users } from '../account/account.table.ts'
import { at, bytea } from '../core/columns.table.ts'
import type { NotificationCategory, Urgency } from '../core/notification-kinds.ts'
import type { OrgUuid } from '../core/owned.ts'
import type { DeliveredChannel, DeliveryState, Preferences, TargetChannel, TargetFilter } from './notifications.ts'

const org = () =>
  uuid('org_uuid')
    .$type<OrgUuid>()
    .notNull()
    .references(() => organisations.uuid)

const user = () =>
  uuid('user_uuid')
    .notNull()
    .references(() => users.uuid, { onDelete: 'cascade' })

/** What people were notified of. Deleted after 90 days, with all that belongs to it. */
export const notifications = pgTable(
  'notifications',
  {
    uuid: uuid().primaryKey().defaultRandom(),
    orgUuid: org(),
    kind: text().notNull(),
    category: text().$type<NotificationCategory>().notNull(),
    urgency: text().$type<Urgency>().notNull(),
    title: text().notNull(),
    text: text().notNull().default(''),
    /** The page that shows it, with its query, below the base path. */
    href: text().notNull(),
    dedupKey: text('dedup_key'),
    /** The occurrences that it stands for. */
    count: integer().notNull().default(1),
    /** The first and the latest occurrence. */
    at: at('at').notNull().defaultNow(),
    lastAt: at('last_at').notNull().defaultNow(),
    /** Somebody handles it. */
    acknowledgedAt: at('acknowledged_at'),
    acknowledgedBy: uuid('acknowledged_by').references(() => users.uuid, { onDelete: 'set null' }),
    /** When the next people are notified unless somebody acknowledges it; null: not, or not any more. */
    escalatesAt: at('escalates_at'),
    /** The notification that began the escalation of which this is a step. */
    rootUuid: uuid('root_uuid'),
  },
  (t) => [
    index('notifications_by_key')
      .on(t.orgUuid, t.dedupKey, t.at)
      .where(sql`dedup_key IS NOT NULL`),
    index('notifications_escalating')
      .on(t.escalatesAt)
      .where(sql`escalates_at IS NOT NULL`),
    index().on(t.lastAt),
  ],
)

/** The members whose bell and history show a notification. */
export const notificationRecipients = pgTable(
  'notification_recipients',
  {
    orgUuid: org(),
    notificationUuid: uuid('notification_uuid')
      .notNull()
      .references(() => notifications.uuid, { onDelete: 'cascade' }),
    userUuid: user(),
    /** The latest occurrence: the order of the list. */
    at: at('at').notNull().defaultNow(),
    readAt: at('read_at'),
    /** Whether an open console shows it as a notification of the browser. */
    push: boolean().notNull().default(false),
    /** When the row changed last: viewers read it again. */
    changedAt: at('changed_at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.notificationUuid, t.userUuid] }),
    index().on(t.userUuid, t.at, t.notificationUuid),
    index().on(t.userUuid, t.changedAt),
    index('notification_recipients_unread')
      .on(t.userUuid)
      .where(sql`read_at IS NULL`),
  ],
)

/** What a member chose to be notified of, where and when. */
export const notificationPreferences = pgTable('notification_preferences', {
  userUuid: user().primaryKey(),
  orgUuid: org(),
  settings: jsonb().$type<Preferences>().notNull(),
  revision: integer().notNull().default(1),
})

/** An address outside that receives notifications: a chat of the organisation, or a member's own. */
export const notificationTargets = pgTable(
  'notification_targets',
  {
    uuid: uuid().primaryKey().defaultRandom(),
    orgUuid: org(),
    /** Null: it belongs to the organisation. */
    userUuid: uuid('user_uuid').references(() => users.uuid, { onDelete: 'cascade' }),
    channel: text().$type<TargetChannel>().notNull(),
    name: text().notNull(),
    /** The host of the URL, which people may see. */
    host: text().notNull(),
    /** The URL and the signing secret, sealed: whoever has them can write to the chat. */
    sealed: bytea().notNull(),
    filter: jsonb().$type<TargetFilter>().notNull(),
    active: boolean().notNull().default(true),
    /** When a test delivery succeeded; null: never since the address was changed. */
    verifiedAt: at('verified_at'),
    /** Why the latest delivery failed; null: it succeeded. */
    lastError: text('last_error'),
    createdAt: at('created_at').notNull().defaultNow(),
    revision: integer().notNull().default(1),
  },
  (t) => [
    index().on(t.orgUuid),
    uniqueIndex('notification_targets_of_member')
      .on(t.userUuid, t.channel)
      .where(sql`user_uuid IS NOT NULL`),
  ],
)

/**
 * A notification on its way to one recipient on one channel. The unique index is what keeps one notification from
 * reaching one recipient twice on one channel, however many processes send.
 */
export const notificationDeliveries = pgTable(
  'notification_deliveries',
  {
    uuid: uuid().primaryKey().defaultRandom(),
    orgUuid: org(),
    notificationUuid: uuid('notification_uuid')
      .notNull()
      .references(() => notifications.uuid, { onDelete: 'cascade' }),
    /** A member, or a target of the organisation. */
    recipientUuid: uuid('recipient_uuid').notNull(),
    /** Null: it goes to a target of the organisation. */
    userUuid: uuid('user_uuid').references(() => users.uuid, { onDelete: 'cascade' }),
    /** The target; null: it goes by mail. */
    targetUuid: uuid('target_uuid').references(() => notificationTargets.uuid, { onDelete: 'cascade' }),
    channel: text().$type<DeliveredChannel>().notNull(),
    state: text().$type<DeliveryState>().notNull().default('QUEUED'),
    /** It becomes part of one mail with others. */
    isDigest: boolean('is_digest').notNull().default(false),
    attempts: integer().notNull().default(0),
    /** QUEUED: when it is due; SENDING: until when its process is given to report. */
    nextAt: at('next_at').notNull().defaultNow(),
    /** Why it was skipped, or why the latest attempt failed. */
    error: text(),
    /** When it was last tried. */
    triedAt: at('tried_at'),
    sentAt: at('sent_at'),
    /** The mail in the queue of mails that contains it. */
    mailUuid: uuid('mail_uuid'),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('notification_deliveries_once').on(t.notificationUuid, t.recipientUuid, t.channel),
    index('notification_deliveries_due')
      .on(t.nextAt)
      .where(sql`state IN ('QUEUED', 'SENDING')`),
    index().on(t.orgUuid, t.createdAt, t.uuid),
    index('notification_deliveries_tried')
      .on(t.orgUuid, t.triedAt)
      .where(sql`tried_at IS NOT NULL`),
  ],
)

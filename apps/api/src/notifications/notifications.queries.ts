import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  max,
  ne,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { users } from '@carapace/shared/account/account.table'
import type { NotificationCategory, Urgency } from '@carapace/shared/core/notification-kinds'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { rowsOf } from '@carapace/shared/core/time-series/time-series.queries'
import type { Notification } from '@carapace/shared/notifications/notifications.contract'
import {
  notificationDeliveries,
  notificationRecipients,
  notifications,
} from '@carapace/shared/notifications/notifications.table'
import type { Database, Tx } from '../core/db.ts'
import { isCursorTime } from '../core/http/storable.ts'

export type NotificationRow = typeof notifications.$inferSelect

/** The notification with a key that began after a time; until the transaction ends, nobody else adds one. */
export async function lockByKey(tx: Tx, org: Org, kind: string, dedupKey: string, after: Date) {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext(${`notification ${org.uuid} ${kind} ${dedupKey}`}))`)
  const [row] = await tx
    .select({ uuid: notifications.uuid })
    .from(notifications)
    .where(
      ownedBy(
        org,
        notifications,
        eq(notifications.kind, kind),
        eq(notifications.dedupKey, dedupKey),
        gt(notifications.at, after),
        isNull(notifications.acknowledgedAt),
      ),
    )
    .orderBy(desc(notifications.at))
    .limit(1)
  return row?.uuid
}

export async function insertNotification(
  tx: Tx,
  fields: Omit<typeof notifications.$inferInsert, 'uuid'>,
): Promise<string> {
  const [row] = await tx.insert(notifications).values(fields).returning({ uuid: notifications.uuid })
  return row!.uuid
}

/**
 * Counts a repeat on the first occurrence, which then shows what the repeat shows, and escalates again if it had
 * already.
 */
export async function countRepeat(
  tx: Tx,
  org: Org,
  uuid: string,
  fields: Pick<NotificationRow, 'title' | 'text' | 'href' | 'lastAt'>,
  escalatesAt: Date | undefined,
): Promise<void> {
  await tx
    .update(notifications)
    .set({
      ...fields,
      count: sql`${notifications.count} + 1`,
      ...(escalatesAt && { escalatesAt: sql`coalesce(${notifications.escalatesAt}, ${escalatesAt.toISOString()})` }),
    })
    .where(ownedBy(org, notifications, eq(notifications.uuid, uuid)))
}

/** Shows a notification to members; to those who have it already, as unread again. */
export async function showTo(tx: Tx, rows: readonly (typeof notificationRecipients.$inferInsert)[]): Promise<void> {
  if (rows.length === 0) return
  await tx
    .insert(notificationRecipients)
    .values([...rows])
    .onConflictDoUpdate({
      target: [notificationRecipients.notificationUuid, notificationRecipients.userUuid],
      set: { at: sql`excluded.at`, changedAt: sql`excluded.changed_at`, push: sql`excluded.push`, readAt: null },
    })
}

/**
 * Queues deliveries; a recipient who has one on the channel gets no other, unless that one was skipped before it was
 * tried (rules NOTIFICATION-3, NOTIFICATION-11).
 */
export async function queueDeliveries(
  tx: Tx,
  rows: readonly (typeof notificationDeliveries.$inferInsert)[],
): Promise<void> {
  const { notificationUuid, recipientUuid, channel, state, triedAt } = notificationDeliveries
  if (rows.length > 0)
    await tx
      .insert(notificationDeliveries)
      .values([...rows])
      .onConflictDoUpdate({
        target: [notificationUuid, recipientUuid, channel],
        set: {
          state: sql`excluded.state`,
          error: sql`excluded.error`,
          targetUuid: sql`excluded.target_uuid`,
          isDigest: sql`excluded.is_digest`,
          nextAt: sql`excluded.next_at`,
        },
        setWhere: and(eq(state, 'SKIPPED'), isNull(triedAt)),
      })
}

/**
 * Marks notifications and the escalations of which they are steps as handled; returns those that were not before.
 * `where` chooses them.
 */
export async function acknowledgeWhere(tx: Tx, org: Org, where: SQL, by: string | null, now: Date): Promise<string[]> {
  const chosen = await tx
    .select({ uuid: notifications.uuid, root: notifications.rootUuid })
    .from(notifications)
    .where(ownedBy(org, notifications, where))
    .limit(1_000)
  if (chosen.length === 0) return []
  const roots = [...new Set(chosen.map(({ uuid, root }) => root ?? uuid))]
  const isOfThese = or(inArray(notifications.uuid, roots), inArray(notifications.rootUuid, roots))
  const rows = await tx
    .update(notifications)
    .set({ acknowledgedAt: now, acknowledgedBy: by, escalatesAt: null })
    .where(ownedBy(org, notifications, isOfThese, isNull(notifications.acknowledgedAt)))
    .returning({ uuid: notifications.uuid })
  const uuids = rows.map(({ uuid }) => uuid)
  if (uuids.length > 0)
    await tx
      .update(notificationRecipients)
      .set({ changedAt: now })
      .where(ownedBy(org, notificationRecipients, inArray(notificationRecipients.notificationUuid, uuids)))
  return uuids
}

/** Condition: notifications of a kind with one of these keys that may still escalate. */
export function withKeys(kind: string, keys: readonly string[]): SQL {
  return and(
    eq(notifications.kind, kind),
    inArray(notifications.dedupKey, [...keys]),
    isNull(notifications.acknowledgedAt),
    gt(notifications.at, new Date(Date.now() - 7 * 86_400_000)),
  )!
}

/**
 * Removes the notifications that lead to a page, and their deliveries that were not sent, from everybody but these
 * members (rule NOTIFICATION-17).
 */
export async function withdrawNotifications(tx: Tx, org: Org, href: string, except: readonly string[]): Promise<void> {
  const leading = tx
    .select({ uuid: notifications.uuid })
    .from(notifications)
    .where(ownedBy(org, notifications, eq(notifications.href, href)))
  const { userUuid, notificationUuid } = notificationRecipients
  await tx
    .delete(notificationRecipients)
    .where(ownedBy(org, notificationRecipients, inArray(notificationUuid, leading), notInArray(userUuid, [...except])))
  await tx
    .delete(notificationDeliveries)
    .where(
      ownedBy(
        org,
        notificationDeliveries,
        inArray(notificationDeliveries.notificationUuid, leading),
        notInArray(notificationDeliveries.recipientUuid, [...except]),
        ne(notificationDeliveries.state, 'SENT'),
      ),
    )
}

/** The organisations with escalations that are due. Across organisations: one process serves all of them. */
export async function orgsEscalating(db: Database, now: Date): Promise<Org[]> {
  return rowsOf<Org>(
    db,
    sql`
    SELECT DISTINCT o.uuid, o.id
    FROM notifications n
    JOIN organisations o ON o.uuid = n.org_uuid
    WHERE n.escalates_at <= ${now.toISOString()}::timestamptz
    ORDER BY o.id`,
  )
}

/** Takes escalations of an organisation that are due. Once taken, a notification escalates no further by itself. */
export async function takeEscalating(tx: Tx, org: Org, now: Date, most: number): Promise<NotificationRow[]> {
  const rows = await tx
    .select()
    .from(notifications)
    .where(ownedBy(org, notifications, isNotNull(notifications.escalatesAt), lte(notifications.escalatesAt, now)))
    .orderBy(asc(notifications.escalatesAt))
    .limit(most)
    .for('update', { skipLocked: true })
  if (rows.length > 0)
    await tx
      .update(notifications)
      .set({ escalatesAt: null })
      .where(
        ownedBy(
          org,
          notifications,
          inArray(
            notifications.uuid,
            rows.map(({ uuid }) => uuid),
          ),
        ),
      )
  return rows
}

/** Deletes old notifications. Across organisations: they expire alike in all of them. */
export async function forgetNotifications(db: Database, before: Date): Promise<void> {
  await db.delete(notifications).where(lt(notifications.lastAt, before))
}

const acknowledger = alias(users, 'acknowledger')

/** A member's notifications, the latest first. */
async function selectMine(db: Database | Tx, where: SQL, limit: number): Promise<Notification[]> {
  const rows = await db
    .select({ notification: notifications, mine: notificationRecipients, by: acknowledger.name })
    .from(notificationRecipients)
    .innerJoin(notifications, eq(notifications.uuid, notificationRecipients.notificationUuid))
    .leftJoin(acknowledger, eq(acknowledger.uuid, notifications.acknowledgedBy))
    .where(where)
    .orderBy(desc(notificationRecipients.at), desc(notificationRecipients.notificationUuid))
    .limit(limit)
  return rows.map(({ notification: row, mine, by }) => ({
    uuid: row.uuid,
    kind: row.kind,
    category: row.category,
    urgency: row.urgency,
    title: row.title,
    text: row.text,
    href: row.href,
    count: row.count,
    at: mine.at.toISOString(),
    read_at: mine.readAt?.toISOString() ?? null,
    push: mine.push,
    escalates_at: row.escalatesAt?.toISOString() ?? null,
    acknowledged_at: row.acknowledgedAt?.toISOString() ?? null,
    acknowledged_by: by,
  }))
}

/** Condition of rows of the member's organisation: they are the member's. */
const isFor = (userUuid: string) => eq(notificationRecipients.userUuid, userUuid)

interface MineQuery {
  readonly category?: readonly NotificationCategory[] | undefined
  readonly urgency?: readonly Urgency[] | undefined
  readonly unread?: boolean | undefined
  readonly from?: Date | undefined
  readonly until?: Date | undefined
  readonly cursor?: string | undefined
  readonly limit: number
}

/** A page of a member's notifications, the latest first. */
export async function minePage(db: Database, org: Org, userUuid: string, query: MineQuery) {
  const { category, urgency, unread, from, until, cursor, limit } = query
  const where = ownedBy(
    org,
    notificationRecipients,
    isFor(userUuid),
    category && inArray(notifications.category, [...category]),
    urgency && inArray(notifications.urgency, [...urgency]),
    unread === undefined
      ? undefined
      : unread
        ? isNull(notificationRecipients.readAt)
        : isNotNull(notificationRecipients.readAt),
    from && gte(notificationRecipients.at, from),
    until && lt(notificationRecipients.at, until),
    before(cursor),
  )
  const found = await selectMine(db, where, limit + 1)
  const page = found.slice(0, limit)
  const last = page.at(-1)
  return {
    notifications: page,
    next_cursor: found.length > limit && last ? `${last.at}|${last.uuid}` : null,
    unread: await unreadOf(db, org, userUuid),
  }
}

function before(cursor: string | undefined): SQL | undefined {
  const [at = '', uuid = ''] = cursor?.split('|') ?? []
  if (!isCursorTime(at) || !/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(uuid)) return undefined
  const time = new Date(at)
  return or(
    lt(notificationRecipients.at, time),
    and(eq(notificationRecipients.at, time), lt(notificationRecipients.notificationUuid, uuid)),
  )
}

export async function latestOf(db: Database, org: Org, userUuid: string, limit: number): Promise<Notification[]> {
  return selectMine(db, ownedBy(org, notificationRecipients, isFor(userUuid)), limit)
}

export async function notificationOf(
  db: Database | Tx,
  org: Org,
  userUuid: string,
  uuid: string,
): Promise<Notification | undefined> {
  const isThis = eq(notificationRecipients.notificationUuid, uuid)
  const [row] = await selectMine(db, ownedBy(org, notificationRecipients, isFor(userUuid), isThis), 1)
  return row
}

export async function unreadOf(db: Database | Tx, org: Org, userUuid: string): Promise<number> {
  const isUnread = isNull(notificationRecipients.readAt)
  return db.$count(notificationRecipients, ownedBy(org, notificationRecipients, isFor(userUuid), isUnread))
}

/** What is compared to find out whether a member's notifications changed. */
export interface MineState {
  readonly total: number
  readonly unread: number
  /** When the latest change was. */
  readonly changedAt: number
}

export async function statesOf(
  db: Database,
  org: Org,
  userUuids: readonly string[],
): Promise<ReadonlyMap<string, MineState>> {
  if (userUuids.length === 0) return new Map()
  const those = inArray(notificationRecipients.userUuid, [...userUuids])
  const [unread, all] = await Promise.all([
    db
      .select({ user: notificationRecipients.userUuid, rows: count() })
      .from(notificationRecipients)
      .where(ownedBy(org, notificationRecipients, those, isNull(notificationRecipients.readAt)))
      .groupBy(notificationRecipients.userUuid),
    db
      .select({ user: notificationRecipients.userUuid, rows: count(), at: max(notificationRecipients.changedAt) })
      .from(notificationRecipients)
      .where(ownedBy(org, notificationRecipients, those))
      .groupBy(notificationRecipients.userUuid),
  ])
  const counts = new Map(unread.map(({ user, rows }) => [user, rows]))
  const totals = new Map(all.map((row) => [row.user, row]))
  return new Map(
    userUuids.map((user) => [
      user,
      {
        total: totals.get(user)?.rows ?? 0,
        unread: counts.get(user) ?? 0,
        changedAt: totals.get(user)?.at?.getTime() ?? 0,
      },
    ]),
  )
}

/** Marks some of a member's notifications; others are left alone. */
export async function markSome(
  tx: Tx,
  org: Org,
  userUuid: string,
  uuids: readonly string[],
  read: boolean,
  now: Date,
): Promise<void> {
  const { readAt } = notificationRecipients
  await tx
    .update(notificationRecipients)
    .set({ readAt: read ? now : null, changedAt: now })
    .where(
      ownedBy(
        org,
        notificationRecipients,
        isFor(userUuid),
        inArray(notificationRecipients.notificationUuid, [...uuids]),
        read ? isNull(readAt) : isNotNull(readAt),
      ),
    )
}

/** Marks all of a member's notifications up to a time as read; returns how many were unread. */
export async function markAll(
  tx: Tx,
  org: Org,
  userUuid: string,
  until: Date,
  category: NotificationCategory | undefined,
  now: Date,
): Promise<number> {
  const ofCategory = tx
    .select({ uuid: notifications.uuid })
    .from(notifications)
    .where(ownedBy(org, notifications, category && eq(notifications.category, category)))
  const rows = await tx
    .update(notificationRecipients)
    .set({ readAt: now, changedAt: now })
    .where(
      ownedBy(
        org,
        notificationRecipients,
        isFor(userUuid),
        isNull(notificationRecipients.readAt),
        lte(notificationRecipients.at, until),
        category && inArray(notificationRecipients.notificationUuid, ofCategory),
      ),
    )
    .returning({ uuid: notificationRecipients.notificationUuid })
  return rows.length
}

/** Condition: a notification of this uuid. */
export const named = (uuid: string): SQL => eq(notifications.uuid, uuid)

import { and, asc, count, desc, eq, gt, inArray, isNotNull, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import { mails, users } from '@carapace/shared/account/account.table'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { rowsOf } from '@carapace/shared/core/time-series/time-series.queries'
import { type DeliveredChannel, type DeliveryState, targetChannels } from '@carapace/shared/notifications/notifications'
import {
  notificationDeliveries,
  notificationTargets,
  notifications,
} from '@carapace/shared/notifications/notifications.table'
import type { NotificationDelivery } from '@carapace/shared/notifications/targets.contract'
import type { Database, Tx } from '../core/db.ts'
import { isCursorTime } from '../core/http/storable.ts'

/** The organisations with deliveries that are due. Across organisations: one process serves all of them. */
export async function orgsDue(db: Database, now: Date): Promise<Org[]> {
  return rowsOf<Org>(
    db,
    sql`
    SELECT DISTINCT o.uuid, o.id
    FROM notification_deliveries d
    JOIN organisations o ON o.uuid = d.org_uuid
    WHERE d.state IN ('QUEUED', 'SENDING') AND d.next_at <= ${now.toISOString()}::timestamptz
    ORDER BY o.id`,
  )
}

/**
 * Until the transaction ends, nobody else takes deliveries of the organisation: the limits per hour hold, and a digest
 * is one mail. Returns false if another process has it now. Across organisations: it reads no rows.
 */
export async function lockDeliveries(tx: Tx, org: Org): Promise<boolean> {
  const [row] = await rowsOf<{ locked: boolean }>(
    tx,
    sql`SELECT pg_try_advisory_xact_lock(hashtext(${`notification deliveries ${org.uuid}`})) AS locked`,
  )
  return row!.locked
}

/** How many mails an organisation sent since a time, critical and others: a digest is one of them. */
export async function countMailsSince(tx: Tx, org: Org, since: Date) {
  const rows = await tx
    .select({
      critical: isCritical,
      mails: sql<number>`count(DISTINCT coalesce(mail_uuid, notification_deliveries.uuid))::int`,
    })
    .from(notificationDeliveries)
    .innerJoin(notifications, eq(notifications.uuid, notificationDeliveries.notificationUuid))
    .where(ownedBy(org, notificationDeliveries, gt(notificationDeliveries.triedAt, since), isOn('email'), isNotSkipped))
    .groupBy(isCritical)
  const counted = (wanted: boolean) => rows.find(({ critical }) => critical === wanted)?.mails ?? 0
  return { critical: counted(true), others: counted(false) }
}

/** How many requests an organisation sent since a time, to each target, critical and others. */
export async function countRequestsSince(tx: Tx, org: Org, since: Date) {
  return tx
    .select({ critical: isCritical, targetUuid: notificationDeliveries.targetUuid, requests: count() })
    .from(notificationDeliveries)
    .innerJoin(notifications, eq(notifications.uuid, notificationDeliveries.notificationUuid))
    .where(ownedBy(org, notificationDeliveries, gt(notificationDeliveries.triedAt, since), isOnTargets, isNotSkipped))
    .groupBy(isCritical, notificationDeliveries.targetUuid)
}

const isCritical = sql<boolean>`${notifications.urgency} = 'critical'`
const isOn = (channel: DeliveredChannel) => eq(notificationDeliveries.channel, channel)
const isOnTargets = inArray(notificationDeliveries.channel, [...targetChannels])
const isNotSkipped = sql`${notificationDeliveries.state} <> 'SKIPPED'`

/** Mails that are due, with what they contain and the addresses to which they go, critical ones first. */
export async function dueMails(tx: Tx, org: Org, now: Date, most: number) {
  return tx
    .select({ delivery: notificationDeliveries, notification: notifications, email: users.email, active: users.active })
    .from(notificationDeliveries)
    .innerJoin(notifications, eq(notifications.uuid, notificationDeliveries.notificationUuid))
    .innerJoin(users, eq(users.uuid, notificationDeliveries.userUuid))
    .where(
      ownedBy(
        org,
        notificationDeliveries,
        isOn('email'),
        eq(notificationDeliveries.state, 'QUEUED'),
        lte(notificationDeliveries.nextAt, now),
      ),
    )
    .orderBy(desc(isCritical), asc(notificationDeliveries.userUuid), asc(notificationDeliveries.createdAt))
    .limit(most)
    .for('update', { of: notificationDeliveries, skipLocked: true })
}
export type DueMail = Awaited<ReturnType<typeof dueMails>>[number]

/**
 * Requests that are due, or whose process did not report in time: critical ones first, then from each target in turn.
 * Of a target that failed last there is one, so that it does not hold up the others.
 */
export async function dueRequests(tx: Tx, org: Org, now: Date, most: number) {
  const isDue = and(
    isOnTargets,
    inArray(notificationDeliveries.state, ['QUEUED', 'SENDING']),
    lte(notificationDeliveries.nextAt, now),
  )
  const { targetUuid, nextAt } = notificationDeliveries
  const turns = tx
    .select({
      uuid: notificationDeliveries.uuid,
      turn: sql<number>`row_number() OVER (PARTITION BY ${targetUuid} ORDER BY ${isCritical} DESC, ${nextAt})`.as(
        'turn',
      ),
    })
    .from(notificationDeliveries)
    .innerJoin(notifications, eq(notifications.uuid, notificationDeliveries.notificationUuid))
    .where(ownedBy(org, notificationDeliveries, isDue))
    .as('turns')
  return tx
    .select({
      delivery: notificationDeliveries,
      notification: notifications,
      target: notificationTargets,
      active: users.active,
    })
    .from(notificationDeliveries)
    .innerJoin(turns, eq(turns.uuid, notificationDeliveries.uuid))
    .innerJoin(notifications, eq(notifications.uuid, notificationDeliveries.notificationUuid))
    .innerJoin(notificationTargets, eq(notificationTargets.uuid, notificationDeliveries.targetUuid))
    .leftJoin(users, eq(users.uuid, notificationDeliveries.userUuid))
    .where(ownedBy(org, notificationDeliveries, isDue, or(isNull(notificationTargets.lastError), lte(turns.turn, 1))))
    .orderBy(desc(isCritical), asc(turns.turn), asc(notificationDeliveries.nextAt))
    .limit(most)
    .for('update', { of: notificationDeliveries, skipLocked: true })
}
export type DueRequest = Awaited<ReturnType<typeof dueRequests>>[number]

type Fields = Partial<
  Pick<
    typeof notificationDeliveries.$inferInsert,
    'state' | 'error' | 'attempts' | 'nextAt' | 'triedAt' | 'sentAt' | 'mailUuid'
  >
>

export async function writeDeliveries(tx: Tx | Database, org: Org, uuids: readonly string[], fields: Fields) {
  if (uuids.length === 0) return
  await tx
    .update(notificationDeliveries)
    .set(fields)
    .where(ownedBy(org, notificationDeliveries, inArray(notificationDeliveries.uuid, [...uuids])))
}

/** Records the result of an attempt, unless another process has taken the delivery over since. */
export async function writeAttempt(
  tx: Tx,
  org: Org,
  { uuid, attempts }: { uuid: string; attempts: number },
  fields: Fields,
): Promise<void> {
  await tx
    .update(notificationDeliveries)
    .set(fields)
    .where(
      ownedBy(
        org,
        notificationDeliveries,
        eq(notificationDeliveries.uuid, uuid),
        eq(notificationDeliveries.attempts, attempts),
        eq(notificationDeliveries.state, 'SENDING'),
      ),
    )
}

interface LogQuery {
  /** Absent: everybody's. */
  readonly userUuid?: string
  readonly state?: readonly DeliveryState[] | undefined
  readonly channel?: readonly DeliveredChannel[] | undefined
  readonly cursor?: string | undefined
  readonly limit: number
}

/** The state of a delivery by mail is that of the mail, which the queue of mails sends. */
const shownState = sql<DeliveryState>`CASE
  WHEN ${notificationDeliveries.state} <> 'SENT' OR ${mails.status} IS NULL THEN ${notificationDeliveries.state}
  WHEN ${mails.status} = 'WAITING' THEN 'QUEUED'
  WHEN ${mails.status} = 'FAILED' THEN 'FAILED'
  WHEN ${mails.status} IN ('DROPPED', 'KEPT') THEN 'SKIPPED'
  ELSE 'SENT' END`

const shownError = sql<string | null>`coalesce(${notificationDeliveries.error}, CASE ${mails.status}
  WHEN 'KEPT' THEN 'There is no mail server.'
  WHEN 'DROPPED' THEN 'The member is deactivated.'
  ELSE ${mails.error} END)`

/**
 * Notes in deliveries that their mail was not sent: the mail is deleted before them. Across organisations: the mailer
 * serves all of them.
 */
export async function noteUnsentMails(db: Database): Promise<void> {
  await db
    .update(notificationDeliveries)
    .set({ state: shownState, error: shownError, sentAt: null })
    .from(mails)
    .where(
      and(
        eq(mails.uuid, notificationDeliveries.mailUuid),
        eq(notificationDeliveries.state, 'SENT'),
        inArray(mails.status, ['FAILED', 'DROPPED', 'KEPT']),
      ),
    )
}

/** A page of the delivery log, the latest first. */
export async function deliveriesPage(db: Database, org: Org, query: LogQuery) {
  const { userUuid, state, channel, cursor, limit } = query
  const where = ownedBy(
    org,
    notificationDeliveries,
    userUuid === undefined ? undefined : eq(notificationDeliveries.userUuid, userUuid),
    state && inArray(shownState, [...state]),
    channel && inArray(notificationDeliveries.channel, [...channel]),
    before(cursor),
  )
  const found = await selectLog(db, where, limit + 1)
  const page = found.slice(0, limit)
  const last = page.at(-1)
  return { deliveries: page, next_cursor: found.length > limit && last ? `${last.created_at}|${last.uuid}` : null }
}

async function selectLog(db: Database, where: SQL, limit: number): Promise<NotificationDelivery[]> {
  const rows = await db
    .select({
      delivery: notificationDeliveries,
      notification: {
        uuid: notifications.uuid,
        title: notifications.title,
        kind: notifications.kind,
        urgency: notifications.urgency,
      },
      member: users.name,
      target: notificationTargets.name,
      shown: shownState,
      error: shownError,
    })
    .from(notificationDeliveries)
    .innerJoin(notifications, eq(notifications.uuid, notificationDeliveries.notificationUuid))
    .leftJoin(users, eq(users.uuid, notificationDeliveries.userUuid))
    .leftJoin(notificationTargets, eq(notificationTargets.uuid, notificationDeliveries.targetUuid))
    .leftJoin(mails, eq(mails.uuid, notificationDeliveries.mailUuid))
    .where(where)
    .orderBy(desc(notificationDeliveries.createdAt), desc(notificationDeliveries.uuid))
    .limit(limit)
  return rows.map(({ delivery, notification, member, target, shown, error }) => ({
    uuid: delivery.uuid,
    notification,
    channel: delivery.channel,
    recipient: member ?? target ?? '',
    state: shown,
    is_digest: delivery.isDigest,
    attempts: delivery.attempts,
    next_at: delivery.state === 'QUEUED' ? delivery.nextAt.toISOString() : null,
    error,
    sent_at: shown === 'SENT' ? (delivery.sentAt?.toISOString() ?? null) : null,
    created_at: delivery.createdAt.toISOString(),
  }))
}

function before(cursor: string | undefined): SQL | undefined {
  const [at = '', uuid = ''] = cursor?.split('|') ?? []
  if (!isCursorTime(at) || !/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(uuid)) return undefined
  const time = new Date(at)
  const { createdAt } = notificationDeliveries
  return or(lt(createdAt, time), and(eq(createdAt, time), lt(notificationDeliveries.uuid, uuid)))
}

/** Deliveries of a target that are still to be sent, when the target is switched off. */
export async function dropQueuedOf(tx: Tx, org: Org, targetUuid: string, error: string): Promise<void> {
  await tx
    .update(notificationDeliveries)
    .set({ state: 'SKIPPED', error })
    .where(
      ownedBy(
        org,
        notificationDeliveries,
        isNotNull(notificationDeliveries.targetUuid),
        eq(notificationDeliveries.targetUuid, targetUuid),
        eq(notificationDeliveries.state, 'QUEUED'),
      ),
    )
}

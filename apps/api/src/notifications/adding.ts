import type { NotificationChannel, NotificationKind } from '@carapace/shared/core/notification-kinds'
import type { Org } from '@carapace/shared/core/owned'
import { passesTarget, type Plan, planFor } from '@carapace/shared/notifications/plan'
import type { Tx } from '../core/db.ts'
import type { NewNotification } from '../core/notifications.ts'
import type { Kinds } from './kinds.ts'
import { countRepeat, insertNotification, lockByKey, queueDeliveries, showTo } from './notifications.queries.ts'
import { type Member, membersNotified, targetsOfOrganisation } from './recipients.queries.ts'
import type { OnShift } from './shifts.ts'

/** Repeats with the same key are counted on the first occurrence for this long, ms (rule NOTIFICATION-3). */
const repeatMs = 3_600_000
const minuteMs = 60_000

const longestTitle = 200
const longestText = 1_000

/** Adds a notification and plans its deliveries. `rootUuid`: it is a step of this notification's escalation. */
export type AddNotification = (tx: Tx, org: Org, notification: NewNotification, rootUuid?: string) => Promise<void>

/**
 * Stores a notification, its recipients and its deliveries in the caller's transaction: with it, all of them exist or
 * none does (rule NOTIFICATION-1).
 */
export function createAdding(kinds: Kinds, onShift: OnShift): AddNotification {
  return async (tx, org, notification, rootUuid) => {
    const kind = kinds.named(notification.kind)
    refuseOtherPage(notification)
    const members = await membersNotified(tx, org, notification)
    const now = new Date()
    const uuid = await stored(tx, org, kind, notification, rootUuid, now)
    const planned = await Promise.all(
      members.map(async (member) => ({ member, plan: await planOf(tx, org, kind, notification, member, now) })),
    )
    await showTo(
      tx,
      planned
        .filter(({ plan }) => plan.inApp || plan.push)
        .map(({ member, plan }) => ({
          orgUuid: org.uuid,
          notificationUuid: uuid,
          userUuid: member.uuid,
          push: plan.push,
          at: now,
          changedAt: now,
        })),
    )
    const rows = planned.flatMap(({ member, plan }) => deliveriesTo(org, uuid, member, plan, now))
    if ('permission' in notification.to) rows.push(...(await deliveriesToChats(tx, org, uuid, kind, notification, now)))
    await queueDeliveries(tx, rows)
  }

  async function planOf(
    tx: Tx,
    org: Org,
    kind: NotificationKind,
    { urgency }: NewNotification,
    member: Member,
    now: Date,
  ): Promise<Plan> {
    const isOnShift = member.preferences.onlyInShift ? await onShift(tx, org, member.uuid, now) : undefined
    const targets: ReadonlySet<NotificationChannel> = new Set(member.targets.keys())
    return planFor(kind, urgency, { ...member, targets, isOnShift }, now)
  }
}

/** A link in a mail or a chat leads into the console, and nowhere else (rule NOTIFICATION-2). */
function refuseOtherPage({ href, kind }: NewNotification): void {
  if (!/^\/org(\/|\?|$)[^\s\\]*$/.test(href)) throw new Error(`The page of the notification ${kind} is none of ours.`)
}

/** The uuid of the notification: a new one, or the one on which the repeat was counted. */
async function stored(
  tx: Tx,
  org: Org,
  { category, escalation }: NotificationKind,
  { kind, urgency, title, text = '', href, dedupKey }: NewNotification,
  rootUuid: string | undefined,
  now: Date,
): Promise<string> {
  const shown = { title: cut(title, longestTitle), text: cut(text, longestText), href, lastAt: now }
  const escalatesAt = escalation && new Date(now.getTime() + escalation.afterMinutes * minuteMs)
  const known =
    dedupKey === undefined ? undefined : await lockByKey(tx, org, kind, dedupKey, new Date(now.getTime() - repeatMs))
  if (known !== undefined) {
    await countRepeat(tx, org, known, shown, escalatesAt)
    return known
  }
  return insertNotification(tx, {
    ...shown,
    orgUuid: org.uuid,
    kind,
    category,
    urgency,
    dedupKey,
    at: now,
    rootUuid,
    escalatesAt,
  })
}

function cut(text: string, longest: number): string {
  const plain = text.replaceAll('\0', '').toWellFormed()
  return plain.length <= longest ? plain : `${plain.slice(0, longest - 1).toWellFormed()}…`
}

function deliveriesTo(org: Org, notificationUuid: string, member: Member, { deliveries }: Plan, now: Date) {
  return deliveries.map(({ channel, at, isDigest, skipped }) => ({
    orgUuid: org.uuid,
    notificationUuid,
    recipientUuid: member.uuid,
    userUuid: member.uuid as string | null,
    targetUuid: channel === 'email' ? null : member.targets.get(channel)!,
    channel,
    isDigest,
    nextAt: at,
    createdAt: now,
    ...(skipped !== undefined && { state: 'SKIPPED' as const, error: skipped }),
  }))
}

/** The chats and receivers of the organisation: they get what goes to a group of members, never what is personal. */
async function deliveriesToChats(
  tx: Tx,
  org: Org,
  notificationUuid: string,
  { category }: NotificationKind,
  { urgency }: NewNotification,
  now: Date,
) {
  const targets = await targetsOfOrganisation(tx, org)
  return targets
    .filter(({ filter }) => passesTarget(filter, { category, urgency }))
    .map(({ uuid, channel }) => ({
      orgUuid: org.uuid,
      notificationUuid,
      recipientUuid: uuid,
      userUuid: null,
      targetUuid: uuid,
      channel,
      isDigest: false,
      nextAt: now,
      createdAt: now,
    }))
}

import { and, asc, eq, inArray, isNotNull, isNull, ne, or } from 'drizzle-orm'
import { users } from '@carapace/shared/account/account.table'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { type Preferences, type TargetChannel, usualPreferences } from '@carapace/shared/notifications/notifications'
import { notificationPreferences, notificationTargets } from '@carapace/shared/notifications/notifications.table'
import { rolesWith } from '@carapace/shared/permissions'
import type { NewNotification } from '../core/notifications.ts'
import type { Database, Tx } from '../core/db.ts'

/** A member who is to be notified, with their choices and the targets that are ready to receive. */
export interface Member {
  readonly uuid: string
  readonly zone: string
  readonly preferences: Preferences
  readonly targets: ReadonlyMap<TargetChannel, string>
}

/** The active members whom a notification names, by themselves or by a permission. */
export async function membersNotified(
  tx: Tx,
  org: Org,
  { to, except }: Pick<NewNotification, 'to' | 'except'>,
): Promise<Member[]> {
  if ('users' in to && to.users.length === 0) return []
  const named = 'users' in to ? inArray(users.uuid, [...to.users]) : inArray(users.role, [...rolesWith(to.permission)])
  const rows = await tx
    .select({ uuid: users.uuid, zone: users.timeZone, settings: notificationPreferences.settings })
    .from(users)
    .leftJoin(notificationPreferences, eq(notificationPreferences.userUuid, users.uuid))
    .where(
      ownedBy(org, users, named, eq(users.active, true), except === undefined ? undefined : ne(users.uuid, except)),
    )
    .orderBy(asc(users.uuid))
  const targets = await targetsOf(
    tx,
    org,
    rows.map(({ uuid }) => uuid),
  )
  return rows.map(({ uuid, zone, settings }) => ({
    uuid,
    zone,
    preferences: settings ?? usualPreferences,
    targets: targets.get(uuid) ?? new Map(),
  }))
}

/** The targets of members that receive notifications, by member and channel. */
async function targetsOf(db: Database | Tx, org: Org, members: readonly string[]) {
  if (members.length === 0) return new Map<string, Map<TargetChannel, string>>()
  const rows = await db
    .select({
      user: notificationTargets.userUuid,
      channel: notificationTargets.channel,
      uuid: notificationTargets.uuid,
    })
    .from(notificationTargets)
    .where(ownedBy(org, notificationTargets, isReady, inArray(notificationTargets.userUuid, [...members])))
  const byUser = Map.groupBy(rows, ({ user }) => user!)
  return new Map([...byUser].map(([user, some]) => [user, new Map(some.map((row) => [row.channel, row.uuid]))]))
}

const isReady = and(eq(notificationTargets.active, true), isNotNull(notificationTargets.verifiedAt))

/** The channels for which a member has a target that receives notifications. */
export async function readyChannels(db: Database, org: Org, userUuid: string): Promise<TargetChannel[]> {
  return [...((await targetsOf(db, org, [userUuid])).get(userUuid) ?? new Map<TargetChannel, string>()).keys()]
}

/** The targets of the organisation that receive notifications. */
export async function targetsOfOrganisation(tx: Tx, org: Org) {
  return tx
    .select({
      uuid: notificationTargets.uuid,
      channel: notificationTargets.channel,
      filter: notificationTargets.filter,
    })
    .from(notificationTargets)
    .where(ownedBy(org, notificationTargets, isReady, isNull(notificationTargets.userUuid)))
}

/** A member's choices and their revision; undefined: the member has chosen nothing. */
export async function preferencesOf(db: Database | Tx, org: Org, userUuid: string) {
  const [row] = await db
    .select({ settings: notificationPreferences.settings, revision: notificationPreferences.revision })
    .from(notificationPreferences)
    .where(ownedBy(org, notificationPreferences, eq(notificationPreferences.userUuid, userUuid)))
  return row
}

/** Stores a member's choices; returns their revision, or undefined if another window changed them first. */
export async function savePreferences(
  tx: Tx,
  org: Org,
  userUuid: string,
  settings: Preferences,
  revision: number,
): Promise<number | undefined> {
  const rows =
    revision === 0
      ? await tx
          .insert(notificationPreferences)
          .values({ orgUuid: org.uuid, userUuid, settings })
          .onConflictDoNothing()
          .returning({ revision: notificationPreferences.revision })
      : await tx
          .update(notificationPreferences)
          .set({ settings, revision: revision + 1 })
          .where(
            ownedBy(
              org,
              notificationPreferences,
              eq(notificationPreferences.userUuid, userUuid),
              eq(notificationPreferences.revision, revision),
            ),
          )
          .returning({ revision: notificationPreferences.revision })
  return rows[0]?.revision
}

export async function zoneOf(db: Database, org: Org, userUuid: string): Promise<string> {
  const [row] = await db
    .select({ zone: users.timeZone })
    .from(users)
    .where(ownedBy(org, users, eq(users.uuid, userUuid)))
  return row?.zone ?? 'UTC'
}

/** Condition: a target is the member's own, or the organisation's where they may manage those. */
export function isManagedBy(userUuid: string, managesOrganisation: boolean) {
  const own = eq(notificationTargets.userUuid, userUuid)
  return managesOrganisation ? or(own, isNull(notificationTargets.userUuid)) : own
}

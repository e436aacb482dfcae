import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { notificationTargets } from '@carapace/shared/notifications/notifications.table'
import type { NotificationTarget } from '@carapace/shared/notifications/targets.contract'
import type { Database, Tx } from '../core/db.ts'
import { isManagedBy } from './recipients.queries.ts'

export type TargetRow = typeof notificationTargets.$inferSelect

/** Who manages targets: a member their own, administrators also those of the organisation. */
export interface Manager {
  readonly userUuid: string
  readonly managesOrganisation: boolean
}

export async function managedTargets(db: Database, org: Org, manager: Manager): Promise<TargetRow[]> {
  return db
    .select()
    .from(notificationTargets)
    .where(ownedBy(org, notificationTargets, isManagedBy(manager.userUuid, manager.managesOrganisation)))
    .orderBy(asc(notificationTargets.createdAt), asc(notificationTargets.uuid))
    .limit(100)
}

export async function managedTarget(
  db: Database | Tx,
  org: Org,
  { userUuid, managesOrganisation }: Manager,
  uuid: string,
): Promise<TargetRow | undefined> {
  const [row] = await db
    .select()
    .from(notificationTargets)
    .where(
      ownedBy(
        org,
        notificationTargets,
        and(eq(notificationTargets.uuid, uuid), isManagedBy(userUuid, managesOrganisation)),
      ),
    )
  return row
}

/**
 * The number of the organisation's targets, or of a member's on a channel. Until the transaction ends, nobody else adds
 * one.
 */
export async function countTargets(
  tx: Tx,
  org: Org,
  of: { readonly userUuid: string; readonly channel: TargetRow['channel'] } | 'organisation',
): Promise<number> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext(${`notification targets ${org.uuid}`}))`)
  const whose =
    of === 'organisation'
      ? isNull(notificationTargets.userUuid)
      : and(eq(notificationTargets.userUuid, of.userUuid), eq(notificationTargets.channel, of.channel))
  return tx.$count(notificationTargets, ownedBy(org, notificationTargets, whose))
}

export async function insertTarget(
  tx: Tx,
  fields: Omit<typeof notificationTargets.$inferInsert, 'uuid'>,
): Promise<TargetRow> {
  const [row] = await tx.insert(notificationTargets).values(fields).returning()
  return row!
}

/** Changes a target; undefined: its revision is another one. */
export async function updateTarget(
  tx: Tx,
  org: Org,
  uuid: string,
  revision: number,
  fields: Partial<typeof notificationTargets.$inferInsert>,
): Promise<TargetRow | undefined> {
  const [row] = await tx
    .update(notificationTargets)
    .set({ ...fields, revision: revision + 1 })
    .where(
      ownedBy(org, notificationTargets, eq(notificationTargets.uuid, uuid), eq(notificationTargets.revision, revision)),
    )
    .returning()
  return row
}

/** Records the result of a request to a target, if the target still has the address that was requested. */
export async function noteResult(
  tx: Tx | Database,
  org: Org,
  { uuid, sealed }: Pick<TargetRow, 'uuid' | 'sealed'>,
  fields: Partial<Pick<TargetRow, 'verifiedAt' | 'lastError'>>,
): Promise<TargetRow | undefined> {
  const [row] = await tx
    .update(notificationTargets)
    .set(fields)
    .where(
      ownedBy(org, notificationTargets, eq(notificationTargets.uuid, uuid), eq(notificationTargets.sealed, sealed)),
    )
    .returning()
  return row
}

export async function removeTarget(tx: Tx, org: Org, uuid: string): Promise<void> {
  await tx.delete(notificationTargets).where(ownedBy(org, notificationTargets, eq(notificationTargets.uuid, uuid)))
}

export function wireTarget(row: TargetRow): NotificationTarget {
  return {
    uuid: row.uuid,
    own: row.userUuid !== null,
    channel: row.channel,
    name: row.name,
    host: row.host,
    categories: [...row.filter.categories],
    minimum: row.filter.minimum,
    active: row.active,
    verified_at: row.verifiedAt?.toISOString() ?? null,
    last_error: row.lastError,
    revision: row.revision,
  }
}

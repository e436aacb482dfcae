import { and, asc, count, desc, eq, sql } from 'drizzle-orm'
import { users } from '@carapace/shared/account/account.table'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { programs } from '@carapace/shared/graph/programs/programs.table'
import { methodVersions } from '@carapace/shared/lifecycle/methods/methods.table'
import type { Database, Tx } from '../../core/db.ts'
import { isWhole } from '../../graph/programs/access.queries.ts'

export type MethodRow = typeof methodVersions.$inferSelect

/** Maximum method versions of an organisation in total (rule METHOD-7). */
export const mostVersions = 100

/** An organisation's method versions with their authors, by name, the latest version first. */
export async function methodsOf(db: Database | Tx, org: Org): Promise<{ row: MethodRow; by: string | null }[]> {
  return db
    .select({ row: methodVersions, by: users.name })
    .from(methodVersions)
    .leftJoin(users, eq(users.uuid, methodVersions.createdByUuid))
    .where(ownedBy(org, methodVersions))
    .orderBy(asc(methodVersions.name), desc(methodVersions.version))
    .limit(2 * mostVersions)
}

/** The number of programs that use each version; key `null` is the shipped method. */
export async function programsByMethod(db: Database | Tx, org: Org): Promise<Map<string | null, number>> {
  const rows = await db
    .select({ method: programs.methodUuid, programs: count() })
    .from(programs)
    .where(ownedBy(org, programs, isWhole))
    .groupBy(programs.methodUuid)
  return new Map(rows.map((row) => [row.method, row.programs]))
}

export async function methodRow(db: Database | Tx, org: Org, uuid: string): Promise<MethodRow | undefined> {
  const [row] = await db
    .select()
    .from(methodVersions)
    .where(ownedBy(org, methodVersions, eq(methodVersions.uuid, uuid)))
  return row
}

/** Locks the organisation's methods until this transaction ends; returns the number of versions. */
export async function lockMethods(tx: Tx, org: Org): Promise<number> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext(${`methods ${org.uuid}`}))`)
  const [row] = await tx.select({ versions: count() }).from(methodVersions).where(ownedBy(org, methodVersions))
  return row!.versions
}

/** The latest version of a name, if there is any. */
export async function latestNamed(tx: Tx, org: Org, name: string): Promise<MethodRow | undefined> {
  const [row] = await tx
    .select()
    .from(methodVersions)
    .where(ownedBy(org, methodVersions, eq(methodVersions.name, name)))
    .orderBy(desc(methodVersions.version))
    .limit(1)
  return row
}

export async function insertMethod(
  tx: Tx,
  org: Org,
  row: Pick<MethodRow, 'name' | 'version' | 'note' | 'content' | 'createdByUuid'>,
): Promise<string> {
  const [made] = await tx
    .insert(methodVersions)
    .values({ ...row, orgUuid: org.uuid })
    .returning({ uuid: methodVersions.uuid })
  return made!.uuid
}

/** Updates a draft and increments its revision. A released version is never updated (rule METHOD-3). */
export async function updateDraft(
  tx: Tx,
  org: Org,
  uuid: string,
  set: Partial<Pick<MethodRow, 'name' | 'version' | 'note' | 'content' | 'state' | 'releasedAt'>>,
): Promise<void> {
  await tx
    .update(methodVersions)
    .set({ ...set, revision: sql`${methodVersions.revision} + 1` })
    .where(ownedBy(org, methodVersions, and(eq(methodVersions.uuid, uuid), eq(methodVersions.state, 'draft'))))
}

export async function removeDraft(tx: Tx, org: Org, uuid: string): Promise<void> {
  await tx
    .delete(methodVersions)
    .where(ownedBy(org, methodVersions, eq(methodVersions.uuid, uuid), eq(methodVersions.state, 'draft')))
}

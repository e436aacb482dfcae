import { asc, eq, or, type SQL, sql } from 'drizzle-orm'
import { users } from '@carapace/shared/account/account.table'
import type { SavedView } from '@carapace/shared/account/views.contract'
import { savedViews } from '@carapace/shared/account/workspace.table'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import type { Database, Tx } from '../../core/db.ts'

/** More than the limits allow, so that a list is always complete. */
const listed = 1_000

/** The user's own views of a list, and those shared with the organisation. */
export async function viewsOf(db: Database, org: Org, me: string, page: SavedView['page']): Promise<SavedView[]> {
  return selectViews(db, ownedBy(org, savedViews, eq(savedViews.page, page), isSeenBy(me)))
}

const isSeenBy = (me: string) => or(eq(savedViews.ownerUuid, me), eq(savedViews.shared, true))

/** A view that the member may see; undefined for another user's private view. */
export async function viewSeenBy(tx: Tx, org: Org, me: string, uuid: string): Promise<SavedView | undefined> {
  return (await selectViews(tx, ownedBy(org, savedViews, eq(savedViews.uuid, uuid), isSeenBy(me))))[0]
}

async function selectViews(db: Database | Tx, where: SQL): Promise<SavedView[]> {
  const rows = await db
    .select({ view: savedViews, owner: { uuid: users.uuid, name: users.name } })
    .from(savedViews)
    .innerJoin(users, eq(users.uuid, savedViews.ownerUuid))
    .where(where)
    .orderBy(asc(savedViews.name), asc(savedViews.uuid))
    .limit(listed)
  return rows.map(({ view: { uuid, page, name, search, shared, revision }, owner }) => ({
    uuid,
    page,
    name,
    search,
    shared,
    owner,
    revision,
  }))
}

/**
 * The number of a member's views, and of the views that the organisation shares. Until this transaction ends, nobody
 * else adds a view.
 */
export async function countViews(tx: Tx, org: Org, me: string): Promise<{ own: number; shared: number }> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext(${`views ${org.uuid}`}))`)
  const [row] = await tx
    .select({
      own: sql<number>`count(*) FILTER (WHERE ${savedViews.ownerUuid} = ${me}::uuid)::int`,
      shared: sql<number>`count(*) FILTER (WHERE ${savedViews.shared})::int`,
    })
    .from(savedViews)
    .where(ownedBy(org, savedViews))
  return row!
}

type Fields = Pick<SavedView, 'page' | 'name' | 'search' | 'shared'>

export async function insertView(tx: Tx, org: Org, ownerUuid: string, fields: Fields): Promise<string> {
  const [row] = await tx
    .insert(savedViews)
    .values({ ...fields, orgUuid: org.uuid, ownerUuid })
    .returning({ uuid: savedViews.uuid })
  return row!.uuid
}

/** Updates a view. Returns false if the view's revision is a different one. */
export async function updateView(tx: Tx, org: Org, uuid: string, revision: number, fields: Fields): Promise<boolean> {
  const rows = await tx
    .update(savedViews)
    .set({ ...fields, revision: revision + 1 })
    .where(ownedBy(org, savedViews, eq(savedViews.uuid, uuid), eq(savedViews.revision, revision)))
    .returning({ uuid: savedViews.uuid })
  return rows.length > 0
}

export async function viewByUuid(tx: Tx, org: Org, uuid: string): Promise<SavedView | undefined> {
  return (await selectViews(tx, ownedBy(org, savedViews, eq(savedViews.uuid, uuid))))[0]
}

export async function removeView(tx: Tx, org: Org, uuid: string): Promise<void> {
  await tx.delete(savedViews).where(ownedBy(org, savedViews, eq(savedViews.uuid, uuid)))
}

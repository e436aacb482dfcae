import { asc, eq, or, type SQL, sql } from 'drizzle-orm'
import { users } from '@carapace/shared/account/account.table'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { PanelQuery } from '@carapace/shared/msoc/panels/panel-query'
import type { Panel } from '@carapace/shared/msoc/panels/panels.contract'
import { panels } from '@carapace/shared/msoc/panels/panels.table'
import type { Database, Tx } from '../../core/db.ts'

/** More than the limits allow, so that a list is always complete. */
const listed = 1_000

/** A member's own panels and the shared ones, in their order. */
export async function panelsOf(db: Database, org: Org, me: string): Promise<Panel[]> {
  return selectPanels(db, ownedBy(org, panels, isSeenBy(me)))
}

const isSeenBy = (me: string) => or(eq(panels.ownerUuid, me), eq(panels.shared, true))

/** A panel that the member may see; undefined for another member's private panel. */
export async function panelSeenBy(tx: Tx, org: Org, me: string, uuid: string): Promise<Panel | undefined> {
  return (await selectPanels(tx, ownedBy(org, panels, eq(panels.uuid, uuid), isSeenBy(me))))[0]
}

async function selectPanels(db: Database | Tx, where: SQL): Promise<Panel[]> {
  const rows = await db
    .select({ panel: panels, owner: { uuid: users.uuid, name: users.name } })
    .from(panels)
    .innerJoin(users, eq(users.uuid, panels.ownerUuid))
    .where(where)
    .orderBy(asc(panels.position), asc(panels.createdAt), asc(panels.uuid))
    .limit(listed)
  return rows.flatMap(({ panel, owner }) => {
    // a query that another version of the product stored
    const query = PanelQuery.safeParse(panel.query)
    if (!query.success) return []
    const { uuid, name, chart, width, height, position, shared, onWall, revision } = panel
    return [{ uuid, name, query: query.data, chart, width, height, position, shared, on_wall: onWall, owner, revision }]
  })
}

/**
 * The numbers of a member's panels and of shared ones, and the last position. Until the transaction ends, nobody adds
 * one.
 */
export async function countPanels(tx: Tx, org: Org, me: string) {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext(${`panels ${org.uuid}`}))`)
  const [row] = await tx
    .select({
      own: sql<number>`count(*) FILTER (WHERE ${panels.ownerUuid} = ${me}::uuid)::int`,
      shared: sql<number>`count(*) FILTER (WHERE ${panels.shared})::int`,
      last: sql<number>`coalesce(max(${panels.position}), 0)`.mapWith(Number),
    })
    .from(panels)
    .where(ownedBy(org, panels))
  return row!
}

type Fields = Omit<typeof panels.$inferInsert, 'uuid' | 'orgUuid' | 'ownerUuid' | 'createdAt' | 'revision'>

export async function insertPanel(tx: Tx, org: Org, ownerUuid: string, fields: Fields): Promise<string> {
  const [row] = await tx
    .insert(panels)
    .values({ ...fields, orgUuid: org.uuid, ownerUuid })
    .returning({ uuid: panels.uuid })
  return row!.uuid
}

/** Updates a panel; false if its revision is another one. */
export async function updatePanel(tx: Tx, org: Org, uuid: string, revision: number, fields: Fields): Promise<boolean> {
  const rows = await tx
    .update(panels)
    .set({ ...fields, revision: revision + 1 })
    .where(ownedBy(org, panels, eq(panels.uuid, uuid), eq(panels.revision, revision)))
    .returning({ uuid: panels.uuid })
  return rows.length > 0
}

export async function removePanel(tx: Tx, org: Org, uuid: string): Promise<void> {
  await tx.delete(panels).where(ownedBy(org, panels, eq(panels.uuid, uuid)))
}

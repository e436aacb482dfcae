import { sql } from 'drizzle-orm'
import type { Org, OrgUuid } from '@carapace/shared/core/owned'
import { rowsOf } from '@carapace/shared/core/time-series/time-series.queries'
import type { Tx } from '../../core/db.ts'

/** Nobody adds or removes component versions of the organisation at the same time until the commit. */
export async function lockComponents(tx: Tx, org: Org, mode: 'add' | 'remove'): Promise<void> {
  const key = sql`hashtextextended(${`components of org_uuid = ${org.uuid}`}, 0)`
  // readers of documents add at the same time; only a removal is alone
  await tx.execute(
    mode === 'add' ? sql`SELECT pg_advisory_xact_lock_shared(${key})` : sql`SELECT pg_advisory_xact_lock(${key})`,
  )
}

/** A document that was removed and whose rows are still there, locked; undefined: there is none. */
interface Removed {
  readonly uuid: string
  readonly org: Org
}

/** Across organisations: the documents of all are deleted, each with what is its own. */
export async function takeRemoved(tx: Tx): Promise<Removed | undefined> {
  const [row] = await rowsOf<{ uuid: string; org_uuid: OrgUuid; id: number }>(
    tx,
    sql`SELECT d.uuid, d.org_uuid, o.id FROM bom_documents d JOIN organisations o ON o.uuid = d.org_uuid
      WHERE d.release_uuid IS NULL ORDER BY d.uuid LIMIT 1 FOR UPDATE OF d SKIP LOCKED`,
  )
  return row && { uuid: row.uuid, org: { uuid: row.org_uuid, id: row.id as Org['id'] } }
}

/**
 * Deletes some components of a removed document, which nobody writes any more; returns the component versions. Rows are
 * found by their place in the table: without statistics, PostgreSQL would compare each with all.
 */
export async function dropOccurrences(tx: Tx, org: Org, uuid: string, most: number): Promise<number[]> {
  const rows = await rowsOf<{ id: string }>(
    tx,
    sql`DELETE FROM occurrences WHERE org_uuid = ${org.uuid} AND ctid = ANY(ARRAY(
        SELECT ctid FROM occurrences WHERE document_uuid = ${uuid} LIMIT ${most}))
      RETURNING component_id AS id`,
  )
  return [...new Set(rows.map(({ id }) => Number(id)))]
}

/** Deletes some dependencies of a document; returns how many. */
export async function dropEdges(tx: Tx, org: Org, uuid: string, most: number): Promise<number> {
  const rows = await rowsOf(
    tx,
    sql`DELETE FROM bom_dependencies WHERE org_uuid = ${org.uuid} AND ctid = ANY(ARRAY(
        SELECT ctid FROM bom_dependencies WHERE document_uuid = ${uuid} LIMIT ${most}))
      RETURNING 1`,
  )
  return rows.length
}

/** Deletes a document whose components and dependencies are deleted, with its bytes. */
export async function dropRest(tx: Tx, org: Org, uuid: string): Promise<void> {
  await tx.execute(sql`DELETE FROM bom_documents WHERE org_uuid = ${org.uuid} AND uuid = ${uuid}`)
}

/** Deletes those of some component versions that no document has, apart from those that are kept. */
export async function dropUnused(
  tx: Tx,
  org: Org,
  ids: readonly number[],
  kept: ReadonlySet<number> = new Set(),
): Promise<void> {
  const unused = ids.filter((id) => !kept.has(id))
  if (unused.length === 0) return
  await tx.execute(
    sql`DELETE FROM component_versions c
      WHERE c.org_uuid = ${org.uuid} AND c.id = ANY(${`{${unused.join(',')}}`}::bigint[])
      AND NOT EXISTS (SELECT 1 FROM occurrences o WHERE o.org_uuid = ${org.uuid} AND o.component_id = c.id)`,
  )
}

import { sql } from 'drizzle-orm'
import type { Org } from '@carapace/shared/core/owned'
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

async function idsOf(rows: Promise<{ id: string }[]>): Promise<string[]> {
  return (await rows).map(({ id }) => id)
}

/** The component versions in a document; the caller deletes it, then calls `removeUnused`. */
export async function componentsOfDocument(tx: Tx, org: Org, documentUuid: string): Promise<string[]> {
  await lockComponents(tx, org, 'remove')
  return idsOf(
    rowsOf(
      tx,
      sql`SELECT DISTINCT component_id AS id FROM occurrences
        WHERE org_uuid = ${org.uuid} AND document_uuid = ${documentUuid}`,
    ),
  )
}

/** The component versions in all documents of a release. */
export async function componentsOfRelease(tx: Tx, org: Org, releaseUuid: string): Promise<string[]> {
  await lockComponents(tx, org, 'remove')
  return idsOf(
    rowsOf(
      tx,
      sql`SELECT DISTINCT o.component_id AS id FROM bom_documents d JOIN occurrences o ON o.document_uuid = d.uuid
        WHERE d.org_uuid = ${org.uuid} AND o.org_uuid = ${org.uuid} AND d.release_uuid = ${releaseUuid}`,
    ),
  )
}

/** The component versions in all documents of a software. */
export async function componentsOfSoftware(tx: Tx, org: Org, softwareUuid: string): Promise<string[]> {
  await lockComponents(tx, org, 'remove')
  return idsOf(
    rowsOf(
      tx,
      sql`SELECT DISTINCT o.component_id AS id FROM releases r JOIN bom_documents d ON d.release_uuid = r.uuid
        JOIN occurrences o ON o.document_uuid = d.uuid
        WHERE r.org_uuid = ${org.uuid} AND o.org_uuid = ${org.uuid} AND r.software_uuid = ${softwareUuid}`,
    ),
  )
}

/** Deletes those of some component versions that no document has, with their findings. */
export async function removeUnused(tx: Tx, org: Org, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx.execute(
    sql`DELETE FROM component_versions c
      WHERE c.org_uuid = ${org.uuid} AND c.id = ANY(${`{${ids.join(',')}}`}::bigint[])
      AND NOT EXISTS (SELECT 1 FROM occurrences o WHERE o.org_uuid = ${org.uuid} AND o.component_id = c.id)`,
  )
}

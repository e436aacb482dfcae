import { eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { bomDocuments } from '@carapace/shared/sbom/sbom.table'
import type { Database, Tx } from '../../core/db.ts'

/** An upload whose process gave no sign of life for so long is over; it gives one every `aliveEveryMs`. */
const leaseSeconds = 120
export const aliveEveryMs = 20_000

/**
 * The bytes that the organisation's documents take, how many arrive now, and how many the release has. No other
 * transaction begins an upload until this one ends.
 */
export async function keptBytes(
  tx: Tx,
  org: Org,
  releaseUuid: string,
): Promise<{ bytes: number; arriving: number; ofRelease: number }> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`documents ${org.uuid}`}, 0))`)
  // what a process that died left behind is neither counted nor kept
  await tx
    .delete(bomDocuments)
    .where(
      ownedBy(
        org,
        bomDocuments,
        isNull(bomDocuments.jobUuid),
        sql`${bomDocuments.aliveAt} < now() - interval '${sql.raw(String(leaseSeconds))} seconds'`,
      ),
    )
  const [row] = await tx
    .select({
      bytes: sql<number>`coalesce(sum(${bomDocuments.bytes}), 0)::float8`,
      arriving: sql<number>`(count(*) FILTER (WHERE ${bomDocuments.jobUuid} IS NULL))::int`,
      ofRelease: sql<number>`(count(*) FILTER (WHERE ${bomDocuments.releaseUuid} = ${releaseUuid}))::int`,
    })
    .from(bomDocuments)
    .where(ownedBy(org, bomDocuments, isNotNull(bomDocuments.releaseUuid)))
  return row!
}

/** States that the process which receives a document's bytes is alive. */
export async function keepAlive(db: Database, org: Org, uuid: string): Promise<void> {
  await db
    .update(bomDocuments)
    .set({ aliveAt: sql`now()` })
    .where(ownedBy(org, bomDocuments, eq(bomDocuments.uuid, uuid)))
}

/** Deletes a document whose bytes still arrive, or did not. */
export async function dropArriving(db: Database | Tx, org: Org, uuid: string): Promise<void> {
  await db.delete(bomDocuments).where(ownedBy(org, bomDocuments, eq(bomDocuments.uuid, uuid)))
}

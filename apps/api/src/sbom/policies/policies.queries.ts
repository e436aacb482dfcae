import { sql } from 'drizzle-orm'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { rowsOf } from '@carapace/shared/core/time-series/time-series.queries'
import { SoftwarePolicies } from '@carapace/shared/sbom/policies.contract'
import { softwarePolicies } from '@carapace/shared/sbom/sbom.table'
import type { Database, Tx } from '../../core/db.ts'

/** How the organisation judges; what it never chose has the usual values, with revision 0. */
export async function policiesOf(db: Database | Tx, org: Org): Promise<SoftwarePolicies> {
  const [row] = await db.select().from(softwarePolicies).where(ownedBy(org, softwarePolicies))
  return SoftwarePolicies.parse({
    licences: row?.licences ?? {},
    quality: row?.quality ?? {},
    updated_by: row?.updatedBy ?? '',
    updated_at: row?.updatedAt.toISOString() ?? null,
    revision: row?.revision ?? 0,
  })
}

/** Writes the policies if they still have this revision; false: somebody else changed them first. */
export async function writePolicies(
  tx: Tx,
  org: Org,
  revision: number,
  fields: Pick<SoftwarePolicies, 'licences' | 'quality'> & { readonly updatedBy: string },
): Promise<boolean> {
  await tx.insert(softwarePolicies).values({ orgUuid: org.uuid, revision: 0 }).onConflictDoNothing()
  const rows = await tx
    .update(softwarePolicies)
    .set({ ...fields, revision: revision + 1, updatedAt: new Date() })
    .where(ownedBy(org, softwarePolicies, sql`${softwarePolicies.revision} = ${revision}`))
    .returning({ revision: softwarePolicies.revision })
  return rows.length > 0
}

/** The licences of a document's components as they are given, the most frequent first; empty: none. */
export async function licencesIn(
  db: Database | Tx,
  org: Org,
  documentUuid: string,
  limit: number,
): Promise<{ licence: string; components: number }[]> {
  return rowsOf(
    db,
    sql`SELECT licence, count(*)::int AS components FROM occurrences
      WHERE org_uuid = ${org.uuid} AND document_uuid = ${documentUuid}
      GROUP BY licence ORDER BY components DESC, licence LIMIT ${limit}`,
  )
}

/** Gives all documents the points of another profile. */
export async function rescoreDocuments(tx: Tx, org: Org, profile: string): Promise<void> {
  await tx.execute(
    sql`UPDATE bom_documents d SET quality = jsonb_set(d.quality, '{score}', coalesce(
        (SELECT p -> 'score' FROM jsonb_array_elements(d.quality -> 'profiles') p WHERE p ->> 'name' = ${profile}),
        'null'::jsonb))
      WHERE d.org_uuid = ${org.uuid} AND jsonb_typeof(d.quality) = 'object'`,
  )
}

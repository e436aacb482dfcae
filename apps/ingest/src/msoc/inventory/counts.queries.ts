import { sql } from 'drizzle-orm'
import type { Database } from '../../core/database.ts'

export const countsEveryMs = 5_000
const changesAtOnce = 20_000

/**
 * Across organisations: one job serves all of them. Adds the changes of counts of reported versions to the counts (rule
 * INVENTORY-6); changes that others have under way come with the next round.
 */
export async function foldCounts({ db }: { db: Database }): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext('carapace software counts'))`)
    await tx.execute(sql`
      WITH gone AS (
        DELETE FROM software_count_changes
        WHERE id IN (SELECT id FROM software_count_changes ORDER BY id LIMIT ${changesAtOnce})
        RETURNING org_uuid, ecu, software, version, vehicles)
      INSERT INTO software_counts AS c (org_uuid, ecu, software, version, vehicles)
      SELECT org_uuid, ecu, software, version, sum(vehicles) FROM gone GROUP BY 1, 2, 3, 4 HAVING sum(vehicles) <> 0
      ON CONFLICT (org_uuid, software, version, ecu) DO UPDATE SET vehicles = c.vehicles + excluded.vehicles`)
    await tx.execute(sql`DELETE FROM software_counts WHERE vehicles = 0`)
  })
}

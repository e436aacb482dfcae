import { count } from 'drizzle-orm'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { programs } from '@carapace/shared/graph/programs/programs.table'
import type { Database, Tx } from '../../core/db.ts'
import { isWhole } from '../../graph/programs/access.queries.ts'

/** The number of programs that use each version; key `null` is the shipped method. */
export async function programsByMethod(db: Database | Tx, org: Org): Promise<Map<string | null, number>> {
  const rows = await db
    .select({ method: programs.methodUuid, programs: count() })
    .from(programs)
    .where(ownedBy(org, programs, isWhole))
    .groupBy(programs.methodUuid)
  return new Map(rows.map((row) => [row.method, row.programs]))
}

import { eq } from 'drizzle-orm'
import { organisations } from '@carapace/shared/account/account.table'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { programs } from '@carapace/shared/graph/programs/programs.table'
import type { Database, Tx } from '../core/db.ts'

/** The names of the organisation and of a program of it. Across organisations: it is the caller's own. */
export async function namesOf(db: Database | Tx, org: Org, programUuid: string) {
  const [row] = await db
    .select({ organisation: organisations.name, program: programs.name })
    .from(programs)
    .innerJoin(organisations, eq(organisations.uuid, programs.orgUuid))
    .where(ownedBy(org, programs, eq(programs.uuid, programUuid)))
  return row
}

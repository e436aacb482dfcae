import { and, eq, inArray, sql } from 'drizzle-orm'
import type { OrgUuid } from '@carapace/shared/core/owned'
import { programs } from '@carapace/shared/graph/programs/programs.table'
import { agreementParties } from '@carapace/shared/interface-agreement/agreements.table'
import type { Database } from '../../core/db.ts'

const most = 1_000

/**
 * The agreements whose evidence is a program that changed within the last minute. Across organisations: one process
 * serves those whose graphs changed.
 */
export async function agreementsOfChanged(db: Database, orgs: readonly OrgUuid[]): Promise<string[]> {
  const rows = await db
    .select({ uuid: agreementParties.agreementUuid })
    .from(agreementParties)
    .innerJoin(programs, eq(programs.uuid, agreementParties.programUuid))
    .where(and(inArray(programs.orgUuid, [...orgs]), sql`${programs.updatedAt} > now() - interval '1 minute'`))
    .limit(most)
  return rows.map(({ uuid }) => uuid)
}

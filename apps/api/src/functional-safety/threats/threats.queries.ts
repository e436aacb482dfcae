import { eq } from 'drizzle-orm'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { assessments } from '@carapace/shared/lifecycle/rating/assessments.table'
import type { Database } from '../../core/db.ts'
import { anyOf } from '../../graph/artefacts/artefacts.queries.ts'

/** The risk of threat scenarios today; null: not rated. */
export async function risksToday(db: Database, org: Org, programUuid: string, threats: readonly string[]) {
  if (threats.length === 0) return new Map<string, number | null>()
  const { threatUuid, today } = assessments
  const rows = await db
    .select({ threatUuid, today })
    .from(assessments)
    .where(ownedBy(org, assessments, eq(assessments.programUuid, programUuid), anyOf(threatUuid, threats)))
  return new Map(rows.map((row) => [row.threatUuid, row.today]))
}

import { and, count, eq, sql } from 'drizzle-orm'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { asilValueKind } from '@carapace/shared/functional-safety/stored-asil'
import { artefacts, computedValues } from '@carapace/shared/graph/artefacts/artefacts.table'
import type { Database } from '../../core/db.ts'

/** The number of artefacts of a kind by their stored ASIL; null: none. */
export async function countsByAsil(db: Database, org: Org, programUuid: string, kind: string) {
  const asil = sql<string | null>`${computedValues.value}->'tag'->>'level'`
  return db
    .select({ asil, count: count() })
    .from(artefacts)
    .leftJoin(
      computedValues,
      and(
        eq(computedValues.artefactUuid, artefacts.uuid),
        eq(computedValues.orgUuid, artefacts.orgUuid),
        eq(computedValues.kind, asilValueKind),
      ),
    )
    .where(ownedBy(org, artefacts, eq(artefacts.programUuid, programUuid), eq(artefacts.kind, kind)))
    .groupBy(asil)
    .orderBy(asil)
}

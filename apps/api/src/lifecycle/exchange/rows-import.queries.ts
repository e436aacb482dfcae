import { asc, eq, sql } from 'drizzle-orm'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { artefacts } from '@carapace/shared/graph/artefacts/artefacts.table'
import type { KnownHead } from '@carapace/shared/lifecycle/exchange/import-plan'
import { reqifId } from '@carapace/shared/lifecycle/exchange/reqif-shape'
import type { Database, Tx } from '../../core/db.ts'
import { codeOfRow } from '../../graph/artefacts/artefacts.queries.ts'

/** The codes and titles of everything in a program, and the ids in other tools. */
export async function knownHeads(db: Database | Tx, org: Org, programUuid: string): Promise<KnownHead[]> {
  const importedId = sql`CASE WHEN ${artefacts.origin} ->> 'how' = 'import' THEN ${artefacts.origin} ->> 'id' END`
  const foreignId = sql<string | null>`coalesce(${artefacts.fields} -> 'foreign' ->> ${reqifId}, ${importedId},
    CASE WHEN ${artefacts.kind} = 'requirement' THEN '_' || ${artefacts.uuid} END)`
  const rows = await db
    .select({ uuid: artefacts.uuid, kind: artefacts.kind, number: artefacts.number, title: artefacts.title, foreignId })
    .from(artefacts)
    .where(ownedBy(org, artefacts, eq(artefacts.programUuid, programUuid)))
    .orderBy(asc(artefacts.kind), asc(artefacts.number))
  return rows.map((row) => ({
    uuid: row.uuid,
    kind: row.kind,
    code: codeOfRow(row),
    title: row.title,
    foreignId: row.foreignId ?? undefined,
  }))
}

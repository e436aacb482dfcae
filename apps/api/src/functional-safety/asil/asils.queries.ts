import { and, asc, eq, gt, sql } from 'drizzle-orm'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { asilValueKind, type StoredAsil } from '@carapace/shared/functional-safety/stored-asil'
import { computedValues } from '@carapace/shared/graph/artefacts/artefacts.table'
import type { Database, Tx } from '../../core/db.ts'
import { anyOf } from '../../graph/artefacts/artefacts.queries.ts'

/** The stored ASILs of these artefacts. */
export async function storedAsils(
  db: Database | Tx,
  org: Org,
  uuids: readonly string[],
): Promise<Map<string, StoredAsil>> {
  if (uuids.length === 0) return new Map()
  const rows = await db
    .select({ uuid: computedValues.artefactUuid, value: sql<StoredAsil>`${computedValues.value}` })
    .from(computedValues)
    .where(
      ownedBy(org, computedValues, eq(computedValues.kind, asilValueKind), anyOf(computedValues.artefactUuid, uuids)),
    )
  return new Map(rows.map(({ uuid, value }) => [uuid, value]))
}

interface AsilsQuery {
  readonly programUuid: string
  readonly uuids?: readonly string[] | undefined
  readonly after?: string | undefined
  readonly limit: number
}

/** A page of the stored ASILs of a program, by the uuids of their artefacts. */
export async function asilsPage(db: Database, org: Org, { programUuid, uuids, after, limit }: AsilsQuery) {
  const { artefactUuid, value } = computedValues
  return db
    .select({ uuid: artefactUuid, value: sql<StoredAsil>`${value}` })
    .from(computedValues)
    .where(
      ownedBy(
        org,
        computedValues,
        and(eq(computedValues.programUuid, programUuid), eq(computedValues.kind, asilValueKind)),
        uuids && anyOf(artefactUuid, uuids),
        after === undefined ? undefined : gt(artefactUuid, after),
      ),
    )
    .orderBy(asc(artefactUuid))
    .limit(limit)
}

import { eq, gt, sql } from 'drizzle-orm'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { computedValues } from '@carapace/shared/graph/artefacts/artefacts.table'
import type { Database, Tx } from '../../core/db.ts'
import { anyOf } from './artefacts.queries.ts'

export type ComputedValue = typeof computedValues.$inferInsert

/** Stores a few hundred computed values. They replace values of the same kind and artefact (rule GRAPH-22). */
export async function saveComputed(tx: Tx, values: readonly ComputedValue[]): Promise<void> {
  if (values.length === 0) return
  await tx
    .insert(computedValues)
    .values([...values])
    .onConflictDoUpdate({
      target: [computedValues.artefactUuid, computedValues.kind],
      set: { figures: sql`excluded.figures`, value: sql`excluded.value`, graphVersion: sql`excluded.graph_version` },
    })
}

/** Marks values of a kind as changed at a version of the graph, so that live pages read them again. */
export async function touchComputed(
  tx: Tx,
  org: Org,
  { kind, programUuid, graphVersion }: { kind: string; programUuid: string; graphVersion: number },
  uuids: readonly string[],
): Promise<void> {
  await tx
    .update(computedValues)
    .set({ graphVersion })
    .where(
      ownedBy(
        org,
        computedValues,
        eq(computedValues.kind, kind),
        eq(computedValues.programUuid, programUuid),
        anyOf(computedValues.artefactUuid, uuids),
      ),
    )
}

/** The computed values of a program that changed after a version of its graph, at most `limit`. */
export function computedAfter(db: Database, org: Org, programUuid: string, graphVersion: number, limit: number) {
  return db
    .select({ uuid: computedValues.artefactUuid, kind: computedValues.kind, seq: computedValues.graphVersion })
    .from(computedValues)
    .where(
      ownedBy(
        org,
        computedValues,
        eq(computedValues.programUuid, programUuid),
        gt(computedValues.graphVersion, graphVersion),
      ),
    )
    .limit(limit)
}

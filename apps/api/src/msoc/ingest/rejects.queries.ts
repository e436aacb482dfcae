import { desc, eq, gte, ilike, inArray, lt, ne, or, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import type { RejectRow } from '@carapace/shared/msoc/history/history.contract'
import { likeText } from '@carapace/shared/msoc/history/history.queries'
import { ingestRejects } from '@carapace/shared/msoc/ingest/ingest.table'
import type { Database, Tx } from '../../core/db.ts'

type Reject = z.infer<typeof RejectRow>

interface RejectsQuery {
  readonly from?: Date | undefined
  readonly to?: Date | undefined
  readonly state?: Reject['state'] | undefined
  readonly source?: string | undefined
  readonly q?: string | undefined
  readonly cursor?: string | undefined
  readonly limit: number
}

export async function rejectsPage(
  db: Database,
  org: Org,
  query: RejectsQuery,
): Promise<{ rejects: Reject[]; next_cursor: string | null }> {
  const { from, to, state, source, q, cursor, limit } = query
  const words = q ? `%${likeText(q)}%` : undefined
  const rows = await db
    .select()
    .from(ingestRejects)
    .where(
      ownedBy(
        org,
        ingestRejects,
        from && gte(ingestRejects.at, from),
        to && lt(ingestRejects.at, to),
        state && eq(ingestRejects.state, state),
        source ? eq(ingestRejects.source, source) : undefined,
        words === undefined
          ? undefined
          : or(
              ilike(ingestRejects.event, words),
              ilike(ingestRejects.reason, words),
              ilike(ingestRejects.vehicle, words),
            ),
        /^\d{1,15}$/.test(cursor ?? '') ? lt(ingestRejects.id, Number(cursor)) : undefined,
      ),
    )
    .orderBy(desc(ingestRejects.id))
    .limit(limit + 1)
  const page = rows.slice(0, limit)
  return {
    rejects: page.map((row) => ({
      id: row.id,
      state: row.state,
      retried_by: row.retriedBy,
      retried_at: row.retriedAt?.toISOString() ?? null,
      retry_reason: row.retryReason,
      at: row.at.toISOString(),
      source: row.source,
      vehicle: row.vehicle,
      line: row.line,
      reason: row.reason,
      event: row.retryEvent ?? row.event,
    })),
    next_cursor: rows.length > limit ? String(page.at(-1)!.id) : null,
  }
}

/** Which of these rejects exist and are not stored yet, locked in the order of their ids. */
export async function lockRejects(tx: Tx, org: Org, ids: readonly number[]): Promise<number[]> {
  const rows = await tx
    .select({ id: ingestRejects.id })
    .from(ingestRejects)
    .where(ownedBy(org, ingestRejects, inArray(ingestRejects.id, [...ids]), ne(ingestRejects.state, 'STORED')))
    .orderBy(ingestRejects.id)
    .for('update')
  return rows.map(({ id }) => id)
}

/** Marks rejects for a retry by ingest, which checks every second; a corrected reject gets its new text. */
export async function markRetrying(
  tx: Tx,
  org: Org,
  by: string,
  rejects: readonly { id: number; event?: string | undefined }[],
): Promise<void> {
  const corrections = JSON.stringify(rejects.map(({ id, event = null }) => ({ id, event })))
  await tx
    .update(ingestRejects)
    .set({
      state: 'RETRYING',
      retriedBy: by,
      retriedAt: new Date(),
      retryReason: null,
      retryEvent: sql`(SELECT coalesce(r.event, ${ingestRejects.retryEvent})
        FROM jsonb_to_recordset(${corrections}::jsonb) AS r(id bigint, event text)
        WHERE r.id = ${ingestRejects.id})`,
    })
    .where(
      ownedBy(
        org,
        ingestRejects,
        inArray(
          ingestRejects.id,
          rejects.map(({ id }) => id),
        ),
      ),
    )
}

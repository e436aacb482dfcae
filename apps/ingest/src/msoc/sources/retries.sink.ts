import { eq, sql } from 'drizzle-orm'
import { organisations } from '@carapace/shared/account/account.table'
import type { Org } from '@carapace/shared/core/owned'
import { rowsOf } from '@carapace/shared/core/time-series/time-series.queries'
import { ingestRejects } from '@carapace/shared/msoc/ingest/ingest.table'
import type { Database, Transaction } from '../../core/database.ts'
import { sqlArray } from '../../core/sql-array.ts'
import type { Chunk } from '../chunk.ts'

/** A reject that a user retries. */
export interface Due {
  readonly id: number
  readonly org: Org
  readonly source: string
  readonly event: string
  /** Its new text, if it was corrected. */
  readonly retryEvent: string | null
  readonly retriedAt: Date
}

/** The rejects that are to be retried, oldest first. Across organisations: ingest serves all of them. */
export async function dueRetries(db: Database, limit: number): Promise<Due[]> {
  const rows = await db
    .select({ reject: ingestRejects, org: { uuid: organisations.uuid, id: organisations.id } })
    .from(ingestRejects)
    .innerJoin(organisations, eq(organisations.uuid, ingestRejects.orgUuid))
    .where(eq(ingestRejects.state, 'RETRYING'))
    .orderBy(ingestRejects.id)
    .limit(limit)
  return rows.map(({ reject: { id, source, event, retryEvent, retriedAt }, org }) => ({
    id,
    org,
    source,
    event,
    retryEvent,
    retriedAt: retriedAt!,
  }))
}

/**
 * Stores the results of retries in the rejects, and with that claims them. Returns the chunks that leave the batch:
 * those that another process handles or has finished, or that were corrected again meanwhile.
 */
export async function settleRetries({ db }: Transaction, chunks: readonly Chunk[]): Promise<Set<Chunk>> {
  const retries = chunks.filter(({ retryOf }) => retryOf !== undefined)
  if (retries.length === 0) return new Set()
  const settled = await rowsOf<{ id: string | number }>(
    db,
    sql`
    WITH asked AS (
      SELECT * FROM unnest(
        ${sqlArray(
          retries.map(({ retryOf }) => retryOf!.id),
          'int8',
        )}, ${sqlArray(
          retries.map(({ retryOf }) => retryOf!.markedAt.toISOString()),
          'text',
        )},
        ${sqlArray(
          retries.map(({ rejects }) => rejects[0]?.reason.replaceAll('\0', '␀')),
          'text',
        )}
      ) AS a(id, at, reason)),
    mine AS (
      SELECT r.id, a.reason FROM ingest_rejects r JOIN asked a ON a.id = r.id
     
      WHERE r.state = 'RETRYING'
      AND date_trunc('milliseconds', r.retried_at) = a.at::timestamptz
      ORDER BY r.id FOR UPDATE OF r SKIP LOCKED)
    UPDATE ingest_rejects r
      SET state = CASE WHEN mine.reason IS NULL THEN 'STORED' ELSE 'REFUSED' END, retry_reason = mine.reason
    FROM mine WHERE r.id = mine.id RETURNING r.id`,
  )
  const ours = new Set(settled.map(({ id }) => Number(id)))
  return new Set(retries.filter(({ retryOf }) => !ours.has(retryOf!.id)))
}

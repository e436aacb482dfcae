import { inArray, sql } from 'drizzle-orm'
import { rowsOf } from '@carapace/shared/core/time-series/time-series.queries'
import { ingestReplies } from '@carapace/shared/msoc/ingest/ingest.table'
import type { Transaction } from '../../core/database.ts'
import { sqlArray } from '../../core/sql-array.ts'
import { type Chunk, type Reply, replyTo } from '../chunk.ts'

/**
 * Claims the idempotency keys of a batch with their replies. Returns the earlier replies by chunk: these chunks are
 * stored already and leave the batch.
 */
export async function claimKeys({ db }: Transaction, chunks: readonly Chunk[], now: Date): Promise<Map<Chunk, Reply>> {
  const keyed = new Map(
    chunks.flatMap((chunk) => (chunk.idempotency ? [[nameOf(chunk.idempotency), chunk] as const] : [])),
  )
  if (keyed.size === 0) return new Map()
  const sorted = [...keyed].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, chunk]) => chunk)
  const claimed = await rowsOf<{ key: string; keyUuid: string }>(
    db,
    sql`
    INSERT INTO ingest_replies (key_uuid, idempotency_key, reply, at)
    SELECT k, i, r, ${now.toISOString()}::timestamptz
    FROM unnest(
      ${sqlArray(
        sorted.map(({ idempotency }) => idempotency!.keyUuid),
        'uuid',
      )}, ${sqlArray(
        sorted.map(({ idempotency }) => idempotency!.key),
        'text',
      )},
      ${sqlArray(
        sorted.map((chunk) => JSON.stringify(replyTo(chunk))),
        'jsonb',
      )}
    ) AS p(k, i, r)
    ON CONFLICT DO NOTHING RETURNING idempotency_key AS key, key_uuid AS "keyUuid"`,
  )
  if (claimed.length === sorted.length) return new Map()
  const ours = new Set(claimed.map(nameOf))
  const theirs = sorted.filter(({ idempotency }) => !ours.has(nameOf(idempotency!)))
  const rows = await db
    .select()
    .from(ingestReplies)
    .where(
      inArray(
        ingestReplies.idempotencyKey,
        theirs.map(({ idempotency }) => idempotency!.key),
      ),
    )
  const replies = new Map(
    rows.map((row) => [nameOf({ key: row.idempotencyKey, keyUuid: row.keyUuid }), row.reply as Reply]),
  )
  return new Map(theirs.map((chunk) => [chunk, replies.get(nameOf(chunk.idempotency!))!]))
}

/** An idempotency key under its ingest key, as one string. */
export function nameOf({ keyUuid, key }: { keyUuid: string; key: string }): string {
  return `${keyUuid} ${key}`
}

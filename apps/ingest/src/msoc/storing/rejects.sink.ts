import { sql } from 'drizzle-orm'
import { rejectTextLength } from '@carapace/shared/msoc/events/event-text'
import type { Transaction } from '../../core/database.ts'
import { sqlArray } from '../../core/sql-array.ts'
import { type Chunk, keptRejects } from '../chunk.ts'

/** Stores the rejects of these chunks, of each at most `rejectsKept`. */
export async function storeRejects({ db }: Transaction, chunks: readonly Chunk[], now: number): Promise<void> {
  const rows = chunks.flatMap(({ org, source, rejects }) =>
    keptRejects(rejects).map((reject) => ({ ...reject, org: org.uuid, source })),
  )
  if (rows.length === 0) return
  const texts = (of: (row: (typeof rows)[number]) => string | null) => sqlArray(rows.map(of), 'text')
  await db.execute(sql`
    INSERT INTO ingest_rejects (org_uuid, at, source, vehicle, line, reason, event)
    SELECT o::uuid, ${new Date(now).toISOString()}::timestamptz, s, v, l, r, e
    FROM unnest(
      ${texts((row) => row.org)}, ${texts((row) => row.source)}, ${texts((row) => storable(row.vehicle))},
      ${sqlArray(
        rows.map((row) => row.line),
        'int4',
      )}, ${texts((row) => storable(row.reason))},
      ${texts((row) => storable(row.text)!.slice(0, rejectTextLength))}
    ) AS p(o, s, v, l, r, e)`)
}

/** Replaces NUL, which PostgreSQL cannot store. */
function storable(text: string | null): string | null {
  return text === null ? null : text.replaceAll('\0', '␀')
}

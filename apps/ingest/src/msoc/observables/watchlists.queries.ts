import { and, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { rowsOf } from '@carapace/shared/core/time-series/time-series.queries'
import type { ObservableType } from '@carapace/shared/msoc/observables/observables'
import { observableListEntries, observableLists } from '@carapace/shared/msoc/observables/observables.table'
import type { Database } from '../../core/database.ts'

/** Entries that are read with one statement, as 8 bytes each. */
const hashesAtOnce = 100_000

const inEffect = sql`l.active AND (l.expires_at IS NULL OR l.expires_at > now())`

/** How many entries of each type the organisation's watchlists in effect have. */
export async function watchedTypesOf(
  db: Database,
  org: Org,
): Promise<{ readonly type: ObservableType; readonly entries: number }[]> {
  return rowsOf(
    db,
    sql`
    SELECT e.type, count(*)::int AS entries
    FROM observable_list_entries e
    JOIN observable_lists l ON l.uuid = e.list_uuid AND l.kind = 'watch' AND ${inEffect}
    WHERE e.org_uuid = ${org.uuid}
    GROUP BY e.type`,
  )
}

/** The hashes of the entries of the organisation's watchlists in effect, in ascending order, block by block. */
export async function* watchHashes(db: Database, org: Org): AsyncGenerator<number[]> {
  let after = 0
  for (;;) {
    const [row] = await rowsOf<{ hashes: Buffer | null }>(
      db,
      sql`
      SELECT string_agg(int8send(hash), ''::bytea ORDER BY hash) AS hashes FROM (
        SELECT DISTINCT e.hash
        FROM observable_list_entries e
        JOIN observable_lists l ON l.uuid = e.list_uuid AND l.kind = 'watch' AND ${inEffect}
        WHERE e.org_uuid = ${org.uuid} AND e.hash > ${after}
        ORDER BY e.hash LIMIT ${hashesAtOnce}) AS block`,
    )
    const hashes = numbersIn(row!.hashes)
    if (hashes.length > 0) yield hashes
    if (hashes.length < hashesAtOnce) return
    after = hashes.at(-1)!
  }
}

/** 64-bit numbers, of which 53 bits are used. */
function numbersIn(bytes: Buffer | null): number[] {
  if (bytes === null) return []
  return Array.from(
    { length: bytes.length / 8 },
    (_, i) => bytes.readUInt32BE(i * 8) * 0x1_0000_0000 + bytes.readUInt32BE(i * 8 + 4),
  )
}

/**
 * The entries with these hashes in lists in effect, also those of allowlists. An observable that has expired is left
 * out (rules OBSERVABLE-12, OBSERVABLE-16).
 */
export async function entriesWith(db: Database, org: Org, hashes: readonly number[]) {
  return db
    .select({
      type: observableListEntries.type,
      value: observableListEntries.value,
      listUuid: observableLists.uuid,
      name: observableLists.name,
      kind: observableLists.kind,
      severity: observableLists.severity,
    })
    .from(observableListEntries)
    .innerJoin(observableLists, eq(observableLists.uuid, observableListEntries.listUuid))
    .where(
      ownedBy(
        org,
        observableListEntries,
        and(
          inArray(observableListEntries.hash, [...hashes]),
          eq(observableLists.active, true),
          or(isNull(observableLists.expiresAt), gt(observableLists.expiresAt, sql`now()`)),
          sql`NOT EXISTS (SELECT 1 FROM observables o WHERE o.org_uuid = ${org.uuid}
            AND o.type = ${observableListEntries.type} AND md5(o.value) = md5(${observableListEntries.value})
            AND o.value = ${observableListEntries.value} AND o.expires_at <= now())`,
        ),
      ),
    )
    .orderBy(observableLists.name)
}
export type FoundEntry = Awaited<ReturnType<typeof entriesWith>>[number]

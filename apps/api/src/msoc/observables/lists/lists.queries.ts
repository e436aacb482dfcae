import { and, asc, desc, eq, lt, or, type SQL, sql } from 'drizzle-orm'
import { Failure } from '@carapace/shared/core/failure'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { rowsOf } from '@carapace/shared/core/time-series/time-series.queries'
import { limits, type TypedValue } from '@carapace/shared/msoc/observables/observables'
import type { ObservableList } from '@carapace/shared/msoc/observables/observables.contract'
import {
  observableListEntries,
  observableLists,
  observableSettings,
} from '@carapace/shared/msoc/observables/observables.table'
import { watchHash } from '@carapace/shared/msoc/observables/watch/watch-hash'
import type { Database, Tx } from '../../../core/db.ts'
import { takeLock } from '../../../core/locks.queries.ts'
import { isCursorTime } from '../../../core/http/storable.ts'

export type StoredList = typeof observableLists.$inferSelect
type NewList = Omit<typeof observableLists.$inferInsert, 'orgUuid' | 'entries'>

/** Lets no other transaction change lists of the organisation until this one ends. */
export async function lockLists(tx: Tx, org: Org): Promise<void> {
  await takeLock(tx, org, 'observable lists')
}

export async function storedLists(db: Database | Tx, org: Org): Promise<StoredList[]> {
  return db
    .select()
    .from(observableLists)
    .where(ownedBy(org, observableLists))
    .orderBy(asc(sql`lower(${observableLists.name})`))
    .limit(limits.lists)
}

/** @throws {Failure} NOT_FOUND */
export async function storedList(db: Database | Tx, org: Org, uuid: string): Promise<StoredList> {
  const [row] = await db
    .select()
    .from(observableLists)
    .where(ownedBy(org, observableLists, eq(observableLists.uuid, uuid)))
  if (!row) throw new Failure('NOT_FOUND')
  return row
}

export function wireList(row: StoredList): ObservableList {
  const { orgUuid: _org, authorUuid: _author, createdAt: _at, updatedAt, expiresAt, ...rest } = row
  return { ...rest, updated_at: updatedAt.toISOString(), expires_at: expiresAt?.toISOString() ?? null }
}

export async function insertList(tx: Tx, org: Org, list: NewList): Promise<string> {
  const [row] = await tx
    .insert(observableLists)
    .values({ ...list, orgUuid: org.uuid })
    .returning({ uuid: observableLists.uuid })
  return row!.uuid
}

/** Changes a list; this counts as a change of it, and makes ingest read the lists again. */
export async function updateList(
  tx: Tx,
  org: Org,
  uuid: string,
  fields: Partial<NewList> & { entries?: SQL },
): Promise<void> {
  await tx
    .update(observableLists)
    .set({ ...fields, updatedAt: new Date(), revision: sql`${observableLists.revision} + 1` })
    .where(ownedBy(org, observableLists, eq(observableLists.uuid, uuid)))
}

export async function removeList(tx: Tx, org: Org, uuid: string): Promise<void> {
  await tx.delete(observableLists).where(ownedBy(org, observableLists, eq(observableLists.uuid, uuid)))
}

/** Makes ingest read the organisation's lists again (rule OBSERVABLE-15). */
export async function announceLists(tx: Tx, org: Org): Promise<void> {
  await tx
    .insert(observableSettings)
    .values({ orgUuid: org.uuid, watchRevision: 1 })
    .onConflictDoUpdate({
      target: observableSettings.orgUuid,
      set: { watchRevision: sql`${observableSettings.watchRevision} + 1` },
    })
}

/** Adds values in their normal form to a list; returns how many it did not have. Call `lockLists` first. */
export async function insertEntries(
  tx: Tx,
  org: Org,
  list: StoredList,
  values: readonly TypedValue[],
): Promise<number> {
  if (values.length === 0) return 0
  const rows = values.map(({ type, value }) => ({ type, value, hash: watchHash(type, value) }))
  const [counts] = await rowsOf<{ all: number; added: number }>(
    tx,
    sql`
    WITH added AS (
      INSERT INTO observable_list_entries (org_uuid, list_uuid, type, value, hash)
      SELECT ${org.uuid}::uuid, ${list.uuid}::uuid, r.type, r.value, r.hash
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r(type text, value text, hash bigint)
      ON CONFLICT DO NOTHING
      RETURNING 1)
    SELECT (SELECT count(*)::int FROM added) AS added,
      (SELECT coalesce(sum(entries), 0)::int FROM observable_lists WHERE org_uuid = ${org.uuid}) AS all`,
  )
  const { added, all } = counts!
  if (all + added > limits.entries)
    throw new Failure('RULE_REFUSED', {
      message: `The lists of an organisation have at most ${limits.entries.toLocaleString('en')} values.`,
    })
  await updateList(tx, org, list.uuid, { entries: sql`${observableLists.entries} + ${added}` })
  await announceLists(tx, org)
  return added
}

/** Removes values from a list; returns how many it had. */
export async function removeValues(tx: Tx, org: Org, list: StoredList, values: readonly TypedValue[]): Promise<number> {
  const [counts] = await rowsOf<{ removed: number }>(
    tx,
    sql`
    WITH removed AS (
      DELETE FROM observable_list_entries e
      USING jsonb_to_recordset(${JSON.stringify(values)}::jsonb) AS r(type text, value text)
      WHERE e.org_uuid = ${org.uuid} AND e.list_uuid = ${list.uuid} AND e.type = r.type AND e.value = r.value
        AND md5(e.value) = md5(r.value)
      RETURNING 1)
    SELECT count(*)::int AS removed FROM removed`,
  )
  const { removed } = counts!
  await updateList(tx, org, list.uuid, { entries: sql`${observableLists.entries} - ${removed}` })
  await announceLists(tx, org)
  return removed
}

const place = sql<string>`to_char(${observableListEntries.addedAt} AT TIME ZONE 'UTC',
  'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || '|' || ${observableListEntries.hash}`

/** A page of the entries of a list, the latest first. */
export async function entriesPage(
  db: Database,
  org: Org,
  uuid: string,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
) {
  const rows = await db
    .select({
      type: observableListEntries.type,
      value: observableListEntries.value,
      addedAt: observableListEntries.addedAt,
      place,
    })
    .from(observableListEntries)
    .where(ownedBy(org, observableListEntries, eq(observableListEntries.listUuid, uuid), after(cursor)))
    .orderBy(desc(observableListEntries.addedAt), desc(observableListEntries.hash))
    .limit(limit + 1)
  const shown = rows.slice(0, limit)
  return {
    entries: shown.map(({ type, value, addedAt }) => ({ type, value, added_at: addedAt.toISOString() })),
    next_cursor: rows.length > limit ? shown.at(-1)!.place : null,
  }
}

function after(cursor: string | undefined): SQL | undefined {
  if (cursor === undefined) return undefined
  const [time = '', hash = ''] = cursor.split('|')
  if (!isCursorTime(time) || !/^\d{1,16}$/.test(hash))
    throw new Failure('INVALID_INPUT', { errors: { cursor: 'This is not a cursor of ours.' } })
  const at = sql`${time}::timestamptz`
  return or(
    lt(observableListEntries.addedAt, at),
    and(sql`${observableListEntries.addedAt} = ${at}`, lt(observableListEntries.hash, Number(hash))),
  )
}

import { and, desc, eq, gt, gte, inArray, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import { Failure } from '@carapace/shared/core/failure'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { rowsOf } from '@carapace/shared/core/time-series/time-series.queries'
import { likeText } from '@carapace/shared/msoc/history/history.queries'
import type { ObservableType, Tlp, TypedValue } from '@carapace/shared/msoc/observables/observables'
import type { ObservableRow } from '@carapace/shared/msoc/observables/observables.contract'
import {
  observableListEntries,
  observableLists,
  observables,
} from '@carapace/shared/msoc/observables/observables.table'
import { watchHash } from '@carapace/shared/msoc/observables/watch/watch-hash'
import type { Database, Tx } from '../../core/db.ts'
import { isCursorTime } from '../../core/http/storable.ts'

/** Matches are counted up to this number: counting a million takes longer than finding a page of them. */
const mostCounted = 10_000
/** Shorter words have no group of three letters, by which the index finds parts of values: they match beginnings. */
const shortestPart = 3

export interface ObservableFilter {
  readonly q?: string | undefined
  readonly type?: readonly ObservableType[] | undefined
  readonly tlp?: readonly Tlp[] | undefined
  readonly tag?: string | undefined
  readonly list?: string | undefined
  readonly ioc?: boolean | undefined
  readonly expired?: boolean | undefined
  readonly seen_from?: Date | undefined
  readonly seen_to?: Date | undefined
}

const place = sql<string>`to_char(${observables.lastSeen} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || '|' ||
  ${observables.uuid}`

/** A page of the organisation's observables, the last seen first (rules OBSERVABLE-40, OBSERVABLE-41). */
export async function observablesPage(
  db: Database,
  org: Org,
  filter: ObservableFilter,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
) {
  const rows = await db
    .select({ observable: observables, place })
    .from(observables)
    .where(ownedBy(org, observables, matching(org, filter), after(cursor)))
    .orderBy(desc(observables.lastSeen), desc(observables.uuid))
    .limit(limit + 1)
  const shown = rows.slice(0, limit)
  return {
    observables: await withLists(
      db,
      org,
      shown.map(({ observable }) => observable),
    ),
    next_cursor: rows.length > limit ? shown.at(-1)!.place : null,
  }
}

/** How many match, up to a maximum. */
export async function countObservables(db: Database, org: Org, filter: ObservableFilter) {
  const some = db
    .select({ one: sql`1` })
    .from(observables)
    .where(ownedBy(org, observables, matching(org, filter)))
    .limit(mostCounted + 1)
    .as('some')
  const total = await db.$count(some)
  return { total: Math.min(total, mostCounted), is_total_exact: total <= mostCounted }
}

function matching(org: Org, filter: ObservableFilter): SQL | undefined {
  const { q, type, tlp, tag, list, ioc, expired, seen_from: from, seen_to: to } = filter
  return and(
    q ? wordIn(q) : undefined,
    type && inArray(observables.type, [...type]),
    tlp && inArray(observables.tlp, [...tlp]),
    tag ? sql`${observables.tags} @> ARRAY[${tag}]::text[]` : undefined,
    // as a condition without a parameter, so that the index of the indicators serves it
    ioc === undefined ? undefined : ioc ? sql`${observables.isIoc}` : sql`NOT ${observables.isIoc}`,
    expired === true ? lte(observables.expiresAt, sql`now()`) : undefined,
    expired === false ? or(isNull(observables.expiresAt), gt(observables.expiresAt, sql`now()`)) : undefined,
    from && gte(observables.lastSeen, from),
    to && lte(observables.lastSeen, to),
    list === undefined
      ? undefined
      : sql`EXISTS (SELECT 1 FROM ${observableListEntries} e WHERE e.org_uuid = ${org.uuid} AND e.list_uuid = ${list}
          AND e.type = ${observables.type} AND e.value = ${observables.value}
          AND md5(e.value) = md5(${observables.value}))`,
  )
}

function wordIn(q: string): SQL {
  const words = likeText(q.toLowerCase())
  return q.length < shortestPart
    ? sql`left(lower(${observables.value}), 100) LIKE ${`${words}%`}`
    : sql`lower(${observables.value}) LIKE ${`%${words}%`}`
}

function after(cursor: string | undefined): SQL | undefined {
  if (cursor === undefined) return undefined
  const [time = '', uuid = ''] = cursor.split('|')
  if (!isCursorTime(time) || !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(uuid))
    throw new Failure('INVALID_INPUT', { errors: { cursor: 'This is not a cursor of ours.' } })
  const at = sql`${time}::timestamptz`
  return or(lt(observables.lastSeen, at), and(sql`${observables.lastSeen} = ${at}`, lt(observables.uuid, uuid)))
}

export type StoredObservable = typeof observables.$inferSelect

/** Observables by their uuids, in no order. */
export async function storedObservables(
  db: Database | Tx,
  org: Org,
  uuids: readonly string[],
): Promise<StoredObservable[]> {
  if (uuids.length === 0) return []
  return db
    .select()
    .from(observables)
    .where(ownedBy(org, observables, inArray(observables.uuid, [...uuids])))
}

/** The uuids of the observables with these values, by type and value. */
export async function uuidsOfValues(
  db: Database | Tx,
  org: Org,
  values: readonly TypedValue[],
): Promise<Map<string, string>> {
  if (values.length === 0) return new Map()
  const rows = await rowsOf<{ uuid: string; type: ObservableType; value: string }>(
    db,
    sql`SELECT o.uuid, o.type, o.value
      FROM jsonb_to_recordset(${JSON.stringify(values)}::jsonb) AS v(type text, value text)
      JOIN ${observables} o ON o.org_uuid = ${org.uuid} AND o.type = v.type AND md5(o.value) = md5(v.value)
        AND o.value = v.value`,
  )
  return new Map(rows.map((row) => [keyOf(row), row.uuid]))
}

/** A text that two values have in common only if they are one. */
export const keyOf = ({ type, value }: TypedValue): string => `${type} ${value}`

/** Observables as they are sent, with the lists in effect that have them. */
export async function withLists(
  db: Database | Tx,
  org: Org,
  rows: readonly StoredObservable[],
): Promise<ObservableRow[]> {
  const lists = await listsOf(db, org, rows)
  return rows.map((row) => wire(row, lists.get(keyOf(row)) ?? []))
}

interface InList {
  readonly type: ObservableType
  readonly value: string
  readonly name: string
  readonly kind: 'watch' | 'allow'
}

async function listsOf(db: Database | Tx, org: Org, values: readonly TypedValue[]): Promise<Map<string, InList[]>> {
  if (values.length === 0) return new Map()
  const hashes = values.map(({ type, value }) => watchHash(type, value))
  const rows = await db
    .select({
      type: observableListEntries.type,
      value: observableListEntries.value,
      name: observableLists.name,
      kind: observableLists.kind,
    })
    .from(observableListEntries)
    .innerJoin(observableLists, eq(observableLists.uuid, observableListEntries.listUuid))
    .where(
      ownedBy(
        org,
        observableListEntries,
        inArray(observableListEntries.hash, hashes),
        eq(observableLists.active, true),
        or(isNull(observableLists.expiresAt), gt(observableLists.expiresAt, sql`now()`)),
      ),
    )
    .orderBy(observableLists.name)
  return Map.groupBy(rows, keyOf)
}

function wire(row: StoredObservable, lists: readonly InList[]): ObservableRow {
  return {
    uuid: row.uuid,
    type: row.type,
    value: row.value,
    tlp: row.tlp,
    pap: row.pap,
    tags: row.tags,
    note: row.note,
    is_ioc: row.isIoc,
    first_seen: row.firstSeen.toISOString(),
    last_seen: row.lastSeen.toISOString(),
    sightings: row.sightings,
    expires_at: row.expiresAt?.toISOString() ?? null,
    source: row.source,
    author: row.author,
    revision: row.revision,
    watched_by: lists.filter(({ kind }) => kind === 'watch').map(({ name }) => name),
    allowed_by: lists.filter(({ kind }) => kind === 'allow').map(({ name }) => name),
  }
}

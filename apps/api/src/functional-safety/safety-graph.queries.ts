import { asc, count, eq, gt, inArray, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import type { SafetyLink } from '@carapace/shared/functional-safety/asil-graph'
import { artefactLinks, artefacts } from '@carapace/shared/graph/artefacts/artefacts.table'
import type { Database, Tx } from '../core/db.ts'
import { anyOf, notRemoved } from '../graph/artefacts/artefacts.queries.ts'

/** The conditions on the current links of some kinds in a program. */
const linksOf = (programUuid: string, kinds: readonly string[]) => [
  eq(artefactLinks.programUuid, programUuid),
  notRemoved,
  inArray(artefactLinks.kind, [...kinds]),
]

/** The links of some kinds that begin, or end, at one of these artefacts. */
export async function linksFrom(
  db: Database | Tx,
  org: Org,
  programUuid: string,
  kinds: readonly string[],
  side: PgColumn,
  uuids: readonly string[],
) {
  if (uuids.length === 0) return []
  return db
    .select({ kind: artefactLinks.kind, from: artefactLinks.fromUuid, to: artefactLinks.toUuid })
    .from(artefactLinks)
    .where(ownedBy(org, artefactLinks, ...linksOf(programUuid, kinds), anyOf(side, uuids)))
}

/** These artefacts, and all that links of some kinds lead to from them, in this direction, over any number of links. */
export async function reachedFrom(
  db: Database | Tx,
  org: Org,
  programUuid: string,
  kinds: readonly string[],
  uuids: readonly string[],
  direction: 'downstream' | 'upstream',
): Promise<string[]> {
  if (uuids.length === 0) return []
  const { fromUuid, toUuid } = artefactLinks
  const [start, end] = direction === 'downstream' ? [fromUuid, toUuid] : [toUuid, fromUuid]
  const isCurrent = ownedBy(org, artefactLinks, ...linksOf(programUuid, kinds))
  const rows = await db.execute<{ uuid: string }>(sql`
    WITH RECURSIVE reached (uuid) AS (
      SELECT unnest(${`{${uuids.join(',')}}`}::uuid[])
      UNION
      SELECT ${end}
      FROM reached
      JOIN ${artefactLinks} ON ${start} = reached.uuid AND ${isCurrent}
    )
    SELECT uuid FROM reached`)
  return rows.map(({ uuid }) => uuid)
}

/** All links of some kinds in a program. */
export async function linksIn(db: Database | Tx, org: Org, programUuid: string, kinds: readonly string[]) {
  const rows: SafetyLink[] = await db
    .select({ kind: artefactLinks.kind, from: artefactLinks.fromUuid, to: artefactLinks.toUuid })
    .from(artefactLinks)
    .where(ownedBy(org, artefactLinks, ...linksOf(programUuid, kinds)))
  return rows
}

const columns = {
  uuid: artefacts.uuid,
  kind: artefacts.kind,
  number: artefacts.number,
  title: artefacts.title,
  status: artefacts.status,
  revision: artefacts.revision,
}
export type SafetyNodeRow = Awaited<ReturnType<typeof nodesOf>>[number]

/** How much of a long text is read: whether there is one matters, and what a cell of a table shows of it. */
const beginning = 200

const listed = (names: readonly string[]) => sql`${`{${names.join(',')}}`}::text[]`

/** Some fields as they are stored, and of long texts the beginning. */
export function fieldsOf(names: readonly string[], texts: readonly string[] = []): SQL<Record<string, unknown>> {
  return sql`(SELECT coalesce(jsonb_object_agg(f.key, CASE WHEN f.key = ANY(${listed(texts)})
    THEN to_jsonb(left(f.value #>> '{}', ${beginning}::int)) ELSE f.value END), '{}'::jsonb)
    FROM jsonb_each(${artefacts.fields}) AS f WHERE f.key = ANY(${listed([...names, ...texts])}))`
}

/** All artefacts of some kinds in a program, by kind and number, with these fields. */
export async function nodesOf(
  db: Database | Tx,
  org: Org,
  programUuid: string,
  kinds: readonly string[],
  fields: SQL<Record<string, unknown>> = fieldsOf([]),
) {
  return db
    .select({ ...columns, fields })
    .from(artefacts)
    .where(ownedBy(org, artefacts, eq(artefacts.programUuid, programUuid), inArray(artefacts.kind, [...kinds])))
    .orderBy(asc(artefacts.kind), asc(artefacts.number))
}

/** A page of the artefacts of a kind after a number. */
export async function nodesAfter(
  db: Database | Tx,
  org: Org,
  programUuid: string,
  {
    kind,
    after,
    limit,
    fields = fieldsOf([]),
  }: { kind: string; after: number; limit: number; fields?: SQL<Record<string, unknown>> },
): Promise<SafetyNodeRow[]> {
  return db
    .select({ ...columns, fields })
    .from(artefacts)
    .where(
      ownedBy(
        org,
        artefacts,
        eq(artefacts.programUuid, programUuid),
        eq(artefacts.kind, kind),
        gt(artefacts.number, after),
      ),
    )
    .orderBy(asc(artefacts.number))
    .limit(limit)
}

/** Artefacts of a kind by uuid, by number, with these fields. */
export async function nodesAmong(
  db: Database | Tx,
  org: Org,
  programUuid: string,
  kinds: readonly string[],
  uuids: readonly string[],
  fields: SQL<Record<string, unknown>> = fieldsOf([]),
): Promise<SafetyNodeRow[]> {
  if (uuids.length === 0) return []
  return db
    .select({ ...columns, fields })
    .from(artefacts)
    .where(
      ownedBy(
        org,
        artefacts,
        eq(artefacts.programUuid, programUuid),
        inArray(artefacts.kind, [...kinds]),
        anyOf(artefacts.uuid, uuids),
      ),
    )
    .orderBy(asc(artefacts.kind), asc(artefacts.number))
}

/** The number of artefacts of each of these kinds. */
export async function countsOf(db: Database | Tx, org: Org, programUuid: string, kinds: readonly string[]) {
  const rows = await db
    .select({ kind: artefacts.kind, artefacts: count() })
    .from(artefacts)
    .where(ownedBy(org, artefacts, eq(artefacts.programUuid, programUuid), inArray(artefacts.kind, [...kinds])))
    .groupBy(artefacts.kind)
  return new Map(rows.map((row) => [row.kind, row.artefacts]))
}

import { and, asc, count, desc, eq, gt, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import { users } from '@carapace/shared/account/account.table'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { artefactLinks, artefactVersions, baselines } from '@carapace/shared/graph/artefacts/artefacts.table'
import type { Database, Tx } from '../../core/db.ts'
import { anyOf } from '../artefacts/artefacts.queries.ts'

/** Maximum baselines of a program (rule GRAPH-13). */
export const mostBaselines = 200

export type BaselineRow = typeof baselines.$inferSelect

function select(db: Database | Tx, where: SQL) {
  return db
    .select({ row: baselines, by: { uuid: users.uuid, name: users.name } })
    .from(baselines)
    .leftJoin(users, eq(users.uuid, baselines.createdByUuid))
    .where(where)
}

/** The baselines of a program, the latest first. */
export async function baselinesOf(db: Database, org: Org, programUuid: string) {
  return select(db, ownedBy(org, baselines, eq(baselines.programUuid, programUuid)))
    .orderBy(desc(baselines.seq), desc(baselines.createdAt))
    .limit(mostBaselines)
}

export async function baselineNamed(db: Database | Tx, org: Org, uuid: string) {
  return (await select(db, ownedBy(org, baselines, eq(baselines.uuid, uuid))))[0]
}

export async function countBaselines(tx: Tx, org: Org, programUuid: string): Promise<number> {
  const [row] = await tx
    .select({ baselines: count() })
    .from(baselines)
    .where(ownedBy(org, baselines, eq(baselines.programUuid, programUuid)))
  return row!.baselines
}

/** Stores a baseline of a graph version; undefined if another baseline of the program has the name. */
export async function insertBaseline(
  tx: Tx,
  org: Org,
  fields: Pick<BaselineRow, 'programUuid' | 'name' | 'note' | 'seq' | 'createdByUuid'>,
): Promise<string | undefined> {
  const [row] = await tx
    .insert(baselines)
    .values({ ...fields, orgUuid: org.uuid })
    .onConflictDoNothing()
    .returning({ uuid: baselines.uuid })
  return row?.uuid
}

export async function removeBaseline(tx: Tx, org: Org, uuid: string): Promise<void> {
  await tx.delete(baselines).where(ownedBy(org, baselines, eq(baselines.uuid, uuid)))
}

/** The span from one graph version to a later one. */
export interface Span {
  readonly programUuid: string
  readonly from: number
  readonly to: number
}

export type ChangeAction = 'made' | 'changed' | 'removed'

/**
 * An artefact whose state differs between the beginning and the end of a span, with its revision at both; null: it did
 * not exist yet.
 */
export interface Difference {
  readonly uuid: string
  readonly kind: string
  readonly number: number
  readonly action: ChangeAction
  readonly was: number | null
  readonly is: number
}

/**
 * Artefacts that differ between the two graph versions of a span, by kind and number. An artefact that was created and
 * removed within the span is not a difference.
 */
export async function differences(db: Database, org: Org, { programUuid, from, to }: Span): Promise<Difference[]> {
  const written = db
    .selectDistinct({ uuid: artefactVersions.artefactUuid })
    .from(artefactVersions)
    .where(
      ownedBy(
        org,
        artefactVersions,
        eq(artefactVersions.programUuid, programUuid),
        gt(artefactVersions.seq, from),
        lte(artefactVersions.seq, to),
      ),
    )
    .as('written')
  const { revision, kind, number, action: how, title, status, fields } = artefactVersions
  // one artefact after the other, by its key: the whole history of all of them is many times as large
  const stateAt = (graphVersion: number) =>
    db
      .select({ revision, kind, number, action: how, title, status, fields })
      .from(artefactVersions)
      .where(
        ownedBy(
          org,
          artefactVersions,
          sql`${artefactVersions.artefactUuid} = written.artefact_uuid`,
          lte(artefactVersions.seq, graphVersion),
        ),
      )
      .orderBy(desc(revision))
      .limit(1)
  const [was, is] = [stateAt(from).as('was'), stateAt(to).as('is_now')]
  const wasThere = sql`(${was.action} IS NOT NULL AND ${was.action} <> 'removed')`
  const action = sql<ChangeAction | null>`CASE
    WHEN ${is.action} = 'removed' THEN CASE WHEN ${wasThere} THEN 'removed' END
    WHEN NOT ${wasThere} THEN 'made'
    WHEN ${was.title} <> ${is.title} OR ${was.status} <> ${is.status} OR ${was.fields} <> ${is.fields} THEN 'changed'
    END`
  const rows = await db
    .select({ uuid: written.uuid, kind: is.kind, number: is.number, action, was: was.revision, is: is.revision })
    .from(written)
    .innerJoinLateral(is, sql`true`)
    .leftJoinLateral(was, sql`true`)
  const found = rows.flatMap(({ action: known, ...row }) => (known === null ? [] : [{ ...row, action: known }]))
  // sorted here: the collation of the database may order dashes differently from the reader of the cursor
  return found.sort((a, b) => (a.kind === b.kind ? a.number - b.number : a.kind < b.kind ? -1 : 1))
}

/** States of artefacts by `uuid revision`. */
export async function statesNamed(db: Database, org: Org, named: readonly { uuid: string; revision: number }[]) {
  if (named.length === 0) return new Map<string, never>()
  const keys = named.map(({ uuid, revision }) => sql`(${uuid}::uuid, ${revision}::int)`)
  const rows = await db
    .select({
      uuid: artefactVersions.artefactUuid,
      revision: artefactVersions.revision,
      title: artefactVersions.title,
      status: artefactVersions.status,
      fields: artefactVersions.fields,
    })
    .from(artefactVersions)
    .where(
      ownedBy(
        org,
        artefactVersions,
        sql`(${artefactVersions.artefactUuid}, ${artefactVersions.revision}) IN (${sql.join(keys, sql`, `)})`,
      ),
    )
  return new Map(rows.map((row) => [`${row.uuid} ${row.revision}`, row]))
}

/** Links that exist at only one end of a span. */
const linked = ({ from, to }: Span) =>
  and(
    gt(artefactLinks.addedSeq, from),
    lte(artefactLinks.addedSeq, to),
    or(isNull(artefactLinks.removedSeq), gt(artefactLinks.removedSeq, to)),
  )!
const unlinked = ({ from, to }: Span) =>
  and(lte(artefactLinks.addedSeq, from), gt(artefactLinks.removedSeq, from), lte(artefactLinks.removedSeq, to))!

export async function linkDifferenceCounts(
  db: Database,
  org: Org,
  span: Span,
): Promise<{ linked: number; unlinked: number }> {
  const [row] = await db
    .select({
      linked: sql<number>`count(*) FILTER (WHERE ${linked(span)})::int`,
      unlinked: sql<number>`count(*) FILTER (WHERE ${unlinked(span)})::int`,
    })
    .from(artefactLinks)
    .where(
      ownedBy(org, artefactLinks, eq(artefactLinks.programUuid, span.programUuid), gt(artefactLinks.seq, span.from)),
    )
  return row!
}

/** The first links that differ, in the order of their last change. */
export async function linkDifferences(db: Database, org: Org, span: Span, limit: number) {
  return db
    .select({
      kind: artefactLinks.kind,
      from: artefactLinks.fromUuid,
      to: artefactLinks.toUuid,
      action: sql<'linked' | 'unlinked'>`CASE WHEN ${linked(span)} THEN 'linked' ELSE 'unlinked' END`,
    })
    .from(artefactLinks)
    .where(
      ownedBy(
        org,
        artefactLinks,
        eq(artefactLinks.programUuid, span.programUuid),
        gt(artefactLinks.seq, span.from),
        or(linked(span), unlinked(span)),
      ),
    )
    .orderBy(asc(artefactLinks.seq), asc(artefactLinks.uuid))
    .limit(limit)
}

/** The kind and number of artefacts, with those that were removed since. */
export async function numbersOf(db: Database, org: Org, uuids: readonly string[]) {
  if (uuids.length === 0) return []
  return db
    .selectDistinctOn([artefactVersions.artefactUuid], {
      uuid: artefactVersions.artefactUuid,
      kind: artefactVersions.kind,
      number: artefactVersions.number,
    })
    .from(artefactVersions)
    .where(ownedBy(org, artefactVersions, anyOf(artefactVersions.artefactUuid, uuids)))
    .orderBy(artefactVersions.artefactUuid)
}

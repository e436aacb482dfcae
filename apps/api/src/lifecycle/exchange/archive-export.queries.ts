import { and, asc, eq, getTableColumns, gt, isNull, type SQL, sql } from 'drizzle-orm'
import { alias, type PgColumn } from 'drizzle-orm/pg-core'
import { users } from '@carapace/shared/account/account.table'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import {
  artefactLinks,
  artefacts,
  artefactVersions,
  baselines,
  comments,
  programGraphs,
  reviews,
} from '@carapace/shared/graph/artefacts/artefacts.table'
import { assessmentVersions } from '@carapace/shared/lifecycle/rating/assessments.table'
import { taraMethods } from '@carapace/shared/lifecycle/methods/tara-methods'
import { programs, projects } from '@carapace/shared/graph/programs/programs.table'
import type { Database, Tx } from '../../core/db.ts'
import { anyOf } from '../../graph/artefacts/artefacts.queries.ts'

const rowsAtOnce = 1_000
/** Times are read as milliseconds. Therefore rows are ordered by milliseconds, and then by uuid. */
const inMs = (column: PgColumn) => sql`date_trunc('milliseconds', ${column})`

/** Reads pages of rows until a page is not full. Each page continues after the last row of the page before. */
async function* pages<Row>(read: (last: Row | undefined) => PromiseLike<Row[]>): AsyncGenerator<Row> {
  for (let last: Row | undefined; ;) {
    const rows = await read(last)
    yield* rows
    if (rows.length < rowsAtOnce) return
    last = rows.at(-1)!
  }
}

export async function programArchived(tx: Tx, org: Org, programUuid: string) {
  const [row] = await tx
    .select({ program: programs, method: taraMethods, numbers: programGraphs.numbers })
    .from(programs)
    .leftJoin(taraMethods, eq(taraMethods.uuid, programs.methodUuid))
    .leftJoin(programGraphs, eq(programGraphs.programUuid, programs.uuid))
    .where(ownedBy(org, programs, eq(programs.uuid, programUuid)))
  return row
}

export async function projectsArchived(tx: Tx, org: Org, programUuid: string, projectUuid: string | undefined) {
  return tx
    .select()
    .from(projects)
    .where(
      ownedBy(
        org,
        projects,
        eq(projects.programUuid, programUuid),
        projectUuid === undefined ? undefined : eq(projects.uuid, projectUuid),
      ),
    )
    .orderBy(asc(inMs(projects.createdAt)), asc(projects.uuid))
    .limit(10_000)
}

/** A program's artefacts of a kind by their numbers; `among` limits the result to these. */
export function artefactsArchived(
  tx: Tx,
  org: Org,
  programUuid: string,
  kind: string,
  among: readonly string[] | undefined,
) {
  return pages((last: typeof artefacts.$inferSelect | undefined) =>
    tx
      .select()
      .from(artefacts)
      .where(
        ownedBy(
          org,
          artefacts,
          eq(artefacts.programUuid, programUuid),
          eq(artefacts.kind, kind),
          among && anyOf(artefacts.uuid, among),
          last && gt(artefacts.number, last.number),
        ),
      )
      .orderBy(asc(artefacts.number))
      .limit(rowsAtOnce),
  )
}

/** The artefacts by kind, with the project of each. */
export async function artefactHeads(tx: Tx, org: Org, programUuid: string) {
  return tx
    .select({ uuid: artefacts.uuid, kind: artefacts.kind, projectUuid: artefacts.projectUuid })
    .from(artefacts)
    .where(ownedBy(org, artefacts, eq(artefacts.programUuid, programUuid)))
    .orderBy(asc(artefacts.kind), asc(artefacts.number))
}

/** All current links. */
export async function linkHeads(tx: Tx | Database, org: Org, programUuid: string) {
  return tx
    .select({ kind: artefactLinks.kind, from: artefactLinks.fromUuid, to: artefactLinks.toUuid })
    .from(artefactLinks)
    .where(ownedBy(org, artefactLinks, eq(artefactLinks.programUuid, programUuid), isNull(artefactLinks.removedSeq)))
}

/** Links by creation time; `among` limits the result to current links between these. */
export function linksArchived(tx: Tx, org: Org, programUuid: string, among: readonly string[] | undefined) {
  const wanted =
    among &&
    and(isNull(artefactLinks.removedSeq), anyOf(artefactLinks.fromUuid, among), anyOf(artefactLinks.toUuid, among))
  return pages((last: typeof artefactLinks.$inferSelect | undefined) =>
    tx
      .select()
      .from(artefactLinks)
      .where(
        ownedBy(
          org,
          artefactLinks,
          eq(artefactLinks.programUuid, programUuid),
          wanted,
          last && after([artefactLinks.addedSeq, artefactLinks.uuid], sql`${last.addedSeq}::int, ${last.uuid}::uuid`),
        ),
      )
      .orderBy(asc(artefactLinks.addedSeq), asc(artefactLinks.uuid))
      .limit(rowsAtOnce),
  )
}

/** The name of the user who did it: the current name here, or the name in the archive that it came from. */
const nameOf = (here: PgColumn, elsewhere: PgColumn) => sql<string | null>`coalesce(${here}, ${elsewhere})`
const decider = alias(users, 'decider')

type Signed<Row> = Row & { readonly by: string | null }

export function versionsArchived(tx: Tx, org: Org, programUuid: string) {
  const order = [artefactVersions.seq, artefactVersions.kind, artefactVersions.number, artefactVersions.revision]
  return pages((last: Signed<typeof artefactVersions.$inferSelect> | undefined) =>
    tx
      .select({ ...getTableColumns(artefactVersions), by: nameOf(users.name, artefactVersions.byName) })
      .from(artefactVersions)
      .leftJoin(users, eq(users.uuid, artefactVersions.byUuid))
      .where(
        ownedBy(
          org,
          artefactVersions,
          eq(artefactVersions.programUuid, programUuid),
          last && sql`${artefactVersions.seq} >= ${last.seq}`,
          last && after(order, sql`${last.seq}::int, ${last.kind}, ${last.number}::int, ${last.revision}::int`),
        ),
      )
      .orderBy(...order.map((column) => asc(column)))
      .limit(rowsAtOnce),
  )
}

/**
 * The risk history, by graph version, and within a version by scenario number. Removed scenarios keep their number in
 * the history.
 */
export function risksArchived(tx: Tx, org: Org, programUuid: string) {
  const numbers = tx
    .selectDistinctOn([artefactVersions.artefactUuid], {
      uuid: artefactVersions.artefactUuid,
      number: artefactVersions.number,
    })
    .from(artefactVersions)
    .where(
      ownedBy(
        org,
        artefactVersions,
        eq(artefactVersions.programUuid, programUuid),
        eq(artefactVersions.kind, 'threat-scenario'),
      ),
    )
    .as('scenarios')
  const order = [assessmentVersions.seq, numbers.number]
  return pages((last: (typeof assessmentVersions.$inferSelect & { readonly number: number }) | undefined) =>
    tx
      .select({ ...getTableColumns(assessmentVersions), number: numbers.number })
      .from(assessmentVersions)
      .innerJoin(numbers, eq(numbers.uuid, assessmentVersions.threatUuid))
      .where(
        ownedBy(
          org,
          assessmentVersions,
          eq(assessmentVersions.programUuid, programUuid),
          last && sql`(${sql.join(order, sql`, `)}) > (${last.seq}::int, ${last.number}::int)`,
        ),
      )
      .orderBy(...order.map((column) => asc(column)))
      .limit(rowsAtOnce),
  )
}

function after(columns: readonly PgColumn[], last: SQL): SQL {
  return sql`(${sql.join([...columns], sql`, `)}) > (${last})`
}

/** Comments and reviews have no history: the archive has their current state. */
export async function commentsArchived(tx: Tx, org: Org, programUuid: string, among: readonly string[] | undefined) {
  return tx
    .select({ ...getTableColumns(comments), by: nameOf(users.name, comments.createdByName) })
    .from(comments)
    .leftJoin(users, eq(users.uuid, comments.createdByUuid))
    .where(ownedBy(org, comments, eq(comments.programUuid, programUuid), among && anyOf(comments.artefactUuid, among)))
    .orderBy(asc(inMs(comments.createdAt)), asc(comments.uuid))
}

export async function reviewsArchived(tx: Tx, org: Org, programUuid: string, among: readonly string[] | undefined) {
  return tx
    .select({
      ...getTableColumns(reviews),
      requestedBy: nameOf(users.name, reviews.requestedByName),
      decidedBy: nameOf(decider.name, reviews.decidedByName),
    })
    .from(reviews)
    .leftJoin(users, eq(users.uuid, reviews.requestedByUuid))
    .leftJoin(decider, eq(decider.uuid, reviews.decidedByUuid))
    .where(ownedBy(org, reviews, eq(reviews.programUuid, programUuid), among && anyOf(reviews.artefactUuid, among)))
    .orderBy(asc(inMs(reviews.requestedAt)), asc(reviews.uuid))
}

export async function baselinesArchived(tx: Tx, org: Org, programUuid: string) {
  return tx
    .select()
    .from(baselines)
    .where(ownedBy(org, baselines, eq(baselines.programUuid, programUuid)))
    .orderBy(asc(baselines.seq), asc(baselines.name))
}

/** All graph versions that occur in a program's history, in order. */
export async function graphVersionsArchived(tx: Tx, org: Org, programUuid: string): Promise<number[]> {
  const versions = await tx
    .selectDistinct({ seq: artefactVersions.seq })
    .from(artefactVersions)
    .where(ownedBy(org, artefactVersions, eq(artefactVersions.programUuid, programUuid)))
  const links = await tx
    .selectDistinct({ seq: artefactLinks.addedSeq, end: artefactLinks.removedSeq })
    .from(artefactLinks)
    .where(ownedBy(org, artefactLinks, eq(artefactLinks.programUuid, programUuid)))
  const names = await tx
    .select({ seq: baselines.seq })
    .from(baselines)
    .where(ownedBy(org, baselines, eq(baselines.programUuid, programUuid)))
  const risks = await tx
    .selectDistinct({ seq: assessmentVersions.seq })
    .from(assessmentVersions)
    .where(ownedBy(org, assessmentVersions, eq(assessmentVersions.programUuid, programUuid)))
  return [
    ...new Set(
      [...versions, ...risks]
        .map(({ seq }) => seq)
        .concat(
          links.flatMap(({ seq, end }) => [seq, end ?? seq]),
          names.map(({ seq }) => seq),
        ),
    ),
  ].sort((a, b) => a - b)
}

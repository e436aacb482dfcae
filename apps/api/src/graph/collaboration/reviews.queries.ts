import { and, asc, desc, eq, getTableColumns, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { users } from '@carapace/shared/account/account.table'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { artefacts, artefactVersions, reviews } from '@carapace/shared/graph/artefacts/artefacts.table'
import { programMembers } from '@carapace/shared/graph/programs/programs.table'
import type { Database, Tx } from '../../core/db.ts'
import { anyOf, authorOf } from '../artefacts/artefacts.queries.ts'

export type ReviewRow = typeof reviews.$inferSelect

/**
 * A review with the user who counts as its requester. For a review from an archive this is the user who imported it,
 * who also counts as the creator of all of its content (rule GRAPH-9).
 */
export type Review = ReviewRow & { readonly requesterUuid: string | null }

const requester = alias(users, 'asker')
const reviewer = alias(users, 'reviewer')
const decider = alias(users, 'decider')
const withRequester = {
  ...getTableColumns(reviews),
  requesterUuid: sql<string | null>`coalesce(${reviews.requestedByUuid}, ${artefacts.createdByUuid})`,
}

/** The open review of an artefact. */
export async function openReview(db: Database | Tx, org: Org, artefactUuid: string) {
  const [found] = await db
    .select({
      row: withRequester,
      requester: { uuid: requester.uuid, name: requester.name },
      reviewer: { uuid: reviewer.uuid, name: reviewer.name },
    })
    .from(reviews)
    .innerJoin(artefacts, eq(artefacts.uuid, reviews.artefactUuid))
    .leftJoin(requester, eq(requester.uuid, reviews.requestedByUuid))
    .leftJoin(reviewer, eq(reviewer.uuid, reviews.reviewerUuid))
    .where(ownedBy(org, reviews, eq(reviews.artefactUuid, artefactUuid), isNull(reviews.decision)))
  return found
}

export async function reviewNamed(db: Database | Tx, org: Org, uuid: string): Promise<Review | undefined> {
  const [row] = await db
    .select(withRequester)
    .from(reviews)
    .innerJoin(artefacts, eq(artefacts.uuid, reviews.artefactUuid))
    .where(ownedBy(org, reviews, eq(reviews.uuid, uuid)))
  return row
}

/**
 * The last decision about an artefact, and whether the artefact has changed since the reviewed state; null: there is no
 * decision (rule GRAPH-20).
 */
export async function lastDecision(db: Database | Tx, org: Org, artefactUuid: string) {
  const reviewedVersion = and(
    eq(artefactVersions.artefactUuid, reviews.artefactUuid),
    eq(artefactVersions.revision, reviews.revision),
  )
  const changed = sql<boolean>`(${artefacts.title}, ${artefacts.fields}) IS DISTINCT
    FROM (${artefactVersions.title}, ${artefactVersions.fields})`
  const [found] = await db
    .select({
      row: reviews,
      decider: { uuid: decider.uuid, name: decider.name },
      changed: sql<boolean | null>`CASE WHEN ${artefactVersions.revision} IS NOT NULL THEN ${changed} END`,
    })
    .from(reviews)
    .innerJoin(artefacts, eq(artefacts.uuid, reviews.artefactUuid))
    .leftJoin(artefactVersions, reviewedVersion)
    .leftJoin(decider, eq(decider.uuid, reviews.decidedByUuid))
    .where(ownedBy(org, reviews, eq(reviews.artefactUuid, artefactUuid), isNotNull(reviews.decision)))
    .orderBy(desc(reviews.decidedAt), desc(reviews.uuid))
    .limit(1)
  if (!found) return null
  const {
    row: { decision, decidedByName, decidedAt, reason, revision },
    decider: by,
    changed: isChanged,
  } = found
  return {
    decision: decision!,
    by: authorOf(by, decidedByName),
    at: decidedAt!.toISOString(),
    reason,
    revision,
    changed_since: isChanged,
  }
}

/** The open reviews of a program, the oldest first. */
export async function openReviews(db: Database, org: Org, programUuid: string, limit: number) {
  return db
    .select({
      row: withRequester,
      artefact: {
        uuid: artefacts.uuid,
        kind: artefacts.kind,
        number: artefacts.number,
        title: artefacts.title,
        status: artefacts.status,
      },
      requester: { uuid: requester.uuid, name: requester.name },
      reviewer: { uuid: reviewer.uuid, name: reviewer.name },
    })
    .from(reviews)
    .innerJoin(artefacts, eq(artefacts.uuid, reviews.artefactUuid))
    .leftJoin(requester, eq(requester.uuid, reviews.requestedByUuid))
    .leftJoin(reviewer, eq(reviewer.uuid, reviews.reviewerUuid))
    .where(ownedBy(org, reviews, eq(reviews.programUuid, programUuid), isNull(reviews.decision)))
    .orderBy(asc(reviews.requestedAt), asc(reviews.uuid))
    .limit(limit)
}

/**
 * The users who changed the content of artefacts, even slightly, since each was last approved by a review: none of them
 * may decide (rule GRAPH-9). The user who imported an artefact counts as the author of its imported content, of which
 * some may be approved without a review (rule EXCHANGE-33).
 */
export async function writersOf(
  db: Database | Tx,
  org: Org,
  artefactUuids: readonly string[],
): Promise<Map<string, Set<string>>> {
  const writers = new Map<string, Set<string>>(artefactUuids.map((uuid) => [uuid, new Set()]))
  if (artefactUuids.length === 0) return writers
  const { artefactUuid, revision, title, status, fields, byUuid } = artefactVersions
  const isReviewed = sql`EXISTS (SELECT 1 FROM ${reviews} WHERE ${ownedBy(
    org,
    reviews,
    eq(reviews.artefactUuid, artefactUuid),
    eq(reviews.decision, 'approved'),
    lt(reviews.revision, revision),
  )})`
  const states = sql`(PARTITION BY ${artefactUuid} ORDER BY ${revision})`
  const rows = await db
    .select({
      artefact: artefactUuid,
      by: sql<string | null>`coalesce(${byUuid}, ${artefacts.createdByUuid})`,
      isApproval: sql<boolean>`${status} = 'APPROVED' AND lag(${status}) OVER ${states} IS DISTINCT FROM 'APPROVED'
        AND ${isReviewed}`,
      isWriting: sql<boolean>`(${title}, ${fields}) IS DISTINCT
        FROM (lag(${title}) OVER ${states}, lag(${fields}) OVER ${states})`,
    })
    .from(artefactVersions)
    .innerJoin(artefacts, eq(artefacts.uuid, artefactUuid))
    .where(ownedBy(org, artefactVersions, anyOf(artefactUuid, artefactUuids)))
    .orderBy(asc(artefactUuid), asc(revision))
  for (const { artefact, by, isApproval, isWriting } of rows) {
    if (isApproval) writers.get(artefact)!.clear()
    else if (isWriting && by !== null) writers.get(artefact)!.add(by)
  }
  return writers
}

export async function insertReview(
  tx: Tx,
  org: Org,
  fields: Omit<typeof reviews.$inferInsert, 'orgUuid'>,
): Promise<string> {
  const [row] = await tx
    .insert(reviews)
    .values({ ...fields, orgUuid: org.uuid })
    .returning({ uuid: reviews.uuid })
  return row!.uuid
}

export async function closeReview(
  tx: Tx,
  org: Org,
  uuid: string,
  set: Pick<ReviewRow, 'decision' | 'decidedByUuid' | 'reason'>,
): Promise<void> {
  await tx
    .update(reviews)
    .set({ ...set, decidedAt: new Date() })
    .where(ownedBy(org, reviews, eq(reviews.uuid, uuid)))
}

/** An active user of the organisation, and the user's role in a program. */
export async function rolesOfUser(tx: Tx, org: Org, programUuid: string, userUuid: string) {
  const [row] = await tx
    .select({ role: users.role, programRole: programMembers.role })
    .from(users)
    .leftJoin(programMembers, and(eq(programMembers.userUuid, users.uuid), eq(programMembers.programUuid, programUuid)))
    .where(ownedBy(org, users, eq(users.uuid, userUuid), eq(users.active, true)))
  return row
}

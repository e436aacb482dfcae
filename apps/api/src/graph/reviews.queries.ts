import { and, asc, eq, gte, isNull } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { users } from '@carapace/shared/account/account.table'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { artefacts, artefactVersions, reviews } from '@carapace/shared/lifecycle/artefacts.table'
import { programMembers } from '@carapace/shared/lifecycle/programs.table'
import type { Database, Tx } from '../core/db.ts'
import { anyOf, authorOf } from './artefacts.queries.ts'

export type ReviewRow = typeof reviews.$inferSelect

const asker = alias(users, 'asker')
const reviewer = alias(users, 'reviewer')

/** The review of an artefact that waits for a decision. */
export async function openReview(db: Database | Tx, org: Org, artefactUuid: string) {
  const [found] = await db
    .select({ row: reviews, asker: { uuid: asker.uuid, name: asker.name }, reviewer: { uuid: reviewer.uuid, name: reviewer.name } }).from(reviews)
    .leftJoin(asker, eq(asker.uuid, reviews.askedByUuid)).leftJoin(reviewer, eq(reviewer.uuid, reviews.reviewerUuid))
    .where(ownedBy(org, reviews, eq(reviews.artefactUuid, artefactUuid), isNull(reviews.decision)))
  return found ? { uuid: found.row.uuid, asked_by: authorOf(found.asker, found.row.askedByName), reviewer: found.reviewer, note: found.row.note, asked_at: found.row.askedAt.toISOString(), revision: found.row.revision } : null
}

export async function reviewNamed(db: Database | Tx, org: Org, uuid: string): Promise<ReviewRow | undefined> {
  const [row] = await db.select().from(reviews).where(ownedBy(org, reviews, eq(reviews.uuid, uuid)))
  return row
}

/** What waits for a decision in a program, the longest first. */
export async function openReviews(db: Database, org: Org, programUuid: string, limit: number) {
  return db
    .select({
      row: reviews, artefact: { uuid: artefacts.uuid, kind: artefacts.kind, number: artefacts.number, title: artefacts.title, status: artefacts.status },
      asker: { uuid: asker.uuid, name: asker.name }, reviewer: { uuid: reviewer.uuid, name: reviewer.name },
    }).from(reviews).innerJoin(artefacts, eq(artefacts.uuid, reviews.artefactUuid))
    .leftJoin(asker, eq(asker.uuid, reviews.askedByUuid)).leftJoin(reviewer, eq(reviewer.uuid, reviews.reviewerUuid))
    .where(ownedBy(org, reviews, eq(reviews.programUuid, programUuid), isNull(reviews.decision))).orderBy(asc(reviews.askedAt), asc(reviews.uuid)).limit(limit)
}

/** Who wrote the state that a review was asked of, and whatever came after it: none of them decides (rule G9). */
export async function writersSince(db: Database | Tx, org: Org, asked: readonly Pick<ReviewRow, 'artefactUuid' | 'revision'>[]): Promise<Map<string, Set<string>>> {
  const writers = new Map<string, Set<string>>(asked.map(({ artefactUuid }) => [artefactUuid, new Set()]))
  if (asked.length === 0) return writers
  const rows = await db
    .select({ artefact: artefactVersions.artefactUuid, by: artefactVersions.byUuid }).from(artefactVersions)
    .innerJoin(reviews, and(eq(reviews.artefactUuid, artefactVersions.artefactUuid), isNull(reviews.decision), gte(artefactVersions.revision, reviews.revision)))
    .where(ownedBy(org, artefactVersions, anyOf(artefactVersions.artefactUuid, asked.map(({ artefactUuid }) => artefactUuid))))
  for (const { artefact, by } of rows) if (by !== null) writers.get(artefact)!.add(by)
  return writers
}

export async function insertReview(tx: Tx, org: Org, fields: Omit<typeof reviews.$inferInsert, 'orgUuid'>): Promise<string> {
  const [row] = await tx.insert(reviews).values({ ...fields, orgUuid: org.uuid }).returning({ uuid: reviews.uuid })
  return row!.uuid
}

export async function closeReview(tx: Tx, org: Org, uuid: string, set: Pick<ReviewRow, 'decision' | 'decidedByUuid' | 'reason'>): Promise<void> {
  await tx.update(reviews).set({ ...set, decidedAt: new Date() }).where(ownedBy(org, reviews, eq(reviews.uuid, uuid)))
}

/** An active user of the organisation, and what they are in a program. */
export async function standingOfUser(tx: Tx, org: Org, programUuid: string, userUuid: string) {
  const [row] = await tx
    .select({ role: users.role, programRole: programMembers.role }).from(users).leftJoin(programMembers, and(eq(programMembers.userUuid, users.uuid), eq(programMembers.programUuid, programUuid)))
    .where(ownedBy(org, users, eq(users.uuid, userUuid), eq(users.active, true)))
  return row
}

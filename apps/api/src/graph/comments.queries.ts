import { asc, count, eq, sql } from 'drizzle-orm'
import { users } from '@carapace/shared/account/account.table'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { artefacts, comments } from '@carapace/shared/lifecycle/artefacts.table'
import type { Database, Tx } from '../core/db.ts'

/** An artefact takes at most so many (rule G16). */
export const mostComments = 500

export type CommentRow = typeof comments.$inferSelect

/** What was said about an artefact, the earliest first. */
export async function commentsOn(db: Database | Tx, org: Org, artefactUuid: string) {
  return db
    .select({ row: comments, by: { uuid: users.uuid, name: users.name } }).from(comments).leftJoin(users, eq(users.uuid, comments.createdByUuid))
    .where(ownedBy(org, comments, eq(comments.artefactUuid, artefactUuid))).orderBy(asc(comments.createdAt), asc(comments.uuid)).limit(mostComments)
}

/** Locks an artefact, so that those who comment on it come one after the other; answers its program, and how much was said. */
export async function lockComments(tx: Tx, org: Org, artefactUuid: string): Promise<{ programUuid: string; comments: number } | undefined> {
  // what a comment names, not what the artefact says: whoever changes the artefact need not wait
  const [row] = await tx.select({ programUuid: artefacts.programUuid }).from(artefacts).where(ownedBy(org, artefacts, eq(artefacts.uuid, artefactUuid)))
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`comments ${artefactUuid}`}, 0))`)
  const [counted] = await tx.select({ comments: count() }).from(comments).where(ownedBy(org, comments, eq(comments.artefactUuid, artefactUuid)))
  return row && { programUuid: row.programUuid, comments: counted!.comments }
}

export async function commentNamed(tx: Tx | Database, org: Org, uuid: string): Promise<CommentRow | undefined> {
  const [row] = await tx.select().from(comments).where(ownedBy(org, comments, eq(comments.uuid, uuid)))
  return row
}

export async function insertComment(tx: Tx, org: Org, fields: Pick<CommentRow, 'programUuid' | 'artefactUuid' | 'text' | 'isResolved' | 'createdByUuid'>): Promise<void> {
  await tx.insert(comments).values({ ...fields, orgUuid: org.uuid })
}

export async function updateComment(tx: Tx, org: Org, uuid: string, set: Partial<Pick<CommentRow, 'text' | 'isResolved'>>): Promise<void> {
  await tx.update(comments).set({ ...set, updatedAt: sql`now()`, revision: sql`${comments.revision} + 1` }).where(ownedBy(org, comments, eq(comments.uuid, uuid)))
}

export async function removeComment(tx: Tx, org: Org, uuid: string): Promise<void> {
  await tx.delete(comments).where(ownedBy(org, comments, eq(comments.uuid, uuid)))
}

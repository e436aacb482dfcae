import { asc, eq, sql } from 'drizzle-orm'
import { users } from '@carapace/shared/account/account.table'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { artefacts, comments, programGraphs } from '@carapace/shared/graph/artefacts/artefacts.table'
import type { Database, Tx } from '../../core/db.ts'

/** Maximum comments of an artefact (rule GRAPH-16). */
export const mostComments = 500

export type CommentRow = typeof comments.$inferSelect

/** The comments on an artefact, the earliest first. */
export async function commentsOn(db: Database | Tx, org: Org, artefactUuid: string) {
  return db
    .select({ row: comments, by: { uuid: users.uuid, name: users.name } })
    .from(comments)
    .leftJoin(users, eq(users.uuid, comments.createdByUuid))
    .where(ownedBy(org, comments, eq(comments.artefactUuid, artefactUuid)))
    .orderBy(asc(comments.createdAt), asc(comments.uuid))
    .limit(mostComments)
}

/** The program of an artefact, its kind, and its number of comments. */
export async function commented(
  tx: Tx,
  org: Org,
  artefactUuid: string,
): Promise<{ programUuid: string; kind: string; comments: number } | undefined> {
  const commentCount = sql<number>`(SELECT count(*)::int FROM ${comments}
    WHERE ${comments.artefactUuid} = ${artefacts.uuid})`
  const [row] = await tx
    .select({ programUuid: artefacts.programUuid, kind: artefacts.kind, comments: commentCount })
    .from(artefacts)
    .where(ownedBy(org, artefacts, eq(artefacts.uuid, artefactUuid)))
  return row
}

/**
 * Completes a graph version in which a comment changed: live pages read the comments again (rule GRAPH-15). Nothing in
 * the program was changed.
 */
export async function notifyComments(
  tx: Tx,
  org: Org,
  { programUuid, artefactUuid, seq }: { programUuid: string; artefactUuid: string; seq: number },
): Promise<void> {
  await tx
    .update(artefacts)
    .set({ commentsSeq: seq })
    .where(ownedBy(org, artefacts, eq(artefacts.uuid, artefactUuid)))
  await tx
    .update(programGraphs)
    .set({ seq })
    .where(ownedBy(org, programGraphs, eq(programGraphs.programUuid, programUuid)))
}

export async function commentNamed(tx: Tx | Database, org: Org, uuid: string): Promise<CommentRow | undefined> {
  const [row] = await tx
    .select()
    .from(comments)
    .where(ownedBy(org, comments, eq(comments.uuid, uuid)))
  return row
}

export async function insertComment(
  tx: Tx,
  org: Org,
  fields: Pick<CommentRow, 'programUuid' | 'artefactUuid' | 'text' | 'isResolved' | 'createdByUuid'>,
): Promise<void> {
  await tx.insert(comments).values({ ...fields, orgUuid: org.uuid })
}

export async function updateComment(
  tx: Tx,
  org: Org,
  uuid: string,
  set: Partial<Pick<CommentRow, 'text' | 'isResolved'>>,
): Promise<void> {
  await tx
    .update(comments)
    .set({ ...set, updatedAt: sql`now()`, revision: sql`${comments.revision} + 1` })
    .where(ownedBy(org, comments, eq(comments.uuid, uuid)))
}

export async function removeComment(tx: Tx, org: Org, uuid: string): Promise<void> {
  await tx.delete(comments).where(ownedBy(org, comments, eq(comments.uuid, uuid)))
}

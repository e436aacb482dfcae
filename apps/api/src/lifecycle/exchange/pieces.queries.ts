import { and, eq, inArray, isNotNull, not, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { jobs } from '@carapace/shared/account/workspace.table'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { importPieces } from '@carapace/shared/lifecycle/exchange/imports.table'
import { programs } from '@carapace/shared/graph/programs/programs.table'
import type { Database, Tx } from '../../core/db.ts'

/**
 * The condition that a job may continue an import: it was not cancelled, and it did not fail more than a week ago
 * without a restart.
 */
function mayGoOn({ orgUuid, importUuid }: { orgUuid: PgColumn; importUuid: PgColumn }): SQL {
  return sql`EXISTS (SELECT 1
    FROM ${jobs}
    WHERE ${jobs.orgUuid} = ${orgUuid}
    AND ${jobs.input} ->> 'import' = ${importUuid}::text
    AND (${jobs.status} IN ('QUEUED', 'RUNNING') OR ${jobs.status} = 'FAILED'
    AND ${jobs.finishedAt} > now() - INTERVAL '7 days'))`
}

/** Deletes pieces that no job will use any more. */
export async function forgetPieces(tx: Tx, org: Org): Promise<void> {
  await tx.delete(importPieces).where(ownedBy(org, importPieces, not(mayGoOn(importPieces))))
}

/**
 * Deletes programs that no job will complete any more, with all of their content. Across organisations: a starting
 * process cleans up after all processes; it leaves the imports that another process works on.
 */
export async function eraseHalfPrograms(db: Database): Promise<void> {
  const givenUp = db
    .select({ uuid: programs.uuid })
    .from(programs)
    .where(and(isNotNull(programs.importUuid), not(mayGoOn(programs))))
    .for('update', { skipLocked: true })
  await db.delete(programs).where(inArray(programs.uuid, givenUp))
}

/** Locks the program of an import; returns whether the import is still to be completed. */
export async function lockHalfProgram(tx: Tx, org: Org, programUuid: string, importUuid: string): Promise<boolean> {
  const rows = await tx
    .select({ uuid: programs.uuid })
    .from(programs)
    .where(ownedBy(org, programs, eq(programs.uuid, programUuid), eq(programs.importUuid, importUuid)))
    .for('update')
  return rows.length > 0
}

/** The number of waiting characters; until this transaction ends, nobody else adds any. */
export async function charactersWaiting(tx: Tx, org: Org): Promise<number> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext(${`imports ${org.uuid}`}))`)
  const [row] = await tx
    .select({ characters: sql<string>`coalesce(sum(length(${importPieces.content})), 0)` })
    .from(importPieces)
    .where(ownedBy(org, importPieces))
  return Number(row!.characters)
}

export async function insertPiece(tx: Tx, org: Org, importUuid: string, piece: number, content: string): Promise<void> {
  await tx.insert(importPieces).values({ orgUuid: org.uuid, importUuid, piece, content })
}

export async function pieceOf(tx: Tx, org: Org, importUuid: string, piece: number): Promise<string | undefined> {
  const [row] = await tx
    .select({ content: importPieces.content })
    .from(importPieces)
    .where(ownedBy(org, importPieces, eq(importPieces.importUuid, importUuid), eq(importPieces.piece, piece)))
  return row?.content
}

/** Removes the pieces of an import; returns how many there were. */
export async function removePieces(tx: Tx, org: Org, importUuid: string): Promise<number> {
  const rows = await tx
    .delete(importPieces)
    .where(ownedBy(org, importPieces, eq(importPieces.importUuid, importUuid)))
    .returning({ piece: importPieces.piece })
  return rows.length
}

import { eq, sql } from 'drizzle-orm'
import { jobs } from '@carapace/shared/account/workspace.table'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { importPieces } from '@carapace/shared/lifecycle/exchange/imports.table'
import type { Tx } from '../../core/db.ts'

/** Frees what no job will come for any more: it was cancelled, or it failed a week ago and nobody started it again. */
export async function forgetPieces(tx: Tx, org: Org): Promise<void> {
  const mayComeYet = sql`EXISTS (SELECT 1 FROM ${jobs} WHERE ${jobs.orgUuid} = ${importPieces.orgUuid} AND ${jobs.input} ->> 'import' = ${importPieces.importUuid}::text AND (${jobs.status} IN ('QUEUED', 'RUNNING') OR ${jobs.status} = 'FAILED' AND ${jobs.finishedAt} > now() - INTERVAL '7 days'))`
  await tx.delete(importPieces).where(ownedBy(org, importPieces, sql`NOT ${mayComeYet}`))
}

/** Characters that wait; nobody else adds any until this transaction ends. */
export async function charactersWaiting(tx: Tx, org: Org): Promise<number> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext(${`imports ${org.uuid}`}))`)
  const [row] = await tx.select({ characters: sql<string>`coalesce(sum(length(${importPieces.content})), 0)` }).from(importPieces).where(ownedBy(org, importPieces))
  return Number(row!.characters)
}

export async function insertPiece(tx: Tx, org: Org, importUuid: string, piece: number, content: string): Promise<void> {
  await tx.insert(importPieces).values({ orgUuid: org.uuid, importUuid, piece, content })
}

export async function pieceOf(tx: Tx, org: Org, importUuid: string, piece: number): Promise<string | undefined> {
  const [row] = await tx.select({ content: importPieces.content }).from(importPieces).where(ownedBy(org, importPieces, eq(importPieces.importUuid, importUuid), eq(importPieces.piece, piece)))
  return row?.content
}

export async function removePieces(tx: Tx, org: Org, importUuid: string): Promise<void> {
  await tx.delete(importPieces).where(ownedBy(org, importPieces, eq(importPieces.importUuid, importUuid)))
}

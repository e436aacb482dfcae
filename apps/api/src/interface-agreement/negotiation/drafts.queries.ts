import { eq, inArray, sql } from 'drizzle-orm'
import { ownedBy } from '@carapace/shared/core/owned'
import { agreementDrafts } from '@carapace/shared/interface-agreement/agreements.table'
import { agreementLimits } from '@carapace/shared/interface-agreement/exchange'
import { type RowField, rowFields } from '@carapace/shared/interface-agreement/row'
import type { Database, Tx } from '../../core/db.ts'
import type { Party } from '../party.ts'
import { sharedBy } from '../party.queries.ts'

export type DraftRow = typeof agreementDrafts.$inferSelect

export interface DraftCell {
  readonly row: number
  readonly field: RowField
}

/** What the own side has typed and not sent, in all rows or in some (rule AGREEMENT-16). */
export async function draftsOf(db: Database | Tx, party: Party, rows?: readonly number[]): Promise<DraftRow[]> {
  return db
    .select()
    .from(agreementDrafts)
    .where(ownedBy(party.org, agreementDrafts, inRows(party, rows)))
    .orderBy(agreementDrafts.row, agreementDrafts.field)
    .limit(agreementLimits.rows * rowFields.length)
}

/** Stores what was typed, over what the own side had typed before. */
export async function writeDrafts(
  tx: Tx,
  { agreementUuid, org, user }: Party,
  cells: readonly (DraftCell & { readonly value: string | boolean })[],
): Promise<void> {
  if (cells.length === 0) return
  await tx
    .insert(agreementDrafts)
    .values(
      cells.map(({ row, field, value }) => ({
        agreementUuid,
        orgUuid: org.uuid,
        row,
        field,
        value,
        author: user.name,
        authorUuid: user.uuid,
      })),
    )
    .onConflictDoUpdate({
      target: [agreementDrafts.agreementUuid, agreementDrafts.orgUuid, agreementDrafts.row, agreementDrafts.field],
      set: {
        value: sql`excluded.value`,
        author: sql`excluded.author`,
        authorUuid: sql`excluded.author_uuid`,
        at: sql`now()`,
      },
    })
}

/** Deletes some drafts of the own side. */
export async function deleteDrafts(tx: Tx, party: Party, cells: readonly DraftCell[]): Promise<void> {
  if (cells.length === 0) return
  const named = sql.join(
    cells.map(({ row, field }) => sql`(${row}::int, ${field}::text)`),
    sql`, `,
  )
  await tx
    .delete(agreementDrafts)
    .where(
      ownedBy(
        party.org,
        agreementDrafts,
        inRows(party),
        sql`(${agreementDrafts.row}, ${agreementDrafts.field}) IN (${named})`,
      ),
    )
}

/** Deletes the drafts of the own side in all rows or in some; returns how many there were. */
export async function discardDraftsIn(tx: Tx, party: Party, rows?: readonly number[]): Promise<number> {
  const deleted = await tx
    .delete(agreementDrafts)
    .where(ownedBy(party.org, agreementDrafts, inRows(party, rows)))
    .returning({ row: agreementDrafts.row })
  return deleted.length
}

/** Deletes what both sides have typed in a row that was removed. */
export async function deleteDraftsOfRow(tx: Tx, party: Party, row: number): Promise<void> {
  await tx.delete(agreementDrafts).where(sharedBy(party, agreementDrafts, eq(agreementDrafts.row, row)))
}

const inRows = (party: Party, rows?: readonly number[]) =>
  sharedBy(party, agreementDrafts, rows && inArray(agreementDrafts.row, [...rows]))

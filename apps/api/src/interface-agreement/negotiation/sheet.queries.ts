import { and, count, desc, inArray, isNotNull, isNull, max, ne } from 'drizzle-orm'
import { ownedBy } from '@carapace/shared/core/owned'
import {
  agreementComments,
  agreementDeliveries,
  agreementFiles,
  agreementNotes,
  agreementSignatures,
  agreementSteps,
  agreementVersions,
} from '@carapace/shared/interface-agreement/agreements.table'
import { agreementLimits } from '@carapace/shared/interface-agreement/exchange'
import type { Side } from '@carapace/shared/interface-agreement/row'
import type { Database, Tx } from '../../core/db.ts'
import type { Party } from '../party.ts'
import { sharedBy } from '../party.queries.ts'

/** How much one side has put into a row. */
export interface CountOfRow {
  readonly row: number
  readonly side: Side
  readonly all: number
}

/** Comments by row and side; row 0 is the whole agreement. */
export async function countComments(db: Database, party: Party): Promise<CountOfRow[]> {
  return db
    .select({ row: agreementComments.row, side: agreementComments.side, all: count() })
    .from(agreementComments)
    .where(sharedBy(party, agreementComments, isNull(agreementComments.removedAt)))
    .groupBy(agreementComments.row, agreementComments.side)
}

/** Files that have arrived and are still there, by row and side. */
export async function countFiles(db: Database, party: Party): Promise<CountOfRow[]> {
  return db
    .select({ row: agreementFiles.row, side: agreementFiles.side, all: count() })
    .from(agreementFiles)
    .where(sharedBy(party, agreementFiles, isNull(agreementFiles.removedAt), isNotNull(agreementFiles.sha256)))
    .groupBy(agreementFiles.row, agreementFiles.side)
}

/** Deliveries by row and side. */
export async function countDeliveries(db: Database, party: Party): Promise<CountOfRow[]> {
  return db
    .select({ row: agreementDeliveries.row, side: agreementDeliveries.side, all: count() })
    .from(agreementDeliveries)
    .where(sharedBy(party, agreementDeliveries))
    .groupBy(agreementDeliveries.row, agreementDeliveries.side)
}

/** The rows about which the own side has noted something (rule AGREEMENT-20). */
export async function rowsWithNotes(db: Database, party: Party): Promise<number[]> {
  const rows = await db
    .select({ row: agreementNotes.row })
    .from(agreementNotes)
    .where(ownedBy(party.org, agreementNotes, sharedBy(party, agreementNotes, ne(agreementNotes.text, ''))))
    .limit(agreementLimits.rows)
  return rows.map(({ row }) => row)
}

/** The signatures under the last signed version, and those under the present content. */
export async function signaturesOf(db: Database, party: Party) {
  const [last] = await db
    .select({ version: agreementVersions.number, signatures: agreementVersions.signatures })
    .from(agreementVersions)
    .where(sharedBy(party, agreementVersions))
    .orderBy(desc(agreementVersions.number))
    .limit(1)
  const present = await db
    .select({
      side: agreementSignatures.side,
      name: agreementSignatures.name,
      role: agreementSignatures.role,
      at: agreementSignatures.at,
    })
    .from(agreementSignatures)
    .where(sharedBy(party, agreementSignatures))
    .orderBy(agreementSignatures.at)
    .limit(agreementLimits.team)
  return [
    ...(last?.signatures ?? []).map(({ side, name, role, at }) => ({ side, name, role, at, version: last!.version })),
    ...present.map(({ at, ...signature }) => ({ ...signature, at: at.toISOString(), version: null })),
  ]
}

/** The number of the last step about each of some rows. */
export async function lastSteps(tx: Tx, party: Party, rows: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const found = await tx
    .select({ row: agreementSteps.row, seq: max(agreementSteps.seq) })
    .from(agreementSteps)
    .where(sharedBy(party, agreementSteps, inArray(agreementSteps.row, [...rows])))
    .groupBy(agreementSteps.row)
  return new Map(found.map(({ row, seq }) => [row!, seq!]))
}

/** The highest number that a step ever gave to a row, so that no number is given twice. */
export async function highestRow(tx: Tx, party: Party): Promise<number> {
  const [row] = await tx
    .select({ highest: max(agreementSteps.row) })
    .from(agreementSteps)
    .where(sharedBy(party, agreementSteps))
  return row!.highest ?? 0
}

/** At most this many steps are searched for who changed a cell last. */
const mostSearched = 2_000

/** The latest steps about some rows, the latest first, with who took them. */
export async function latestSteps(tx: Tx, party: Party, rows: readonly number[]) {
  return tx
    .select({ row: agreementSteps.row, actor: agreementSteps.actor, step: agreementSteps.step })
    .from(agreementSteps)
    .where(and(sharedBy(party, agreementSteps), inArray(agreementSteps.row, [...rows])))
    .orderBy(desc(agreementSteps.seq))
    .limit(mostSearched)
}

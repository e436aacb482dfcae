import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { Failure } from '@carapace/shared/core/failure'
import { ownedBy } from '@carapace/shared/core/owned'
import {
  agreementParties,
  agreements,
  agreementSignatures,
  agreementSteps,
  agreementTeam,
} from '@carapace/shared/interface-agreement/agreements.table'
import { agreementLimits } from '@carapace/shared/interface-agreement/exchange'
import type { Step } from '@carapace/shared/interface-agreement/negotiation'
import type { Caller } from '../core/http/caller.ts'
import type { Database, Tx } from '../core/db.ts'
import type { Party } from './party.ts'

export type AgreementRecord = typeof agreements.$inferSelect
type AgreementFields = Partial<
  Omit<AgreementRecord, 'uuid' | 'orgUuid' | 'number' | 'side' | 'createdBy' | 'createdByUuid' | 'createdAt'>
>

/**
 * The first condition of every query of what belongs to both parties: the rows of their agreement. What belongs to one
 * side only (drafts, notes) is read with `ownedBy` as well.
 */
export function sharedBy(
  { agreementUuid }: Party,
  table: { readonly agreementUuid: PgColumn },
  ...conditions: (SQL | undefined)[]
): SQL {
  return and(eq(table.agreementUuid, agreementUuid), ...conditions)!
}

const itself = { agreementUuid: agreements.uuid }

/**
 * The caller's part in an agreement (rule AGREEMENT-14): by their entry in the team; without an entry,
 * administrators of a party are members.
 *
 * @throws {Failure} NOT_FOUND when the caller takes no part in it, or it does not exist
 */
export async function partyOf(db: Database | Tx, caller: Caller, agreementUuid: string): Promise<Party> {
  const isThis = eq(agreementParties.agreementUuid, agreementUuid)
  const [party] = await partsTaken(db, caller, ownedBy(caller.org, agreementParties, isThis))
  if (!party) throw new Failure('NOT_FOUND')
  return party
}

/** The caller's parts in the agreements whose evidence is a program of the own organisation. */
export async function partiesOfProgram(db: Database, caller: Caller, programUuid: string): Promise<Party[]> {
  const isEvidence = eq(agreementParties.programUuid, programUuid)
  return partsTaken(db, caller, ownedBy(caller.org, agreementParties, isEvidence))
}

async function partsTaken(db: Database | Tx, { org, user }: Caller, where: SQL): Promise<Party[]> {
  const found = await db
    .select({
      agreementUuid: agreementParties.agreementUuid,
      side: agreementParties.side,
      programUuid: agreementParties.programUuid,
      access: agreementTeam.access,
      rows: agreementTeam.rows,
      isSignatory: agreementTeam.isSignatory,
    })
    .from(agreementParties)
    .leftJoin(
      agreementTeam,
      and(eq(agreementTeam.agreementUuid, agreementParties.agreementUuid), eq(agreementTeam.userUuid, user.uuid)),
    )
    .where(where)
    .limit(agreementLimits.agreements)
  return found.flatMap(({ access: stated, rows, isSignatory, ...part }) => {
    const access = stated ?? (user.role === 'ADMIN' ? 'member' : 'contact')
    if (access === 'contact') return []
    return [{ ...part, org, user, access, rows: rows ?? [], isSignatory: isSignatory ?? false, __party: true as const }]
  })
}

/** An agreement as it is now. */
export async function agreementOf(db: Database | Tx, party: Party): Promise<AgreementRecord> {
  const [row] = await db.select().from(agreements).where(sharedBy(party, itself))
  return row!
}

/** The same, locked until the transaction ends: the writers of an agreement run one after the other. */
export async function lockAgreement(tx: Tx, party: Party): Promise<AgreementRecord> {
  const [row] = await tx.select().from(agreements).where(sharedBy(party, itself)).for('update')
  return row!
}

/** Changes an agreement that is locked. */
export async function writeAgreement(tx: Tx, party: Party, fields: AgreementFields): Promise<void> {
  await tx
    .update(agreements)
    .set({ ...fields, changedAt: new Date() })
    .where(sharedBy(party, itself))
}

/** Adds steps behind those that are there, in a locked agreement. */
export async function insertSteps(tx: Tx, party: Party, before: number, steps: readonly Step[]): Promise<void> {
  const { agreementUuid, org, side, user } = party
  await tx.insert(agreementSteps).values(
    steps.map((step, at) => ({
      agreementUuid,
      seq: before + at + 1,
      orgUuid: org.uuid,
      side,
      actor: user.name,
      actorUuid: user.uuid,
      // not the beginning of the transaction: the writers of an agreement wait for each other
      at: sql`clock_timestamp()`,
      row: step.what === 'sent' ? null : step.what === 'row-added' ? step.added.id : step.row,
      step,
    })),
  )
}

/** Ends the signatures under a content that changes. */
export async function endSignatures(tx: Tx, party: Party): Promise<void> {
  await tx.delete(agreementSignatures).where(sharedBy(party, agreementSignatures))
}

import { asc, eq, inArray, sql } from 'drizzle-orm'
import { users } from '@carapace/shared/account/account.table'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import { agreementSignatures, agreementTeam } from '@carapace/shared/interface-agreement/agreements.table'
import { agreementLimits } from '@carapace/shared/interface-agreement/exchange'
import type { Signature } from '@carapace/shared/interface-agreement/seals'
import type { Database, Tx } from '../../core/db.ts'
import type { Party } from '../party.ts'
import { sharedBy } from '../party.queries.ts'

export type TeamRow = typeof agreementTeam.$inferSelect
type SignatureRow = typeof agreementSignatures.$inferSelect

/** The team of both sides, in the order in which people joined it. */
export async function teamOf(db: Database | Tx, party: Party): Promise<TeamRow[]> {
  return db
    .select()
    .from(agreementTeam)
    .where(sharedBy(party, agreementTeam))
    .orderBy(asc(agreementTeam.createdAt), asc(agreementTeam.uuid))
    .limit(2 * agreementLimits.team)
}

/** The members of the organisation with these uuids who may sign in. */
export async function activeMembers(db: Database | Tx, org: Org, uuids: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .select({ uuid: users.uuid })
    .from(users)
    .where(ownedBy(org, users, inArray(users.uuid, [...uuids]), eq(users.active, true)))
  return new Set(rows.map(({ uuid }) => uuid))
}

type TeamFields = Pick<TeamRow, 'userUuid' | 'name' | 'role' | 'email' | 'phone' | 'access' | 'rows' | 'isSignatory'>

/** Adds somebody to the own side's team. */
export async function insertTeamMember(tx: Tx, party: Party, fields: TeamFields): Promise<TeamRow> {
  const { agreementUuid, org, side } = party
  const [row] = await tx
    .insert(agreementTeam)
    .values({ ...fields, agreementUuid, orgUuid: org.uuid, side, createdAt: sql`clock_timestamp()` })
    .returning()
  return row!
}

/** Changes somebody of the own side's team, in a locked agreement. */
export async function writeTeamMember(tx: Tx, party: Party, uuid: string, fields: TeamFields): Promise<TeamRow> {
  const [row] = await tx
    .update(agreementTeam)
    .set({ ...fields, revision: sql`${agreementTeam.revision} + 1` })
    .where(ownedBy(party.org, agreementTeam, sharedBy(party, agreementTeam, eq(agreementTeam.uuid, uuid))))
    .returning()
  return row!
}

/** Removes somebody from the own side's team. */
export async function deleteTeamMember(tx: Tx, party: Party, uuid: string): Promise<void> {
  await tx
    .delete(agreementTeam)
    .where(ownedBy(party.org, agreementTeam, sharedBy(party, agreementTeam, eq(agreementTeam.uuid, uuid))))
}

/** The signatures under the agreement as it is now, in the order in which they were made. */
export async function signaturesUnder(db: Database | Tx, party: Party, contentHash: string): Promise<SignatureRow[]> {
  return db
    .select()
    .from(agreementSignatures)
    .where(sharedBy(party, agreementSignatures, eq(agreementSignatures.contentHash, contentHash)))
    .orderBy(asc(agreementSignatures.at), asc(agreementSignatures.userUuid))
    .limit(2 * agreementLimits.team)
}

/** Signs for the own side; a signature of the same person under another content is replaced. */
export async function insertSignature(
  tx: Tx,
  { agreementUuid, org, side, user }: Party,
  { role, proof, contentHash }: Pick<SignatureRow, 'role' | 'proof' | 'contentHash'>,
): Promise<void> {
  const at = sql`clock_timestamp()`
  const fields = { orgUuid: org.uuid, side, name: user.name, role, proof, contentHash, at }
  await tx
    .insert(agreementSignatures)
    .values({ ...fields, agreementUuid, userUuid: user.uuid })
    .onConflictDoUpdate({ target: [agreementSignatures.agreementUuid, agreementSignatures.userUuid], set: fields })
}

export const signatureOf = ({ side, name, role, proof, at }: SignatureRow): Signature => ({
  side,
  name,
  role,
  proof,
  at: at.toISOString(),
})

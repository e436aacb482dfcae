import { and, count, eq } from 'drizzle-orm'
import { users } from '@carapace/shared/account/account.table'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import {
  agreementInvitations,
  agreementParties,
  agreements,
} from '@carapace/shared/interface-agreement/agreements.table'
import type { Database, Tx } from '../../core/db.ts'
import type { Caller } from '../../core/http/caller.ts'
import type { Party } from '../party.ts'
import { sharedBy } from '../party.queries.ts'

type InvitationRow = typeof agreementInvitations.$inferSelect

/** Whether the address belongs to somebody of the organisation itself. */
export async function isOwnAddress(tx: Tx, org: Org, email: string): Promise<boolean> {
  const rows = await tx
    .select({ uuid: users.uuid })
    .from(users)
    .where(ownedBy(org, users, eq(users.email, email)))
  return rows.length > 0
}

/** The number of parties that have joined, and of the invitations so far, of a locked agreement. */
export async function invitingState(tx: Tx, party: Party): Promise<{ parties: number; invitations: number }> {
  const [parties] = await tx.select({ all: count() }).from(agreementParties).where(sharedBy(party, agreementParties))
  const [invitations] = await tx
    .select({ all: count() })
    .from(agreementInvitations)
    .where(sharedBy(party, agreementInvitations))
  return { parties: parties!.all, invitations: invitations!.all }
}

/** Withdraws what was open, and invites an address. */
export async function insertInvitation(
  tx: Tx,
  party: Party,
  fields: Pick<InvitationRow, 'email' | 'name' | 'message' | 'expiresAt'>,
): Promise<InvitationRow> {
  const { agreementUuid, org, user } = party
  await tx
    .update(agreementInvitations)
    .set({ state: 'withdrawn', answeredAt: new Date() })
    .where(sharedBy(party, agreementInvitations, eq(agreementInvitations.state, 'open')))
  const [row] = await tx
    .insert(agreementInvitations)
    .values({ ...fields, agreementUuid, orgUuid: org.uuid, invitedBy: user.name, invitedByUuid: user.uuid })
    .returning()
  return row!
}

/**
 * An invitation to the caller's address, with its agreement locked, so that it is answered once.
 *
 * Across organisations: whoever signs in with an address answers what is for it (rule AGREEMENT-15).
 */
export async function lockInvitation(tx: Tx, { user }: Caller, uuid: string) {
  const mine = and(eq(agreementInvitations.uuid, uuid), eq(agreementInvitations.email, user.email.toLowerCase()))
  const [named] = await tx
    .select({ agreementUuid: agreementInvitations.agreementUuid })
    .from(agreementInvitations)
    .where(mine)
  if (!named) return undefined
  // the agreement first: who invites again locks it first, too
  const [agreement] = await tx
    .select({ uuid: agreements.uuid, number: agreements.number, title: agreements.title, side: agreements.side })
    .from(agreements)
    .where(eq(agreements.uuid, named.agreementUuid))
    .for('update')
  const [invitation] = await tx.select().from(agreementInvitations).where(mine)
  return agreement && invitation && { agreement, invitation }
}

/** Stores the answer to an invitation that `lockInvitation` returned. Across organisations: it is for an address. */
export async function writeAnswer(
  tx: Tx | Database,
  { uuid }: InvitationRow,
  state: 'accepted' | 'declined',
): Promise<void> {
  await tx
    .update(agreementInvitations)
    .set({ state, answeredAt: new Date() })
    .where(eq(agreementInvitations.uuid, uuid))
}

import { asc, count, eq, isNull, lt, sql } from 'drizzle-orm'
import { invitations, organisations, users } from '@carapace/shared/account/account.table'
import type { Invitation } from '@carapace/shared/account/team.contract'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import type { Database, Tx } from '../../core/db.ts'

/** More than the limit allows, so that a list is always complete. */
const listed = 500

type Row = typeof invitations.$inferSelect

function invitationResponse({ uuid, email, name, role, invitedBy, createdAt, expiresAt }: Row): Invitation {
  return {
    uuid,
    email,
    name,
    role,
    invited_by: invitedBy,
    created_at: createdAt.toISOString(),
    expires_at: expiresAt.toISOString(),
    expired: expiresAt.getTime() <= Date.now(),
  }
}

/** The open invitations by address, with those that have expired. */
export async function openInvitations(db: Database | Tx, org: Org): Promise<Invitation[]> {
  const rows = await db
    .select()
    .from(invitations)
    .where(ownedBy(org, invitations))
    .orderBy(asc(invitations.email))
    .limit(listed)
  return rows.map(invitationResponse)
}

/** The number of open invitations; until this transaction ends, nobody else invites. */
export async function countInvitations(tx: Tx, org: Org): Promise<number> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext(${`invitations ${org.uuid}`}))`)
  const [row] = await tx.select({ open: count() }).from(invitations).where(ownedBy(org, invitations))
  return row!.open
}

/** Whether the address belongs to a member of this organisation, active or deactivated. */
export async function isMember(tx: Tx, org: Org, email: string): Promise<boolean> {
  const rows = await tx
    .select({ uuid: users.uuid })
    .from(users)
    .where(ownedBy(org, users, eq(users.email, email)))
  return rows.length > 0
}

/** Creates an invitation. Undefined if the address is invited already. */
export async function insertInvitation(
  tx: Tx,
  org: Org,
  fields: Pick<Row, 'email' | 'name' | 'role' | 'invitedBy' | 'expiresAt'>,
): Promise<Invitation | undefined> {
  const [row] = await tx
    .insert(invitations)
    .values({ ...fields, orgUuid: org.uuid })
    .onConflictDoNothing()
    .returning()
  return row && invitationResponse(row)
}

/** The invitation, locked until this transaction ends. */
export async function invitationByUuid(tx: Tx, org: Org, uuid: string): Promise<Invitation | undefined> {
  const [row] = await tx
    .select()
    .from(invitations)
    .where(ownedBy(org, invitations, eq(invitations.uuid, uuid)))
    .for('update')
  return row && invitationResponse(row)
}

/** Extends an invitation; undefined if it does not exist any more. */
export async function extendInvitation(
  tx: Tx,
  org: Org,
  uuid: string,
  expiresAt: Date,
): Promise<Invitation | undefined> {
  const [row] = await tx
    .update(invitations)
    .set({ expiresAt })
    .where(ownedBy(org, invitations, eq(invitations.uuid, uuid)))
    .returning()
  return row && invitationResponse(row)
}

/** Deletes an invitation with its links; undefined if it does not exist any more. */
export async function deleteInvitation(tx: Tx, org: Org, uuid: string): Promise<Invitation | undefined> {
  const [row] = await tx
    .delete(invitations)
    .where(ownedBy(org, invitations, eq(invitations.uuid, uuid)))
    .returning()
  return row && invitationResponse(row)
}

/** The data for the mail of an invitation; the invitation is locked until this transaction ends. */
export async function invitationForMail(tx: Tx, org: Org, uuid: string) {
  const domain = await domainOf(tx, org)
  const [row] = await tx
    .select({ by: invitations.invitedBy, role: invitations.role, organisation: organisations.name })
    .from(invitations)
    .innerJoin(organisations, eq(organisations.uuid, invitations.orgUuid))
    .where(ownedBy(org, invitations, eq(invitations.uuid, uuid)))
    .for('update', { of: invitations })
  return row && { ...row, domain }
}

/** The name of a member, and the name and the domain of the organisation, for a mail to others. */
export async function memberForMail(tx: Tx, org: Org, uuid: string) {
  const [row] = await tx
    .select({ by: users.name, organisation: organisations.name })
    .from(users)
    .innerJoin(organisations, eq(organisations.uuid, users.orgUuid))
    .where(ownedBy(org, users, eq(users.uuid, uuid)))
  return row && { ...row, domain: await domainOf(tx, org) }
}

/** The domain of the address with which the organisation was registered. */
async function domainOf(tx: Tx, org: Org): Promise<string> {
  const [first] = await tx
    .select({ email: users.email })
    .from(users)
    .where(ownedBy(org, users, isNull(users.erasedAt)))
    .orderBy(asc(users.createdAt), asc(users.email))
    .limit(1)
  return first?.email.split('@')[1] ?? ''
}

/** Makes an invited user a member; undefined if the address has an account by now. */
export async function insertMember(
  tx: Tx,
  org: Org,
  fields: Pick<typeof users.$inferInsert, 'email' | 'name' | 'role' | 'passwordHash'>,
): Promise<string | undefined> {
  const [row] = await tx
    .insert(users)
    .values({ ...fields, orgUuid: org.uuid })
    .onConflictDoNothing({ target: users.email })
    .returning({ uuid: users.uuid })
  return row?.uuid
}

/**
 * Deletes invitations that expired before a time and were not sent again. Across organisations: invitations expire
 * alike in all of them.
 */
export async function forgetInvitations(db: Database, before: Date): Promise<void> {
  await db.delete(invitations).where(lt(invitations.expiresAt, before))
}

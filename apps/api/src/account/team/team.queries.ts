import { and, asc, count, eq, isNull, max, ne, type SQL, sql } from 'drizzle-orm'
import { sessions, users } from '@carapace/shared/account/account.table'
import type { Profile, TeamMember } from '@carapace/shared/account/team.contract'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import type { Database, Tx } from '../../core/db.ts'

/** More members than an organisation has. */
const listed = 5_000

async function selectMembers(db: Database | Tx, org: Org, where: SQL): Promise<TeamMember[]> {
  const seen = db
    .select({ userUuid: sessions.userUuid, at: max(sessions.lastSeenAt).as('at') })
    .from(sessions)
    .where(ownedBy(org, sessions))
    .groupBy(sessions.userUuid)
    .as('seen')
  const rows = await db
    .select({ user: users, seenAt: seen.at })
    .from(users)
    .leftJoin(seen, eq(seen.userUuid, users.uuid))
    .where(and(where, isNull(users.erasedAt)))
    .orderBy(asc(users.name), asc(users.uuid))
    .limit(listed)
  return rows.map(({ user: { uuid, name, email, role, active, totpEnabledAt, createdAt, revision }, seenAt }) => ({
    uuid,
    name,
    email,
    role,
    active,
    two_factor: totpEnabledAt !== null,
    created_at: createdAt.toISOString(),
    last_seen_at: seenAt?.toISOString() ?? null,
    revision,
  }))
}

/** All users of the organisation by name, with deactivated users and without erased users. */
export async function teamOf(db: Database, org: Org): Promise<TeamMember[]> {
  return selectMembers(db, org, ownedBy(org, users))
}

export async function memberByUuid(db: Database | Tx, org: Org, uuid: string): Promise<TeamMember | undefined> {
  return (await selectMembers(db, org, ownedBy(org, users, eq(users.uuid, uuid))))[0]
}

/**
 * The member's current state. Until this transaction ends, nobody else changes roles in the organisation: if two
 * administrators demote each other, one stays (rule ACCOUNT-2).
 */
export async function lockMember(tx: Tx, org: Org, uuid: string): Promise<TeamMember | undefined> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext(${`members ${org.uuid}`}))`)
  return (await selectMembers(tx, org, ownedBy(org, users, eq(users.uuid, uuid))))[0]
}

/** The number of active administrators besides this member. */
export async function otherAdmins(tx: Tx, org: Org, uuid: string): Promise<number> {
  const [row] = await tx
    .select({ admins: count() })
    .from(users)
    .where(ownedBy(org, users, eq(users.role, 'ADMIN'), eq(users.active, true), ne(users.uuid, uuid)))
  return row!.admins
}

type Columns = Partial<
  Pick<typeof users.$inferInsert, 'role' | 'active' | 'name' | 'jobTitle' | 'country' | 'mobileNumber' | 'timeZone'>
>

/** Updates a member. Returns false if the member's revision is a different one. */
export async function updateUser(tx: Tx, org: Org, uuid: string, revision: number, fields: Columns): Promise<boolean> {
  const rows = await tx
    .update(users)
    .set({ ...fields, revision: revision + 1 })
    .where(ownedBy(org, users, eq(users.uuid, uuid), eq(users.revision, revision), isNull(users.erasedAt)))
    .returning({ uuid: users.uuid })
  return rows.length > 0
}

export async function profileOf(db: Database | Tx, org: Org, uuid: string): Promise<Profile> {
  const [row] = await db
    .select()
    .from(users)
    .where(ownedBy(org, users, eq(users.uuid, uuid)))
  const { name, email, role, jobTitle, country, mobileNumber, timeZone, totpEnabledAt, createdAt, revision } = row!
  return {
    name,
    email,
    role,
    job_title: jobTitle,
    country,
    mobile_number: mobileNumber,
    time_zone: timeZone,
    two_factor_since: totpEnabledAt?.toISOString() ?? null,
    created_at: createdAt.toISOString(),
    revision,
  }
}

import { and, eq, gt, lt, type SQL, sql } from 'drizzle-orm'
import { randomBytes } from 'node:crypto'
import { auditLog, organisations, pendingSignIns, users } from '@carapace/shared/account/account.table'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import type { Database, Tx } from '../../core/db.ts'
import { hashOf } from './sessions.queries.ts'

/** A user's account, with the data that sign-in needs. */
export interface Account {
  readonly org: Org
  readonly uuid: string
  readonly name: string
  readonly email: string
  readonly passwordHash: string | null
  readonly temporaryUntil: Date | null
  readonly active: boolean
  readonly totpSecret: Uint8Array | null
  readonly totpEnabledAt: Date | null
}

async function selectAccount(db: Database | Tx, where: SQL): Promise<Account | undefined> {
  const [row] = await db
    .select({
      org: { uuid: organisations.uuid, id: organisations.id },
      uuid: users.uuid,
      name: users.name,
      email: users.email,
      passwordHash: users.passwordHash,
      temporaryUntil: users.temporaryUntil,
      active: users.active,
      totpSecret: users.totpSecret,
      totpEnabledAt: users.totpEnabledAt,
    })
    .from(users)
    .innerJoin(organisations, eq(organisations.uuid, users.orgUuid))
    .where(where)
  return row
}

/** The account with this email. Across organisations: an email belongs to one account in any of them. */
export async function accountOf(db: Database | Tx, email: string): Promise<Account | undefined> {
  return selectAccount(db, eq(users.email, email))
}

export async function accountByUuid(db: Database | Tx, org: Org, uuid: string): Promise<Account | undefined> {
  return selectAccount(db, ownedBy(org, users, eq(users.uuid, uuid)))
}

/** The user and the organisation, as the console shows them. */
export async function personOf(db: Database, org: Org, uuid: string) {
  const [row] = await db
    .select({
      uuid: users.uuid,
      name: users.name,
      email: users.email,
      role: users.role,
      timeZone: users.timeZone,
      temporaryUntil: users.temporaryUntil,
      totpEnabledAt: users.totpEnabledAt,
      organisation: {
        name: organisations.name,
        isDemoMode: organisations.isDemoMode,
        active: organisations.licenceActive,
        until: organisations.licenceUntil,
        modules: organisations.modules,
      },
    })
    .from(users)
    .innerJoin(organisations, eq(organisations.uuid, users.orgUuid))
    .where(ownedBy(org, users, eq(users.uuid, uuid)))
  return row
}

/**
 * Writes to the organisation's audit log that a password was wrong. It is one statement, also for an unknown address,
 * so that both take the same time. Across organisations: an email belongs to one account in any of them.
 */
export async function auditRefusal(tx: Tx, email: string, address: string, action: string): Promise<void> {
  await tx.execute(sql`
    INSERT INTO ${auditLog} (org_uuid, actor_uuid, actor, address, action, subject, subject_uuid)
    SELECT org_uuid, uuid, name, ${address}, ${action}, 'user', uuid FROM ${users} WHERE email = ${email}`)
}

/** Creates a sign-in that waits for its second factor and returns its token, which is not stored anywhere. */
export async function insertPending(tx: Tx, org: Org, userUuid: string, ms: number): Promise<string> {
  const token = `c2f_${randomBytes(32).toString('base64url')}`
  await tx
    .delete(pendingSignIns)
    .where(
      ownedBy(org, pendingSignIns, eq(pendingSignIns.userUuid, userUuid), lt(pendingSignIns.expiresAt, new Date())),
    )
  await tx
    .insert(pendingSignIns)
    .values({ tokenHash: hashOf(token), orgUuid: org.uuid, userUuid, expiresAt: new Date(Date.now() + ms) })
  return token
}

/**
 * Uses one attempt of a pending sign-in, and returns its user. Undefined if no attempt is left, or the sign-in is over.
 * Across organisations: the token determines the organisation.
 */
export async function takeTry(
  db: Database,
  token: string,
  tries: number,
): Promise<{ org: Org; userUuid: string } | undefined> {
  const [row] = await db
    .update(pendingSignIns)
    .set({ tries: sql`${pendingSignIns.tries} + 1` })
    .where(
      and(
        eq(pendingSignIns.tokenHash, hashOf(token)),
        gt(pendingSignIns.expiresAt, new Date()),
        lt(pendingSignIns.tries, tries),
      ),
    )
    .returning({ orgUuid: pendingSignIns.orgUuid, userUuid: pendingSignIns.userUuid })
  if (!row) return undefined
  const [org] = await db
    .select({ uuid: organisations.uuid, id: organisations.id })
    .from(organisations)
    .where(eq(organisations.uuid, row.orgUuid))
  return { org: org!, userUuid: row.userUuid }
}

/**
 * Uses a pending sign-in up. If two requests finish it at once, only one of them succeeds. Across organisations: the
 * token determines the organisation.
 */
export async function takePending(tx: Tx, token: string): Promise<boolean> {
  const rows = await tx
    .delete(pendingSignIns)
    .where(eq(pendingSignIns.tokenHash, hashOf(token)))
    .returning({ userUuid: pendingSignIns.userUuid })
  return rows.length > 0
}

/** Ends a user's sign-ins that wait for their second factor. */
export async function endPendingOf(tx: Tx, org: Org, userUuid: string): Promise<void> {
  await tx.delete(pendingSignIns).where(ownedBy(org, pendingSignIns, eq(pendingSignIns.userUuid, userUuid)))
}

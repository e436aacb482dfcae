import { and, eq, gt, inArray, isNull, lt, sql } from 'drizzle-orm'
import { createHash, randomBytes } from 'node:crypto'
import { auditLog, organisations, sessions, signInFailures, users } from '@carapace/shared/account/account.table'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import type { Caller } from '../core/caller.ts'
import type { Database, Tx } from '../core/db.ts'

const dayMs = 86_400_000
/** A session ends this long after its last use, ms: a wall display that is looked at stays signed in. */
const sessionMs = 30 * dayMs
/** However much it is used, a session ends this long after sign-in, ms. */
const longestMs = 180 * dayMs
/** A session's end is moved at most this often, ms. */
const extendMs = 3_600_000
/** `last_seen_at` is kept to this, ms, so that reading does not become writing. */
const seenMs = 60_000

export function hashOf(token: string): Uint8Array {
  return createHash('sha256').update(token).digest()
}

const person = { uuid: users.uuid, name: users.name, email: users.email, role: users.role }
const organisation = {
  orgUuid: organisations.uuid, orgId: organisations.id, active: organisations.licenceActive, until: organisations.licenceUntil, modules: organisations.modules,
}

/** Across organisations: the session's token says which one. The caller of a valid session: neither expired nor revoked, and its user still active. */
export async function callerOf(db: Database, token: string, address: string): Promise<Caller | undefined> {
  const tokenHash = hashOf(token)
  const [row] = await db
    .select({ ...person, ...organisation, session: { createdAt: sessions.createdAt, lastSeenAt: sessions.lastSeenAt, expiresAt: sessions.expiresAt } })
    .from(sessions)
    .innerJoin(users, eq(users.uuid, sessions.userUuid))
    .innerJoin(organisations, eq(organisations.uuid, users.orgUuid))
    .where(and(eq(sessions.tokenHash, tokenHash), ...valid()))
  if (!row) return undefined
  const { orgUuid, orgId, active, until, modules, session, ...user } = row
  const now = Date.now()
  if (now - session.lastSeenAt.getTime() > seenMs) {
    await db.update(sessions).set({ lastSeenAt: new Date(now), expiresAt: endOf(session, now) }).where(eq(sessions.tokenHash, tokenHash))
  }
  return { org: { uuid: orgUuid, id: orgId }, user, licence: { active, until, modules }, tokenHash, address }
}

/** When a session ends that is used now: later than it would have, unless its end was moved within the hour or it has had its longest life. */
function endOf({ createdAt, expiresAt }: { createdAt: Date; expiresAt: Date }, now: number): Date {
  const end = Math.min(now + sessionMs, createdAt.getTime() + longestMs)
  return end - expiresAt.getTime() > extendMs ? new Date(end) : expiresAt
}

const valid = () => [gt(sessions.expiresAt, new Date()), isNull(sessions.revokedAt), eq(users.active, true)]

/** Across organisations: sockets of all of them are watched. Of these sessions, what each may do now; those that ended are missing. For sockets, which outlive requests. */
export async function standingOf(db: Database, tokenHashes: readonly Uint8Array[]) {
  if (tokenHashes.length === 0) return []
  return db
    .select({ tokenHash: sessions.tokenHash, role: users.role, active: organisations.licenceActive, until: organisations.licenceUntil, modules: organisations.modules })
    .from(sessions)
    .innerJoin(users, eq(users.uuid, sessions.userUuid))
    .innerJoin(organisations, eq(organisations.uuid, users.orgUuid))
    .where(and(inArray(sessions.tokenHash, [...tokenHashes]), ...valid()))
}

/** Across organisations: an email is one account, whoever's it is. */
export async function accountOf(db: Database, email: string) {
  const [row] = await db
    .select({ ...person, passwordHash: users.passwordHash, active: users.active, orgUuid: organisations.uuid, orgId: organisations.id })
    .from(users)
    .innerJoin(organisations, eq(organisations.uuid, users.orgUuid))
    .where(eq(users.email, email))
  return row
}

/** Opens a session and answers its token, which is nowhere stored. */
export async function openSession(tx: Tx, org: Org, userUuid: string, from: { address: string; userAgent: string | null }): Promise<string> {
  const token = `cst_${randomBytes(32).toString('base64url')}`
  await tx.insert(sessions).values({
    tokenHash: hashOf(token), orgUuid: org.uuid, userUuid, address: from.address, userAgent: from.userAgent?.slice(0, 300) ?? null,
    expiresAt: new Date(Date.now() + sessionMs),
  })
  return token
}

export async function revokeSession(db: Database, org: Org, tokenHash: Uint8Array): Promise<void> {
  await db.update(sessions).set({ revokedAt: new Date() }).where(ownedBy(org, sessions, eq(sessions.tokenHash, tokenHash)))
}

export async function organisationOf(db: Database, org: Org) {
  const [row] = await db.select().from(organisations).where(eq(organisations.uuid, org.uuid))
  return row!
}

export async function membersOf(db: Database, org: Org) {
  return db.select(person).from(users).where(ownedBy(org, users, eq(users.active, true))).orderBy(users.name).limit(1_000)
}

/** Across organisations: guessing is counted before anybody is known. How many failures each subject has had since its count began; counts older than `since` have lapsed. */
export async function failuresOf(db: Database, subjects: readonly string[], since: Date): Promise<Map<string, number>> {
  const rows = await db.select().from(signInFailures).where(and(inArray(signInFailures.subject, [...subjects]), gt(signInFailures.since, since)))
  return new Map(rows.map((row) => [row.subject, row.failures]))
}

export async function countFailure(db: Database, subjects: readonly string[], since: Date): Promise<void> {
  const now = new Date()
  await db.insert(signInFailures).values([...subjects].sort().map((subject) => ({ subject, failures: 1, since: now }))).onConflictDoUpdate({
    target: signInFailures.subject,
    set: {
      failures: sql`CASE WHEN ${lt(signInFailures.since, since)} THEN 1 ELSE ${signInFailures.failures} + 1 END`,
      since: sql`CASE WHEN ${lt(signInFailures.since, since)} THEN ${now.toISOString()}::timestamptz ELSE ${signInFailures.since} END`,
    },
  })
}

/** Across organisations: see `failuresOf`. */
export async function forgetFailures(db: Tx, subject: string): Promise<void> {
  await db.delete(signInFailures).where(eq(signInFailures.subject, subject))
}

/** Writes what was done into the audit log, in the transaction that did it. */
export async function audit(
  tx: Tx | Database, org: Org, by: { uuid: string | null; name: string; address: string | null },
  deed: { action: string; subject: string; subjectUuid?: string; before?: unknown; after?: unknown },
): Promise<void> {
  await tx.insert(auditLog).values({
    orgUuid: org.uuid, actorUuid: by.uuid, actor: by.name, address: by.address, action: deed.action, subject: deed.subject,
    subjectUuid: deed.subjectUuid ?? null, before: deed.before ?? null, after: deed.after ?? null,
  })
}

/** The caller as the audit log names them. */
export function byCaller(caller: Caller) {
  return { uuid: caller.user.uuid, name: caller.user.name, address: caller.address }
}

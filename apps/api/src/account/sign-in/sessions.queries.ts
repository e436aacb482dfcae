import { and, desc, eq, gt, inArray, isNull, lt, ne, notInArray, sql } from 'drizzle-orm'
import { createHash, randomBytes } from 'node:crypto'
import { auditLog, organisations, sessions, users } from '@carapace/shared/account/account.table'
import type { Session } from '@carapace/shared/account/security.contract'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import type { Caller } from '../../core/http/caller.ts'
import type { Database, Tx } from '../../core/db.ts'

const dayMs = 86_400_000
/** A session ends at the latest this long after sign-in, even if it is used, ms. */
const longestMs = 180 * dayMs
/** The end of a session is extended at most this often, ms. */
const extendMs = 3_600_000
/** The precision of `last_seen_at`, ms: it avoids a write for every read. */
const seenMs = 60_000
/** Sessions that ended this long ago are deleted at the user's next sign-in, ms. */
const forgottenMs = 90 * dayMs
/** More than anybody is signed in at. */
const mostSessions = 100

export function hashOf(token: string): Uint8Array {
  return createHash('sha256').update(token).digest()
}

const person = { uuid: users.uuid, name: users.name, email: users.email, role: users.role }
const organisation = {
  orgUuid: organisations.uuid,
  orgId: organisations.id,
  active: organisations.licenceActive,
  until: organisations.licenceUntil,
  modules: organisations.modules,
}

/**
 * The callers for these tokens, in the same order: undefined if the session has expired or was revoked, or its user is
 * not active. Across organisations: the session tokens determine them.
 */
export async function callersOf(
  db: Database,
  tokens: readonly string[],
): Promise<(Omit<Caller, 'address'> | undefined)[]> {
  const hashes = tokens.map(hashOf)
  const rows = await db
    .select({
      ...person,
      ...organisation,
      tokenHash: sessions.tokenHash,
      days: organisations.sessionDays,
      session: { createdAt: sessions.createdAt, lastSeenAt: sessions.lastSeenAt, expiresAt: sessions.expiresAt },
    })
    .from(sessions)
    .innerJoin(users, eq(users.uuid, sessions.userUuid))
    .innerJoin(organisations, eq(organisations.uuid, users.orgUuid))
    .where(and(inArray(sessions.tokenHash, hashes), ...valid()))
  await noteUse(db, rows)
  const callers = new Map(
    rows.map(({ orgUuid, orgId, active, until, modules, tokenHash, uuid, name, email, role }) => [
      nameOf(tokenHash),
      {
        org: { uuid: orgUuid, id: orgId },
        user: { uuid, name, email, role },
        licence: { active, until, modules },
        tokenHash,
      },
    ]),
  )
  return hashes.map((hash) => callers.get(nameOf(hash)))
}

const nameOf = (hash: Uint8Array) => Buffer.from(hash).toString('hex')

interface Used {
  readonly tokenHash: Uint8Array
  readonly days: number
  readonly session: Pick<typeof sessions.$inferSelect, 'createdAt' | 'lastSeenAt' | 'expiresAt'>
}

/**
 * Stores when sessions were used and extends their ends. Rows that another transaction holds now are skipped: that
 * transaction stores the use, or the next call does. Across organisations: see `callersOf`.
 */
async function noteUse(db: Database, used: readonly Used[]): Promise<void> {
  const now = Date.now()
  const due = used.flatMap(({ tokenHash, days, session }) => {
    const expiresAt = endOf(session, days, now)
    return expiresAt < session.expiresAt || now - session.lastSeenAt.getTime() > seenMs
      ? [{ hash: nameOf(tokenHash), expires_at: expiresAt.toISOString() }]
      : []
  })
  if (due.length === 0) return
  await db.execute(sql`
    WITH due AS (SELECT decode(hash, 'hex') AS hash, expires_at
    FROM jsonb_to_recordset(${JSON.stringify(due)}::jsonb) AS r(hash text, expires_at timestamptz)),
    free AS (SELECT token_hash FROM ${sessions} WHERE token_hash IN (SELECT hash FROM due) FOR UPDATE SKIP LOCKED)
    UPDATE ${sessions} s SET last_seen_at = ${new Date(now).toISOString()}::timestamptz, expires_at = due.expires_at
    FROM due JOIN free ON free.token_hash = due.hash WHERE s.token_hash = due.hash`)
}

/**
 * The new end of a session that is used now. It is later than before, unless it was extended within the last hour. It
 * is earlier if the organisation shortened its sessions, or at the maximum session life (rule SIGNIN-10).
 */
function endOf({ createdAt, expiresAt }: { createdAt: Date; expiresAt: Date }, days: number, now: number): Date {
  const end = Math.min(now + days * dayMs, createdAt.getTime() + longestMs)
  return end < expiresAt.getTime() || end - expiresAt.getTime() > extendMs ? new Date(end) : expiresAt
}

/** If an organisation shortens its sessions, sessions that were unused for longer end. */
const usedLately = sql`${sessions.lastSeenAt} + ${organisations.sessionDays} * interval '1 day' > now()`
const isOpen = () => [gt(sessions.expiresAt, new Date()), isNull(sessions.revokedAt)]
const valid = () => [...isOpen(), usedLately, eq(users.active, true)]

/**
 * The current access of each of these sessions; sessions that ended are missing. For sockets, which outlive requests.
 * Across organisations: sockets of all of them are watched.
 */
export async function sessionAccessOf(db: Database, tokenHashes: readonly Uint8Array[]) {
  if (tokenHashes.length === 0) return []
  return db
    .select({
      tokenHash: sessions.tokenHash,
      role: users.role,
      active: organisations.licenceActive,
      until: organisations.licenceUntil,
      modules: organisations.modules,
    })
    .from(sessions)
    .innerJoin(users, eq(users.uuid, sessions.userUuid))
    .innerJoin(organisations, eq(organisations.uuid, users.orgUuid))
    .where(and(inArray(sessions.tokenHash, [...tokenHashes]), ...valid()))
}

/** Opens a session and returns its token, which is not stored anywhere. No other session ends. */
export async function openSession(
  tx: Tx,
  org: Org,
  userUuid: string,
  from: { address: string; userAgent: string | null },
): Promise<string> {
  const token = `cst_${randomBytes(32).toString('base64url')}`
  const [{ days }] = (await tx
    .select({ days: organisations.sessionDays })
    .from(organisations)
    .where(eq(organisations.uuid, org.uuid))) as [{ days: number }]
  await tx
    .delete(sessions)
    .where(
      ownedBy(
        org,
        sessions,
        eq(sessions.userUuid, userUuid),
        lt(sessions.expiresAt, new Date(Date.now() - forgottenMs)),
      ),
    )
  await endLeastUsed(tx, org, userUuid)
  await tx
    .insert(sessions)
    .values({
      tokenHash: hashOf(token),
      orgUuid: org.uuid,
      userUuid,
      address: from.address,
      userAgent: from.userAgent?.slice(0, 300) ?? null,
      expiresAt: new Date(Date.now() + days * dayMs),
    })
  return token
}

/** Makes room for one more session: of the most that a person may have, those that were not used for longest end. */
async function endLeastUsed(tx: Tx, org: Org, userUuid: string): Promise<void> {
  const mine = ownedBy(org, sessions, eq(sessions.userUuid, userUuid), ...isOpen())
  const kept = tx
    .select({ hash: sessions.tokenHash })
    .from(sessions)
    .where(mine)
    .orderBy(desc(sessions.lastSeenAt), sessions.uuid)
    .limit(mostSessions - 1)
  await tx
    .update(sessions)
    .set({ revokedAt: new Date() })
    .where(and(mine, notInArray(sessions.tokenHash, kept)))
}

/** A user's open sessions, the latest used first. */
export async function sessionsOf(db: Database, org: Org, userUuid: string, current: Uint8Array): Promise<Session[]> {
  const rows = await db
    .select({ session: sessions, days: organisations.sessionDays })
    .from(sessions)
    .innerJoin(organisations, eq(organisations.uuid, sessions.orgUuid))
    .where(ownedBy(org, sessions, eq(sessions.userUuid, userUuid), ...isOpen(), usedLately))
    .orderBy(desc(sessions.lastSeenAt), sessions.uuid)
    .limit(mostSessions)
  return rows.map(({ session: { uuid, tokenHash, address, userAgent, createdAt, lastSeenAt, expiresAt }, days }) => ({
    uuid,
    current: Buffer.from(tokenHash).equals(Buffer.from(current)),
    address,
    user_agent: userAgent,
    created_at: createdAt.toISOString(),
    last_seen_at: lastSeenAt.toISOString(),
    expires_at: new Date(Math.min(expiresAt.getTime(), lastSeenAt.getTime() + days * dayMs)).toISOString(),
  }))
}

export async function revokeSession(tx: Tx, org: Org, tokenHash: Uint8Array): Promise<void> {
  await tx
    .update(sessions)
    .set({ revokedAt: new Date() })
    .where(ownedBy(org, sessions, eq(sessions.tokenHash, tokenHash)))
}

/** Ends all of a user's sessions or only one, but never the kept session; returns how many were open. */
export async function revokeSessionsOf(
  tx: Tx,
  org: Org,
  userUuid: string,
  { only, keep }: { only?: string | undefined; keep?: Uint8Array },
): Promise<number> {
  const rows = await tx
    .update(sessions)
    .set({ revokedAt: new Date() })
    .where(
      ownedBy(
        org,
        sessions,
        eq(sessions.userUuid, userUuid),
        ...isOpen(),
        only === undefined ? undefined : eq(sessions.uuid, only),
        keep && ne(sessions.tokenHash, keep),
      ),
    )
    .returning({ uuid: sessions.uuid })
  return rows.length
}

export async function membersOf(db: Database, org: Org) {
  return db
    .select(person)
    .from(users)
    .where(ownedBy(org, users, eq(users.active, true)))
    .orderBy(users.name)
    .limit(1_000)
}

/** Writes an action to the audit log, in the transaction of the action. */
export async function audit(
  tx: Tx | Database,
  org: Org,
  by: { uuid: string | null; name: string; address: string | null },
  entry: { action: string; subject: string; subjectUuid?: string; before?: unknown; after?: unknown },
): Promise<void> {
  await tx
    .insert(auditLog)
    .values({
      orgUuid: org.uuid,
      actorUuid: by.uuid,
      actor: by.name,
      address: by.address,
      action: entry.action,
      subject: entry.subject,
      subjectUuid: entry.subjectUuid ?? null,
      before: entry.before ?? null,
      after: entry.after ?? null,
    })
}

/** The caller as an actor of the audit log. */
export function byCaller(caller: Caller) {
  return { uuid: caller.user.uuid, name: caller.user.name, address: caller.address }
}

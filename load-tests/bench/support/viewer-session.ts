import { inArray } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/postgres-js'
import { createHash, randomBytes } from 'node:crypto'
import postgres from 'postgres'
import { organisations, sessions, users } from '@carapace/shared/account/account.table'

/** A user has a share of the sockets: the viewers are several people. */
const sessionsPerUser = 100
const emailOf = (person: number) => `load-test${person || ''}@carapace.example`
const sessionsAtOnce = 1_000

/** Opens one session for an analyst of the installation's organisation; returns its token. */
export async function openViewerSession(databaseUrl: string): Promise<string> {
  return (await openViewerSessions(databaseUrl, 1))[0]!
}

/**
 * Opens `count` sessions for analysts of the installation's organisation, without the sign-in form: an installation
 * without a demo has no user to sign in as. The users' password hash is invalid, so that nobody else can sign in
 * either. Returns the sessions' tokens.
 */
export async function openViewerSessions(databaseUrl: string, count: number): Promise<string[]> {
  const client = postgres(databaseUrl, { max: 1, onnotice: () => undefined })
  try {
    const db = drizzle(client)
    const emails = Array.from({ length: Math.ceil(count / sessionsPerUser) }, (_, i) => emailOf(i))
    const [org] = await db.select({ uuid: organisations.uuid }).from(organisations).orderBy(organisations.id).limit(1)
    await db
      .insert(users)
      .values(
        emails.map((email) => ({
          orgUuid: org!.uuid,
          email,
          name: 'Load test',
          role: 'ANALYST' as const,
          passwordHash: 'none',
        })),
      )
      .onConflictDoNothing()
    const people = await db.select({ uuid: users.uuid }).from(users).where(inArray(users.email, emails))
    const tokens = Array.from({ length: count }, () => `cst_${randomBytes(32).toString('base64url')}`)
    for (let from = 0; from < count; from += sessionsAtOnce) {
      await db
        .insert(sessions)
        .values(
          tokens
            .slice(from, from + sessionsAtOnce)
            .map((token, i) => ({
              tokenHash: createHash('sha256').update(token).digest(),
              orgUuid: org!.uuid,
              userUuid: people[(from + i) % people.length]!.uuid,
              expiresAt: new Date(Date.now() + 86_400_000),
            })),
        )
    }
    return tokens
  } finally {
    await client.end()
  }
}

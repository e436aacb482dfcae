import { hash } from '@node-rs/argon2'
import { inArray } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/postgres-js'
import { randomBytes } from 'node:crypto'
import postgres from 'postgres'
import { organisations, sessions, users } from '@carapace/shared/account/account.table'
import { passwordHashing } from '@carapace/shared/account/password'
import type { Person } from './lib/settings.ts'

const emailOf = (n: number) => `load-test-${n}@carapace.example`

/**
 * Creates analysts of the installation's first organisation with a password for this run: an installation without a
 * demo has no user to sign in as.
 */
export async function admitPeople(databaseUrl: string, count: number): Promise<Person[]> {
  const password = randomBytes(18).toString('base64url')
  const passwordHash = await hash(password, passwordHashing)
  await over(databaseUrl, async (db) => {
    const [org] = await db.select({ uuid: organisations.uuid }).from(organisations).orderBy(organisations.id).limit(1)
    const people = Array.from({ length: count }, (_, n) => ({
      orgUuid: org!.uuid,
      email: emailOf(n),
      name: `Load test ${n}`,
      role: 'ANALYST' as const,
      passwordHash,
    }))
    await db
      .insert(users)
      .values(people)
      .onConflictDoUpdate({ target: users.email, set: { passwordHash, active: true } })
  })
  return Array.from({ length: count }, (_, n) => ({ email: emailOf(n), password }))
}

/** Ends these users' sessions, and disables their sign-in. */
export async function dismissPeople(databaseUrl: string, people: readonly Person[]): Promise<void> {
  await over(databaseUrl, async (db) => {
    const gone = await db
      .update(users)
      .set({ passwordHash: null, active: false })
      .where(
        inArray(
          users.email,
          people.map(({ email }) => email),
        ),
      )
      .returning({ uuid: users.uuid })
    await db
      .update(sessions)
      .set({ revokedAt: new Date() })
      .where(
        inArray(
          sessions.userUuid,
          gone.map(({ uuid }) => uuid),
        ),
      )
  })
}

async function over(databaseUrl: string, work: (db: ReturnType<typeof drizzle>) => Promise<unknown>): Promise<void> {
  const client = postgres(databaseUrl, { max: 1, onnotice: () => undefined })
  try {
    await work(drizzle(client))
  } finally {
    await client.end()
  }
}

import { eq } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/postgres-js'
import { createHash, randomBytes } from 'node:crypto'
import postgres from 'postgres'
import { organisations, sessions, users } from '@carapace/shared/account/account.table'

const email = 'load-test@carapace.example'

/**
 * Signs an analyst of the installation's organisation in, past the sign-in form: an installation without a demo has nobody
 * to sign in as. The user's password hash is none, so that nobody else can either. Answers the session's token.
 */
export async function openViewerSession(databaseUrl: string): Promise<string> {
  const client = postgres(databaseUrl, { max: 1, onnotice: () => undefined })
  try {
    const db = drizzle(client)
    const [org] = await db.select({ uuid: organisations.uuid }).from(organisations).orderBy(organisations.id).limit(1)
    await db.insert(users).values({ orgUuid: org!.uuid, email, name: 'Load test', role: 'ANALYST', passwordHash: 'none' }).onConflictDoNothing()
    const [user] = await db.select({ uuid: users.uuid }).from(users).where(eq(users.email, email))
    const token = `cst_${randomBytes(32).toString('base64url')}`
    await db.insert(sessions).values({
      tokenHash: createHash('sha256').update(token).digest(), orgUuid: org!.uuid, userUuid: user!.uuid, expiresAt: new Date(Date.now() + 86_400_000),
    })
    return token
  } finally {
    await client.end()
  }
}

import { drizzle } from 'drizzle-orm/postgres-js'
import { createHash, randomBytes } from 'node:crypto'
import postgres from 'postgres'
import { sessions, users } from '@carapace/shared/account/account.table'
import { createKey, createOrganisation } from '@carapace/shared/account/provision.queries'

/** What a tenant of an installation has: an ingest key, and the session of somebody who may only look. */
export interface Tenant {
  readonly key: string
  readonly token: string
}

/** Creates an organisation with a key without a rate and a viewer, who cannot sign in but has a session. */
export async function createTenant(databaseUrl: string, name: string): Promise<Tenant> {
  const client = postgres(databaseUrl, { max: 1, onnotice: () => undefined })
  try {
    const db = drizzle(client)
    const org = await createOrganisation(db, { name })
    const { key } = await createKey(db, org, { name: 'chaos', createdBy: 'chaos:tenants' })
    const email = `viewer@${name.toLowerCase()}.example`
    const viewer = { orgUuid: org.uuid, email, name: 'Viewer', role: 'VIEWER' as const, passwordHash: 'none' }
    const [user] = await db.insert(users).values(viewer).returning({ uuid: users.uuid })
    const token = `cst_${randomBytes(32).toString('base64url')}`
    const tokenHash = createHash('sha256').update(token).digest()
    const expiresAt = new Date(Date.now() + 86_400_000)
    await db.insert(sessions).values({ tokenHash, orgUuid: org.uuid, userUuid: user!.uuid, expiresAt })
    return { key, token }
  } finally {
    await client.end()
  }
}

import { sql } from 'drizzle-orm'
import type { Org } from '@carapace/shared/core/owned'
import type { Tx } from './db.ts'

/** Lets no other transaction of the organisation take the lock with this name until this one ends. */
export async function takeLock(tx: Tx, org: Org, name: string): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext(${`${name} ${org.uuid}`}))`)
}

import { eq } from 'drizzle-orm'
import { users } from '@carapace/shared/account/account.table'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import type { Tx } from '../../core/db.ts'
import { endLinksOf } from '../mail/links.queries.ts'
import { revokeSessionsOf } from '../sign-in/sessions.queries.ts'
import { endPendingOf } from '../sign-in/sign-in.queries.ts'

/** Sets a user's password; `until` is the expiry of a generated password. */
export async function writePassword(
  tx: Tx,
  org: Org,
  userUuid: string,
  passwordHash: string,
  until: Date | null,
): Promise<void> {
  await tx
    .update(users)
    .set({ passwordHash, temporaryUntil: until })
    .where(ownedBy(org, users, eq(users.uuid, userUuid)))
}

/**
 * Ends every link that was mailed to a user, every sign-in of the user that waits for its second factor, and every
 * session.
 */
export async function endEveryWayIn(tx: Tx, org: Org, userUuid: string): Promise<void> {
  await endLinksOf(tx, org, userUuid)
  await endPendingOf(tx, org, userUuid)
  await revokeSessionsOf(tx, org, userUuid, {})
}

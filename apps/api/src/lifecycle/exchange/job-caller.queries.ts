import { eq } from 'drizzle-orm'
import { users } from '@carapace/shared/account/account.table'
import { Failure } from '@carapace/shared/core/failure'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import type { Caller } from '../../core/http/caller.ts'
import type { Tx } from '../../core/db.ts'

/** Whoever asked for a job, as they are now: what they may not do any more, their jobs do not do either. */
export async function jobCaller(tx: Tx, org: Org, userUuid: string): Promise<Caller> {
  const [user] = await tx
    .select({ uuid: users.uuid, name: users.name, email: users.email, role: users.role })
    .from(users)
    .where(ownedBy(org, users, eq(users.uuid, userUuid), eq(users.active, true)))
  if (!user) throw new Failure('ROLE_REQUIRED', { message: 'Whoever asked for this is no active member any more.' })
  return { org, user, licence: { active: true, until: null, modules: [] }, tokenHash: new Uint8Array(), address: '' }
}

import { eq } from 'drizzle-orm'
import { organisations, users } from '@carapace/shared/account/account.table'
import { Failure } from '@carapace/shared/core/failure'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import type { Caller } from '../../core/http/caller.ts'
import type { Tx } from '../../core/db.ts'

/**
 * The member who started a job, with the role and the licence of now: what they may not do any more, their jobs do not
 * do either.
 *
 * @throws ROLE_REQUIRED where they are no active member any more
 */
export async function jobCaller(tx: Tx, org: Org, userUuid: string): Promise<Caller> {
  const [found] = await tx
    .select({
      user: { uuid: users.uuid, name: users.name, email: users.email, role: users.role },
      licence: {
        active: organisations.licenceActive,
        until: organisations.licenceUntil,
        modules: organisations.modules,
      },
    })
    .from(users)
    .innerJoin(organisations, eq(organisations.uuid, users.orgUuid))
    .where(ownedBy(org, users, eq(users.uuid, userUuid), eq(users.active, true)))
  if (!found) throw new Failure('ROLE_REQUIRED', { message: 'Whoever asked for this is no active member any more.' })
  return { org, ...found, tokenHash: new Uint8Array(), address: '' }
}

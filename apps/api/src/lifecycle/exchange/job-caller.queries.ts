import { eq } from 'drizzle-orm'
import { organisations, users } from '@carapace/shared/account/account.table'
import { Failure } from '@carapace/shared/core/failure'
import { type Org, ownedBy } from '@carapace/shared/core/owned'
import type { Caller } from '../../core/http/caller.ts'
import type { Tx } from '../../core/db.ts'

/**
 * The member who started a job, with the current role and licence: a job may do only what its member may do now.
 *
 * @throws {Failure} ROLE_REQUIRED when the user is not an active member any more
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
  if (!found) throw new Failure('ROLE_REQUIRED', { message: 'The user who started this is not an active member.' })
  return { org, ...found, tokenHash: new Uint8Array(), address: '' }
}

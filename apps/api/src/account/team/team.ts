import type { TeamMember } from '@carapace/shared/account/team.contract'
import { Failure } from '@carapace/shared/core/failure'
import type { Org } from '@carapace/shared/core/owned'
import type { Tx } from '../../core/db.ts'
import { lockMember, otherAdmins } from './team.queries.ts'

/** See `lockMember`; throws if there is no such member. */
export async function lockedMember(tx: Tx, org: Org, uuid: string): Promise<TeamMember> {
  const member = await lockMember(tx, org, uuid)
  if (!member) throw new Failure('NOT_FOUND')
  return member
}

/** An organisation always has an active administrator (rule ACCOUNT-2). Call it with the members locked. */
export async function refuseLastAdmin(tx: Tx, org: Org, { uuid, role, active }: TeamMember): Promise<void> {
  if (role === 'ADMIN' && active && (await otherAdmins(tx, org, uuid)) === 0)
    throw new Failure('RULE_REFUSED', {
      message: 'This is the last active administrator. Make another member an administrator first.',
    })
}

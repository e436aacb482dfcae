import type { FastifyRequest } from 'fastify'
import { Failure } from '@carapace/shared/core/failure'
import type { Org } from '@carapace/shared/core/owned'
import type { Actor } from '@carapace/shared/core/actor'
import type { Licence, Role } from '@carapace/shared/modules'
import { may, type Permission, rolesWith } from '@carapace/shared/permissions'

/** The authenticated caller: a member with a currently valid session. Routes never get less. */
export interface Caller {
  readonly org: Org
  readonly user: { readonly uuid: string; readonly name: string; readonly email: string; readonly role: Role }
  readonly licence: { readonly active: boolean; readonly until: Date | null; readonly modules: readonly Licence[] }
  readonly tokenHash: Uint8Array
  readonly address: string
  /** The run of a playbook that acts in the member's name. */
  readonly playbookRun?: string
}

/** Finds the caller of a session token; undefined if no valid session has it. */
export type FindCaller = (token: string, address: string) => Promise<Caller | undefined>

export function actorOf(caller: Caller): Actor {
  const { user, playbookRun } = caller
  return { uuid: user.uuid, name: user.name, ...(playbookRun !== undefined && { playbookRun }) }
}

/** The session token of a request: the ACCESS-TOKEN header. */
export function tokenOf(request: FastifyRequest): string | undefined {
  const token = request.headers['access-token']
  return typeof token === 'string' && token.length > 0 && token.length <= 256 ? token : undefined
}

interface Access {
  readonly access: 'public' | 'member' | Licence | readonly Licence[]
  readonly needs?: Permission
}

/**
 * Checks that the contract admits the caller.
 *
 * @throws {Failure} LICENCE_REQUIRED (402) when the organisation holds none of the licences that `access` names
 * @throws {Failure} ROLE_REQUIRED (422) when the role does not give the permission that it `needs`
 */
export function admit(caller: Caller, { access, needs }: Access): void {
  if (access !== 'public' && access !== 'member') {
    const { active, until, modules } = caller.licence
    if (!active) throw new Failure('LICENCE_REQUIRED', { message: 'Not allowed to access the Workspace app' })
    if (until !== null && until.getTime() <= Date.now())
      throw new Failure('LICENCE_REQUIRED', { message: 'License Expired - Your Workspace app license expired' })
    const licences = typeof access === 'string' ? [access] : access
    if (!licences.some((licence) => modules.includes(licence)))
      throw new Failure('LICENCE_REQUIRED', {
        message: `It seems your account doesn't have permission to access the ${licences.join(' or ')}`,
      })
  }
  if (needs && !may(caller.user.role, needs))
    throw new Failure('ROLE_REQUIRED', { message: `Only ${rolesWith(needs).join(' or ')} may do this.` })
}

import type { SessionUser } from '@carapace/shared/account/auth.contract'
import type { Licence } from '@carapace/shared/modules'
import { session, useSession } from '../../core/session/session.ts'

/**
 * Whether the organisation may use a module now: what the shell asks the server of its own accord would be refused
 * else.
 */
export function useHasLicence(licence: Licence): boolean {
  return includes(useSession(), licence)
}

/** The same, at the moment of asking. */
export function hasLicence(licence: Licence): boolean {
  return includes(session.getState().user, licence)
}

function includes(user: SessionUser | undefined, licence: Licence): boolean {
  const license = user?.organization.license
  return license !== undefined && license.is_active && !license.is_expired && license.modules.includes(licence)
}

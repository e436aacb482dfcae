import type { SessionUser } from '@carapace/shared/account/auth.contract'
import type { Licence } from '@carapace/shared/modules'
import { session, useSession } from './session.ts'

/** Whether the organisation may use a function that needs a licence; a function without a licence is always allowed. */
export function useHasLicence(licence: Licence | undefined): boolean {
  return includes(useSession(), licence)
}

/** The same, at the time of the call. */
export function hasLicence(licence: Licence | undefined): boolean {
  return includes(session.getState().user, licence)
}

function includes(user: SessionUser | undefined, licence: Licence | undefined): boolean {
  if (licence === undefined) return true
  const license = user?.organization.license
  return license !== undefined && license.is_active && !license.is_expired && license.modules.includes(licence)
}

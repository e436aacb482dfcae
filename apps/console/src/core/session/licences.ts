import type { SessionUser } from '@carapace/shared/account/auth.contract'
import type { Licence } from '@carapace/shared/modules'
import { session, useSession } from './session.ts'

/** The facts of an organisation's licence that decide what it includes. */
export interface HeldLicence extends Pick<SessionUser['organization']['license'], 'is_active' | 'is_expired'> {
  readonly modules: readonly Licence[]
}

/** Whether the organisation may use a function that needs a licence; a function without a licence is always allowed. */
export function useHasLicence(licence: Licence | undefined): boolean {
  return includes(useSession(), licence)
}

/** The same, at the time of the call. */
export function hasLicence(licence: Licence | undefined): boolean {
  return includes(session.getState().user, licence)
}

/** Whether a licence includes another one: an expired or inactive licence includes nothing. */
export function isHeld(held: HeldLicence | undefined, licence: Licence): boolean {
  return held !== undefined && held.is_active && !held.is_expired && held.modules.includes(licence)
}

function includes(user: SessionUser | undefined, licence: Licence | undefined): boolean {
  return licence === undefined || isHeld(user?.organization.license, licence)
}

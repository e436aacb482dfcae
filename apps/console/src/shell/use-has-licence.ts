import type { Licence } from '@carapace/shared/modules'
import { useSession } from '../core/session.ts'

/** Whether the organisation may use a module now: what the shell asks the server of its own accord would be refused else. */
export function useHasLicence(licence: Licence): boolean {
  const license = useSession()?.organization.license
  return license !== undefined && license.is_active && !license.is_expired && license.modules.includes(licence)
}

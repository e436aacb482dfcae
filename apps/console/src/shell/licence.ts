import type { Organization } from '@carapace/shared/account/auth.contract'
import type { Licence } from '@carapace/shared/modules'

interface Refusal {
  readonly said: string
  /** What can be done about it; undefined: nothing here. */
  readonly action: string | undefined
}

/** Why an organisation may not see a module: its licence is inactive, expired, or without it (rules D4-D6); undefined: it may. */
export function refusalOf({ license }: Organization, module: { title: string; licence: Licence } | undefined): Refusal | undefined {
  if (!license.is_active) return { said: 'Not allowed to access the Workspace app', action: undefined }
  if (license.is_expired) return { said: 'License Expired - Your Workspace app license expired', action: 'Renew' }
  if (module === undefined || license.modules.includes(module.licence)) return undefined
  return { said: `It seems your account doesn't have permission to access the ${module.title}`, action: 'Contact Sales' }
}

import type { Organization } from '@carapace/shared/account/auth.contract'
import { moduleNamed } from '@carapace/shared/modules'
import { licenceOf, type Screen } from '../site-map/site-map.ts'

export interface Refusal {
  readonly message: string
  /** The action on the screen of the plans; undefined: none here. */
  readonly action: 'Renew' | 'Contact Sales' | undefined
}

/**
 * Why an organisation may not see a screen: its licence is inactive, expired, or without the screen's module (rules
 * LICENCE-4 to LICENCE-6); undefined: it may. Screens that are always open stay so with any licence: an organisation
 * without a licence must reach the plans, and users their own settings.
 */
export function refusalOf({ license }: Organization, screen: Screen | undefined): Refusal | undefined {
  if (screen?.open === 'always') return undefined
  if (!license.is_active) return { message: 'Not allowed to access the Workspace app', action: undefined }
  if (license.is_expired) return { message: 'License Expired - Your Workspace app license expired', action: 'Renew' }
  const licence = screen && licenceOf(screen)
  if (screen === undefined || licence === undefined || license.modules.includes(licence)) return undefined
  return {
    message: `It seems your account doesn't have permission to access the ${moduleNamed(screen.module).title}`,
    action: 'Contact Sales',
  }
}

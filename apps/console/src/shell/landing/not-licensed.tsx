import { LockIcon } from '@blueprintjs/icons'
import type { Licence } from '@carapace/shared/modules'
import { Link, linkOptions } from '@tanstack/react-router'
import { EmptyState } from '../../core/ui/empty-state.tsx'

const plans = linkOptions({ to: '/org/lifecycle/pricing' })

/** The specification's sentence for a part that the licence does not include (rule LANDING-4). */
export function NotLicensed({ licence }: { readonly licence: Licence }) {
  return (
    <EmptyState
      icon={<LockIcon size={24} />}
      title="Not in your licence"
      action={
        <Link {...plans} className="bp6-button bp6-outlined">
          Contact Sales
        </Link>
      }
    >
      It seems your account doesn't have permission to access the {licence}
    </EmptyState>
  )
}

import { LockIcon } from '@blueprintjs/icons'
import type { Licence } from '@carapace/shared/modules'
import type { ReactNode } from 'react'
import { useSession } from '../core/session.ts'
import { EmptyState } from '../core/ui/empty-state.tsx'
import { SkeletonRows } from '../core/ui/skeleton.tsx'
import { refusalOf } from './licence.ts'
import { supportEmail } from '../core/product.ts'

interface LicenceGateProps {
  /** The module of the page, by its title and its licence; absent: only the workspace's own licence counts. */
  readonly module: { readonly title: string; readonly licence: Licence } | undefined
  readonly children: ReactNode
}

/** Shows the page, or why the organisation may not see it. The server refuses as well; this says it better. */
export function LicenceGate({ module, children }: LicenceGateProps) {
  const user = useSession()
  const refusal = user && refusalOf(user.organization, module)
  return refusal ? <Refused {...refusal} /> : children
}

function Refused({ said, action }: { readonly said: string; readonly action: string | undefined }) {
  return (
    <div className="licence-refused">
      <div className="licence-preview" aria-hidden>
        <SkeletonRows rows={24} columns={['1fr', '3fr', '2fr', '1fr']} />
      </div>
      <EmptyState icon={<LockIcon size={24} />} title={said} {...(action !== undefined && { action: <ContactLink text={action} /> })} />
    </div>
  )
}

function ContactLink({ text }: { readonly text: string }) {
  return <a className="bp6-button bp6-outlined" href={`mailto:${supportEmail}?subject=${encodeURIComponent(text)}`}>{text}</a>
}


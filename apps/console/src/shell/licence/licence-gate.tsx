import { LockIcon } from '@blueprintjs/icons'
import type { ReactNode } from 'react'
import { usePageTitle } from '../../core/page/page-title.ts'
import { useSession } from '../../core/session/session.ts'
import { EmptyState } from '../../core/ui/empty-state.tsx'
import { SkeletonRows } from '../../core/ui/skeleton.tsx'
import { type Refusal, refusalOf } from './licence.ts'
import { PathLink } from '../site-map/path-link.tsx'
import { useShownPath } from '../site-map/shown-path.ts'
import { screenOf } from '../site-map/site-map.ts'

/** Shows the page, or why the organisation may not see it. The server refuses as well; this message is clearer. */
export function LicenceGate({ children }: { readonly children: ReactNode }) {
  const screen = screenOf(useShownPath())
  const user = useSession()
  const refusal = user && refusalOf(user.organization, screen)
  return refusal ? <Refused title={screen?.title ?? 'Workspace'} {...refusal} /> : children
}

function Refused({ title, message, action }: Refusal & { readonly title: string }) {
  usePageTitle(title)
  return (
    <div className="licence-refused">
      <h1 className="c-visually-hidden">{title}</h1>
      <div className="licence-preview" aria-hidden>
        <SkeletonRows rows={24} columns={['1fr', '3fr', '2fr', '1fr']} />
      </div>
      <EmptyState
        icon={<LockIcon size={24} />}
        title={message}
        {...(action !== undefined && {
          action: (
            <PathLink to="/org/lifecycle/pricing" className="bp6-button bp6-outlined">
              {action}
            </PathLink>
          ),
        })}
      />
    </div>
  )
}

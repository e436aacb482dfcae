import { ConstructionIcon } from '@blueprintjs/icons'
import type { ReactNode } from 'react'
import { usePageTitle } from '../../core/page/page-title.ts'
import { EmptyState } from '../../core/ui/empty-state.tsx'
import { PageHead } from '../../core/ui/page-head.tsx'
import { isBuilt } from '../site-map/built.ts'
import { PathLink } from '../site-map/path-link.tsx'
import { useShownPath } from '../site-map/shown-path.ts'
import { purposeOf, type Screen, screenAt } from '../site-map/site-map.ts'
import { useRouted } from '../site-map/use-routed.ts'

/** Shows the page, or a notice that this version does not have it. */
export function Available({ children }: { readonly children: ReactNode }) {
  const screen = screenAt(useShownPath())
  const routed = useRouted()
  return screen && !isBuilt(screen.path, routed) ? <NotAvailable {...screen} /> : children
}

/** A screen of the product that is not built yet: shows its name and that fact. */
function NotAvailable({ title, module }: Screen) {
  usePageTitle(title)
  return (
    <>
      <PageHead title={title} />
      <EmptyState
        icon={<ConstructionIcon size={24} />}
        title="Not available in this version"
        action={
          <PathLink to="/org/lifecycle/dashboard" className="bp6-button bp6-outlined">
            Back to the dashboard
          </PathLink>
        }
      >
        {purposeOf(module)}
      </EmptyState>
    </>
  )
}

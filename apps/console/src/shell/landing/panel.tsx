import { LockIcon } from '@blueprintjs/icons'
import type { Licence } from '@carapace/shared/modules'
import { Link, type LinkOptions } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import { EmptyState } from '../../core/ui/empty-state.tsx'
import { plans } from './links.ts'

interface PanelProps {
  readonly title: string
  /** The page with all of the content. */
  readonly link?: LinkOptions
  /** At the right of the head. */
  readonly extra?: ReactNode
  readonly children: ReactNode
}

/** A box with a head; an error in it does not affect the rest of the page (rule LANDING-3). */
export function Panel({ title, link, extra, children }: PanelProps) {
  const id = useId()
  return (
    <section className="c-panel" aria-labelledby={id}>
      <header className="c-panel-head">
        <h2 id={id}>
          {link ? (
            <Link {...link} className="ld-title">
              {title}
            </Link>
          ) : (
            title
          )}
        </h2>
        {extra !== undefined && <span className="ld-extra num">{extra}</span>}
      </header>
      {children}
    </section>
  )
}

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

import { listAudit } from '@carapace/shared/account/security.contract'
import { may } from '@carapace/shared/permissions'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { usePageTitle } from '../core/page/page-title.ts'
import { useSession } from '../core/session/session.ts'
import { PageHead } from '../core/ui/page-head.tsx'
import { type SettingsTitle, settingsLinks } from './settings-links.ts'
import '../core/ui/form.css'
import './settings.css'

interface SettingsPageProps {
  readonly title: SettingsTitle
  /** For tables and logs. The other pages have the width of a readable form. */
  readonly wide?: boolean
  readonly children: ReactNode
}

/** One page of the settings, with links to the others. */
export function SettingsPage({ title, wide = false, children }: SettingsPageProps) {
  usePageTitle(title)
  return (
    <div className="st-page">
      <PageHead title={title} tabs={<Links shown={title} />} />
      <div className={wide ? 'st-body st-wide' : 'st-body'}>{children}</div>
    </div>
  )
}

/** Not all links fit on a narrow screen: the current one is scrolled into view. */
function Links({ shown }: { readonly shown: SettingsTitle }) {
  const nav = useRef<HTMLElement>(null)
  const role = useSession()?.role
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [shown])
  const links = settingsLinks.filter(
    ({ title }) => title !== 'Security log' || (role !== undefined && may(role, listAudit.needs)),
  )
  return (
    <nav ref={nav} className="c-tabs" aria-label="Settings">
      {links.map(({ title, to, search }) => (
        <Link
          key={title}
          className="c-tab"
          to={to}
          search={title === shown ? true : search}
          activeOptions={{ exact: true, includeSearch: true }}
          aria-current={title === shown ? 'page' : undefined}
        >
          {title}
        </Link>
      ))}
    </nav>
  )
}

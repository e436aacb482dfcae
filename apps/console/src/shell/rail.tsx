import { ChevronLeftIcon, ChevronRightIcon } from '@blueprintjs/icons'
import { Link, useLocation } from '@tanstack/react-router'
import { compact, number } from '../core/format.ts'
import { useCounters } from './counters.ts'
import { Logo } from '../core/ui/logo.tsx'
import { pageAt, pages } from './pages-list.tsx'
import { toggleRail, useRail } from './rail.store.ts'

/** The workspace's pages at the left: icon over label, or, expanded, icon beside label. */
export function Rail() {
  const { expanded } = useRail()
  return (
    <nav className={expanded ? 'rail rail-expanded' : 'rail'} aria-label="Workspace">
      <Link to="/org" activeOptions={exactly} className="rail-logo">
        <Logo size={20} withName={expanded} />
      </Link>
      <RailLinks />
      <button type="button" className="rail-toggle" aria-expanded={expanded} aria-label={expanded ? 'Collapse the sidebar' : 'Expand the sidebar'} onClick={toggleRail}>
        {expanded ? <ChevronLeftIcon /> : <ChevronRightIcon />}
        {expanded && <span>Collapse</span>}
      </button>
    </nav>
  )
}

/** A path begins like its parent's, but is not it. */
const exactly = { exact: true, includeSearch: false }

export function RailLinks() {
  const pathname = useLocation({ select: (location) => location.pathname })
  const page = pageAt(pathname)
  return (
    <ul className="rail-links">
      {pages.map(({ to, railTitle, icon }) => (
        <li key={to}>
          <Link to={to} activeOptions={exactly} className={page?.to === to ? 'rail-link rail-active' : 'rail-link'} aria-current={currentOf(page?.to === to, pathname, to)}>
            <span className="rail-icon" aria-hidden>{icon}</span>
            <span>{railTitle}</span>
            {to === '/org/msoc/dashboard/alert-management' && <OpenCritical />}
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** A detail page lights up its list, but is not that page. */
function currentOf(isActive: boolean, pathname: string, to: string): 'page' | 'true' | undefined {
  if (!isActive) return undefined
  return pathname === to ? 'page' : 'true'
}

/** How many critical alerts are open: the one number that must be seen from every page. */
function OpenCritical() {
  const critical = useCounters((latest) => latest?.alerts.critical ?? 0)
  if (critical === 0) return null
  return (
    <span className="rail-count num">
      <span aria-hidden>{compact(critical)}</span>
      <span className="c-said">, {number(critical)} critical open</span>
    </span>
  )
}

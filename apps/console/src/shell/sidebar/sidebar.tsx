import { ArrowLeftIcon, ChevronLeftIcon, ChevronRightIcon, HomeIcon } from '@blueprintjs/icons'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { type Preferences, setPreferences, usePreferences } from '../../core/preferences/preferences.ts'
import { Logo } from '../../core/ui/logo.tsx'
import { useCarried } from '../site-map/carried.ts'
import { openSection, sectionsAt, workspaceItems } from './menu.ts'
import { PathLink } from '../site-map/path-link.tsx'
import { SidebarItems } from './sidebar-item.tsx'
import { SidebarSections } from './sidebar-section.tsx'
import { useLifecycle } from './use-lifecycle.ts'
import './sidebar.css'

/**
 * The menu at the left: icons above short labels, or, expanded, beside them. The workspace's menu and a program's menu
 * are collapsed independently.
 */
export function Sidebar() {
  const preferences = usePreferences()
  const pathname = usePathname()
  const sections = sectionsAt(pathname)
  const nav = useCurrentInSight(pathname)
  if (preferences.isHidden) return null

  const collapse: keyof Preferences = sections.length > 0 ? 'isProgramSidebarCollapsed' : 'isCollapsed'
  const expanded = !preferences[collapse]
  return (
    <nav ref={nav} className={expanded ? 'rail rail-expanded' : 'rail'} aria-label="Workspace">
      <PathLink to="/org/lifecycle/dashboard" className="rail-logo">
        <Logo size={20} variant={expanded ? 'default' : 'icon-only'} />
      </PathLink>
      <SidebarMenu expanded={expanded} />
      <button
        type="button"
        className="rail-toggle"
        aria-expanded={expanded}
        aria-label={expanded ? 'Collapse the sidebar' : 'Expand the sidebar'}
        onClick={() => setPreferences({ [collapse]: expanded })}
      >
        {expanded ? <ChevronLeftIcon /> : <ChevronRightIcon />}
        {expanded && <span>Collapse</span>}
      </button>
    </nav>
  )
}

/** When a menu is longer than the screen, the page's item is scrolled into view. */
function useCurrentInSight(pathname: string) {
  const nav = useRef<HTMLElement>(null)
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [pathname])
  return nav
}

function usePathname(): string {
  return useLocation({ select: (location) => location.pathname })
}

/**
 * The content of the page's menu: the workspace's items, or the sections of the program or the module of the page (rule
 * NAVIGATION-4).
 */
export function SidebarMenu({ expanded }: { readonly expanded: boolean }) {
  const pathname = usePathname()
  const sections = sectionsAt(pathname)
  if (sections.length === 0) return <SidebarItems items={workspaceItems} pathname={pathname} />
  return <ProgramMenu expanded={expanded} pathname={pathname} />
}

function ProgramMenu({ expanded, pathname }: { readonly expanded: boolean; readonly pathname: string }) {
  const sections = sectionsAt(pathname)
  const open = openSection(pathname, sections)
  const carried = useCarried()
  const lifecycle = useLifecycle(carried.programId)
  return (
    <>
      <WaysBack expanded={expanded} programId={carried.programId} />
      {expanded && sections.length > 1 ? (
        <SidebarSections
          key={open?.title}
          sections={sections}
          open={open}
          pathname={pathname}
          lifecycle={lifecycle}
          carried={carried}
        />
      ) : (
        <>
          {expanded && <p className="rail-heading">{open?.title}</p>}
          <SidebarItems items={open?.items ?? []} pathname={pathname} lifecycle={lifecycle} carried={carried} />
        </>
      )}
    </>
  )
}

function WaysBack({ expanded, programId }: { readonly expanded: boolean; readonly programId: string | undefined }) {
  return (
    <ul className="rail-links rail-back">
      {programId !== undefined && (
        <li>
          <PathLink
            to="/org/lifecycle/program"
            search={{ programId }}
            className="rail-link"
            aria-label="Back to Program"
          >
            <span className="rail-icon" aria-hidden>
              <ArrowLeftIcon />
            </span>
            <span>{expanded ? 'Back to Program' : 'Program'}</span>
          </PathLink>
        </li>
      )}
      <li>
        <PathLink to="/org/lifecycle/dashboard" className="rail-link" aria-label="Back to Workspace">
          <span className="rail-icon" aria-hidden>
            {programId === undefined ? <ArrowLeftIcon /> : <HomeIcon />}
          </span>
          <span>{expanded ? 'Back to Workspace' : 'Workspace'}</span>
        </PathLink>
      </li>
    </ul>
  )
}

import { Button } from '@blueprintjs/core'
import { ChevronRightIcon, HelpIcon, MenuIcon, SearchIcon } from '@blueprintjs/icons'
import { useLocation } from '@tanstack/react-router'
import { Fragment } from 'react'
import { usePageFacts } from '../../core/page/page-facts.ts'
import { useShownCode, useShownTitle } from '../../core/page/page-title.ts'
import { openPalette } from '../../core/palette/palette.ts'
import { usePreferences } from '../../core/preferences/preferences.ts'
import { useSession } from '../../core/session/session.ts'
import { Badge } from '../../core/ui/status-badge.tsx'
import { IconButton } from '../../core/ui/tooltip.tsx'
import { AppSwitcher } from './app-switcher.tsx'
import { useCarried } from '../site-map/carried.ts'
import { crumbsAt } from './crumbs.ts'
import { demoBadgeOf, demoLink } from './demo-badge.ts'
import { showHotkeys } from '../hotkeys/hotkey-help.tsx'
import { TopBarItems } from '../install-modules.tsx'
import { PathLink } from '../site-map/path-link.tsx'
import { setDrawer } from '../sidebar/sidebar-drawer.tsx'
import { ThemeMenu } from './theme-menu.tsx'
import { useLifecycle } from '../sidebar/use-lifecycle.ts'
import { UserMenu } from './user-menu.tsx'

export function TopBar() {
  const { isHidden } = usePreferences()
  return (
    <header className="top-bar">
      <span className={isHidden ? 'top-bar-menu top-bar-menu-always' : 'top-bar-menu'}>
        <Button variant="minimal" icon={<MenuIcon />} aria-label="Menu" onClick={() => setDrawer(true)} />
      </span>
      <AppSwitcher />
      <Breadcrumb />
      <button type="button" className="top-bar-search" onClick={openPalette} aria-keyshortcuts="Control+K Meta+K">
        <SearchIcon />
        <span className="top-bar-search-text">Search vehicles, alerts, cases, programs</span>
        <kbd className="c-kbd">Ctrl K</kbd>
      </button>
      <div className="top-bar-right">
        <Demo />
        <TopBarItems />
        <IconButton icon={<HelpIcon />} label="Keyboard shortcuts" keys="?" onClick={showHotkeys} />
        <ThemeMenu />
        <UserMenu />
      </div>
    </header>
  )
}

function Breadcrumb() {
  const pathname = useLocation({ select: (location) => location.pathname })
  const carried = useCarried()
  const crumbs = crumbsAt(pathname, useShownTitle(), {
    program: useProgramName(carried.programId),
    open: useShownCode(),
  })
  return (
    <nav className="breadcrumb" aria-label="Breadcrumb">
      {crumbs.map(({ text, to, isName = false }, index) => {
        const isLast = index === crumbs.length - 1
        const isModule = index === 0 && !isLast
        return (
          <Fragment key={index}>
            {index > 0 && (
              <ChevronRightIcon size={12} className={index === 1 ? 'breadcrumb-module' : 'breadcrumb-then'} />
            )}
            {to === undefined ? (
              <span
                className={isModule ? 'breadcrumb-module' : 'breadcrumb-here'}
                aria-current={isLast ? 'page' : undefined}
              >
                {text}
              </span>
            ) : (
              <PathLink to={to} search={carried} {...(isName && { className: 'breadcrumb-name', title: text })}>
                {text}
              </PathLink>
            )}
          </Fragment>
        )
      })}
    </nav>
  )
}

/**
 * The name of the program in the address: from the page, which may have just renamed it, or from the loaded lifecycle.
 */
function useProgramName(programId: string | undefined): string | undefined {
  const programName = usePageFacts().get('Program')
  const lifecycle = useLifecycle(programId)
  return programName ?? ('refused' in lifecycle ? undefined : lifecycle.program)
}

/** The remaining time of the demo; a click opens the plans, or from there the dashboard (rule LICENCE-3). */
function Demo() {
  const user = useSession()
  const pathname = useLocation({ select: (location) => location.pathname })
  const badge = user && demoBadgeOf(user.organization)
  if (!badge) return null
  return (
    <PathLink to={demoLink(pathname)} className="top-bar-demo">
      <Badge tone={badge.tone}>{badge.text}</Badge>
    </PathLink>
  )
}

import { Button } from '@blueprintjs/core'
import { ChevronRightIcon, HelpIcon, MenuIcon, SearchIcon } from '@blueprintjs/icons'
import { Link, useLocation } from '@tanstack/react-router'
import { useShownTitle } from '../core/page-title.ts'
import { openPalette } from '../core/palette.ts'
import { useSession } from '../core/session.ts'
import { Badge } from '../core/ui/status-badge.tsx'
import { IconButton } from '../core/ui/tooltip.tsx'
import { demoBadgeOf } from './demo-badge.ts'
import { showHotkeys } from './hotkey-help.tsx'
import { isDetail, pageAt } from './pages-list.tsx'
import { setDrawer } from './rail.store.ts'
import { ThemeMenu } from './theme-menu.tsx'
import { UserMenu } from './user-menu.tsx'

export function TopBar() {
  return (
    <header className="top-bar">
      <span className="top-bar-menu">
        <Button variant="minimal" icon={<MenuIcon />} aria-label="Menu" onClick={() => setDrawer(true)} />
      </span>
      <Breadcrumb />
      <button type="button" className="top-bar-search" onClick={openPalette} aria-keyshortcuts="Control+K Meta+K">
        <SearchIcon />
        <span className="top-bar-search-text">Search vehicles, alerts, cases</span>
        <kbd className="c-kbd">Ctrl K</kbd>
      </button>
      <div className="top-bar-right">
        <Demo />
        <IconButton icon={<HelpIcon />} label="Keyboard shortcuts" keys="?" onClick={showHotkeys} />
        <ThemeMenu />
        <UserMenu />
      </div>
    </header>
  )
}

/** Where this is: the module, the page, and on a detail page what it shows; the way back is a link. */
function Breadcrumb() {
  const pathname = useLocation({ select: (location) => location.pathname })
  const shown = useShownTitle()
  const page = pageAt(pathname)
  if (!page) return <nav className="breadcrumb" aria-label="Breadcrumb" />
  return (
    <nav className="breadcrumb" aria-label="Breadcrumb">
      <span className="breadcrumb-module">{page.module.title}</span>
      <ChevronRightIcon size={12} className="breadcrumb-module" />
      {isDetail(pathname) ? (
        <>
          <Link to={page.to}>{page.title}</Link>
          <ChevronRightIcon size={12} className="breadcrumb-then" />
          <span className="breadcrumb-here" aria-current="page">{shown}</span>
        </>
      ) : (
        <span aria-current="page">{page.title}</span>
      )}
    </nav>
  )
}

function Demo() {
  const user = useSession()
  const badge = user && demoBadgeOf(user.organization)
  return badge ? <Badge tone={badge.tone}>{badge.text}</Badge> : null
}

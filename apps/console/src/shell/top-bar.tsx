import { Button } from '@blueprintjs/core'
import { ChevronRightIcon, HelpIcon, MenuIcon, SearchIcon } from '@blueprintjs/icons'
import { useLocation } from '@tanstack/react-router'
import { openPalette } from '../core/palette.ts'
import { useSession } from '../core/session.ts'
import { Badge } from '../core/ui/status-badge.tsx'
import { IconButton } from '../core/ui/tooltip.tsx'
import { demoBadgeOf } from './demo-badge.ts'
import { showHotkeys } from './hotkey-help.tsx'
import { pageAt } from './pages-list.tsx'
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
        <span className="top-bar-search-text">Search vehicles, alerts</span>
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

function Breadcrumb() {
  const page = pageAt(useLocation({ select: ({ pathname }) => pathname }))
  if (!page) return <nav className="breadcrumb" aria-label="Breadcrumb" />
  return (
    <nav className="breadcrumb" aria-label="Breadcrumb">
      <span className="breadcrumb-module">{page.module.title}</span>
      <ChevronRightIcon size={12} className="breadcrumb-module" />
      <span aria-current="page">{page.title}</span>
    </nav>
  )
}

function Demo() {
  const user = useSession()
  const badge = user && demoBadgeOf(user.organization)
  return badge ? <Badge tone={badge.tone}>{badge.text}</Badge> : null
}

import { BlueprintProvider, Drawer } from '@blueprintjs/core'
import { whoAmI } from '@carapace/shared/account/auth.contract'
import { Outlet, useLocation } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { call } from '../core/call.ts'
import { PaletteDialog } from '../core/palette-dialog.tsx'
import { renew, useSession } from '../core/session.ts'
import { untilLoaded } from '../core/until-loaded.ts'
import { useCountersFeed } from './counters.ts'
import { HotkeyHelp } from './hotkey-help.tsx'
import { LicenceGate } from './licence-gate.tsx'
import { LostBanner } from './lost-banner.tsx'
import { usePaletteSources } from './palette-sources.tsx'
import { pageAt } from './pages-list.tsx'
import { Rail, RailLinks } from './rail.tsx'
import { setDrawer, useRail } from './rail.store.ts'
import { useShellHotkeys } from './shell-hotkeys.ts'
import { StatusBar } from './status-bar.tsx'
import { TopBar } from './top-bar.tsx'
import { useWall, useWallKeys } from './wall/use-wall-keys.ts'
import { WallSettingsDialog } from './wall/wall-settings.tsx'
import './blueprint.css'
import './shell.css'

/** With its charts and its map, which the other pages fetch when they are shown. Nobody stands before it to reload it (rule MP62). */
const WallScreen = lazy(() => untilLoaded(() => import('./wall/wall-screen.tsx'), console.warn))

/** What surrounds every page of `/org`; nothing does on the wall. */
export function OrgLayout() {
  const user = useSession()
  const { asked } = useWall()
  // signed out: the page is being replaced, and nothing may be asked for meanwhile
  if (!user) return undefined
  return asked === 'shown' ? <Suspense><WallScreen /></Suspense> : <SignedIn />
}

function SignedIn() {
  useCountersFeed()
  usePaletteSources()
  useShellHotkeys()
  useWallKeys()
  useFreshSession()

  return (
    <BlueprintProvider>
      <div className="shell">
        <a className="skip-link" href="#content">Skip to the content</a>
        <Rail />
        <TopBar />
        <LostBanner />
        <main id="content" className="shell-main" tabIndex={-1}>
          <Gated />
        </main>
        <StatusBar />
        <RailDrawer />
        <PaletteDialog />
        <HotkeyHelp />
        <WallSettingsDialog />
      </div>
    </BlueprintProvider>
  )
}

/** The page, where the licence allows it. */
function Gated() {
  const page = pageAt(useLocation({ select: (location) => location.pathname }))
  return (
    <LicenceGate module={page?.module}>
      <Outlet />
    </LicenceGate>
  )
}

/** On a phone the rail slides in from the left, and away once it was used. */
function RailDrawer() {
  const { drawer } = useRail()
  const pathname = useLocation({ select: (location) => location.pathname })
  useEffect(() => setDrawer(false), [pathname])
  return (
    <Drawer isOpen={drawer} onClose={() => setDrawer(false)} position="left" size={288} title="Carapace" transitionDuration={120}>
      <nav className="rail rail-expanded rail-in-drawer" aria-label="Workspace">
        <RailLinks />
      </nav>
    </Drawer>
  )
}

/** The role, the licence and the days left of a demo change while somebody stays signed in: ask once a visit. */
function useFreshSession(): void {
  useEffect(() => {
    const asking = new AbortController()
    call(whoAmI, {}, { signal: asking.signal })
      .then(({ user }) => renew(user))
      .catch(() => undefined) // what is known will do until the next visit
    return () => asking.abort()
  }, [])
}

import { BlueprintProvider } from '@blueprintjs/core'
import { whoAmI } from '@carapace/shared/account/auth.contract'
import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { useLicenceRefusals } from '../core/call/call.ts'
import { useEndpoint } from '../core/call/query.ts'
import { showScreenTitle } from '../core/page/page-title.ts'
import { PaletteDialog } from '../core/palette/palette-dialog.tsx'
import { renew, useSession } from '../core/session/session.ts'
import { useTypeAhead } from '../core/ui/type-ahead.ts'
import { untilLoaded } from '../core/call/until-loaded.ts'
import { useZoneTurn } from '../core/format/zone.ts'
import { HotkeyHelp } from './hotkeys/hotkey-help.tsx'
import { ModuleFeeds } from './install-modules.tsx'
import { LicenceGate } from './licence/licence-gate.tsx'
import { LostBanner } from './notices/lost-banner.tsx'
import { usePaletteSources } from './palette/palette-sources.tsx'
import { Available } from './notices/not-available.tsx'
import { useLifecycleFeed } from './sidebar/use-lifecycle.ts'
import { useProgramFeed } from './use-program-feed.ts'
import { useShellHotkeys } from './hotkeys/shell-hotkeys.ts'
import { Sidebar } from './sidebar/sidebar.tsx'
import { SidebarDrawer } from './sidebar/sidebar-drawer.tsx'
import { screenOf } from './site-map/site-map.ts'
import { useShownPath } from './site-map/shown-path.ts'
import { StatusBar } from './status-bar.tsx'
import { TemporaryPasswordBanner } from './notices/temporary-password-banner.tsx'
import { TopBar } from './top-bar/top-bar.tsx'
import { useWall, useWallKeys } from './wall/use-wall-keys.ts'
import { WallSettingsDialog } from './wall/wall-settings.tsx'
import '../core/ui/blueprint.css'
import './shell.css'

/**
 * Loaded with its charts and its map, which other pages load when they show them. Retried until it succeeds, because
 * nobody can reload a wall display (rule MAP-UI-62).
 */
const WallScreen = lazy(() => untilLoaded(() => import('./wall/wall-screen.tsx'), console.warn))

/** The frame of every page of `/org`; the wall has none. */
export function OrgLayout() {
  const user = useSession()
  const { wallView } = useWall()
  const turn = useZoneTurn()
  // signed out: the page is being replaced, and no request may be sent in the meantime
  if (!user) return undefined
  return wallView === 'shown' ? (
    <Suspense>
      <WallScreen key={turn} />
    </Suspense>
  ) : (
    <SignedIn key={turn} />
  )
}

function SignedIn() {
  const screen = screenOf(useShownPath())
  useEffect(() => showScreenTitle(screen?.title), [screen])
  const losses = useProgramFeed()
  useLifecycleFeed(losses)
  usePaletteSources()
  useShellHotkeys()
  useTypeAhead()
  useWallKeys()
  useFreshSession()

  return (
    <BlueprintProvider>
      <div className="shell">
        <a className="skip-link" href="#content">
          Skip to the content
        </a>
        <Sidebar />
        <TopBar />
        <div className="shell-banners">
          <LostBanner />
          <TemporaryPasswordBanner />
        </div>
        <main id="content" className="shell-main" tabIndex={-1}>
          <LicenceGate>
            <Available>
              <Outlet key={losses} />
            </Available>
          </LicenceGate>
        </main>
        <StatusBar />
        <ModuleFeeds />
        <SidebarDrawer />
        <PaletteDialog />
        <HotkeyHelp />
        <WallSettingsDialog />
      </div>
    </BlueprintProvider>
  )
}

/**
 * The role, the licence and the remaining days of a demo may change during a session: this requests them once a visit,
 * and after a call was refused because of the licence.
 */
function useFreshSession(): void {
  const refusals = useLicenceRefusals()
  // after a failure the known values are good enough until the next visit
  const { data, refetch } = useEndpoint(whoAmI, {})
  useEffect(() => {
    if (data) renew(data.user)
  }, [data])
  useEffect(() => {
    if (refusals > 0) refetch()
  }, [refusals, refetch])
}

import './core/csp.ts'
import { createRouter, RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { appConfig } from './account/app-config.ts'
import { startErrorReports } from './core/error-reports/error-reports.ts'
import { followZone } from './core/format/follow-zone.ts'
import { followPreferences } from './core/preferences/preferences.ts'
import { followOtherTabs } from './core/session/session.ts'
import { applyTheme } from './core/preferences/theme.ts'
import { routeTree } from './route-tree.gen.ts'
import { ErrorScreen } from './shell/notices/error-screen.tsx'
import { NotFound } from './shell/notices/not-found.tsx'
import './shell/base.css'

const router = createRouter({
  routeTree,
  basepath: import.meta.env.BASE_URL,
  scrollRestoration: true,
  defaultPreload: 'intent',
  // all data is streamed or requested again: a preloaded answer is never fresh enough to keep
  defaultPreloadStaleTime: 0,
  defaultErrorComponent: ErrorScreen,
  defaultNotFoundComponent: NotFound,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

applyTheme()
followPreferences()
followOtherTabs()
followZone()

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
)

void appConfig()
  .then(({ sentry_dsn: dsn }) => startErrorReports(dsn))
  .catch(console.warn)

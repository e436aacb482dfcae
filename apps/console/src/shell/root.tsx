import { createRootRoute, Outlet } from '@tanstack/react-router'
import { CookieConsent } from '../account/cookies/cookie-consent.tsx'

export const Route = createRootRoute({ component: Root })

/** Nothing is common to the public pages and `/org` but the notice about cookies. */
function Root() {
  return (
    <>
      <Outlet />
      <CookieConsent />
    </>
  )
}

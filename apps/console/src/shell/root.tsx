import { createRootRoute, Outlet } from '@tanstack/react-router'
import { CookieConsent } from '../account/cookies/cookie-consent.tsx'

export const Route = createRootRoute({ component: Root })

/** The public pages and `/org` share only the notice about cookies. */
function Root() {
  return (
    <>
      <Outlet />
      <CookieConsent />
    </>
  )
}

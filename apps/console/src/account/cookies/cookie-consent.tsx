import { Link } from '@tanstack/react-router'
import { useLayoutEffect } from 'react'
import { setPreferences, usePreferences } from '../../core/preferences/preferences.ts'
import './cookies.css'

/**
 * States once what is kept in the browser. There is nothing to choose, since no more is kept than the product needs
 * (rule COOKIE-10).
 */
export function CookieConsent() {
  const { cookieAccepted } = usePreferences()
  // pages reserve room for it; `:root:has()` would be looked at again with every change of a page
  useLayoutEffect(() => {
    document.documentElement.toggleAttribute('data-cookies', !cookieAccepted)
  }, [cookieAccepted])
  if (cookieAccepted) return undefined
  return (
    <section className="cookies" aria-label="Cookies">
      <p>
        Only what is necessary is kept in this browser: a cookie against forged requests, your session and your
        preferences. <Link to="/privacy-policy">Privacy Policy</Link>
      </p>
      <button type="button" onClick={() => setPreferences({ cookieAccepted: true })}>
        Accept
      </button>
    </section>
  )
}

import { Link } from '@tanstack/react-router'
import { usePageTitle } from '../../core/page/page-title.ts'
import { supportEmail } from '../../core/product.ts'
import './notice.css'

/** Shown for any path without a screen. */
export function NotFound() {
  usePageTitle('Page not found')
  return (
    <div className="notice">
      <p className="notice-code">404</p>
      <h1>Page not found</h1>
      <p>There is no page at this address. It may have moved, or the link may be incomplete.</p>
      <p className="notice-links">
        <Link to="/org/lifecycle/dashboard">Go back home</Link>
        <a href={`mailto:${supportEmail}`}>Contact support</a>
      </p>
    </div>
  )
}

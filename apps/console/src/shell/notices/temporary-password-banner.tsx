import { KeyIcon } from '@blueprintjs/icons'
import { useSession } from '../../core/session/session.ts'
import { PathLink } from '../site-map/path-link.tsx'

/** Reminds users with a temporary password to set their own, until they have done it. */
export function TemporaryPasswordBanner() {
  const user = useSession()
  if (!user?.temporary_password) return null
  return (
    <section className="password-banner" aria-label="Temporary password">
      <KeyIcon size={14} />
      <span>You signed in with a temporary password.</span>
      <PathLink to="/org/lifecycle/reset-password">Change it.</PathLink>
    </section>
  )
}

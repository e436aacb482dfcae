import { KeyIcon } from '@blueprintjs/icons'
import { useSession } from '../../core/session/session.ts'
import { PathLink } from '../site-map/path-link.tsx'

/** Whoever has a password that we made up is asked to make one up themselves, until they did. */
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

import type { login, SessionUser } from '@carapace/shared/account/auth.contract'
import { useNavigate } from '@tanstack/react-router'
import type { z } from 'zod'
import { takeDestination } from '../../core/session/destination.ts'
import { homePath } from '../../core/session/home.ts'
import { keepTwoFactorToken, signIn } from '../../core/session/session.ts'

/**
 * Stores the signed-in user and opens the page that they asked for, else their first page (rule FORM-8). Going back
 * does not lead to the form again.
 */
export function useEnter(): (user: SessionUser) => Promise<void> {
  const navigate = useNavigate()
  return async (user) => {
    signIn(user)
    await navigate({ href: takeDestination() ?? homePath(), replace: true })
  }
}

/** The step after the right password, or a link's token: the workspace, or the second factor. */
export function useProceed(): (answer: z.output<typeof login.output>) => Promise<void> {
  const navigate = useNavigate()
  const enter = useEnter()
  return async ({ user, two_factor_token: token }) => {
    if (user !== null) return enter(user)
    if (token === null) throw new Error('The server neither signed in nor requested a second factor.')
    keepTwoFactorToken(token)
    await navigate({ to: '/verify-2fa' })
  }
}

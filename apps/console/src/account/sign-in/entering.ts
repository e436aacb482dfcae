import type { login, SessionUser } from '@carapace/shared/account/auth.contract'
import { useNavigate } from '@tanstack/react-router'
import type { z } from 'zod'
import { keepTwoFactorToken, signIn } from '../../core/session/session.ts'

/** The first page after every sign-in: never an address that came from outside (rule FORM-8). */
export const arrival = '/org/lifecycle/dashboard'

/** Stores the signed-in user and opens the workspace; going back does not lead to the form again. */
export function useEnter(): (user: SessionUser) => Promise<void> {
  const navigate = useNavigate()
  return async (user) => {
    signIn(user)
    await navigate({ to: arrival, replace: true })
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

import { logout } from '@carapace/shared/account/auth.contract'
import { call } from '../core/call/call.ts'
import { signOut } from '../core/session/session.ts'

/** Ends the session: tells the server, and leaves whether or not it heard. */
export async function leave(): Promise<void> {
  await call(logout, {}).catch(() => undefined)
  signOut()
}

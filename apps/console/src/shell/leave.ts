import { logout } from '@carapace/shared/account/auth.contract'
import { call } from '../core/call/call.ts'
import { signOut } from '../core/session/session.ts'

/** Ends the session: notifies the server, and signs out even if the server did not answer. */
export async function leave(): Promise<void> {
  await call(logout, {}).catch(() => undefined)
  signOut()
}

import type { SessionUser } from '@carapace/shared/account/auth.contract'
import type { Home } from '../preferences/preferences.ts'
import { preferences } from '../preferences/preferences.ts'
import { session } from './session.ts'

const pages: Readonly<Record<Home, string>> = {
  engineering: '/org/lifecycle/dashboard',
  operations: '/org/msoc/dashboard',
}

/** The user's first page: the chosen one, else the one of their role and licence (rule SESSION-6). */
export function homeOf(user: Pick<SessionUser, 'role' | 'organization'>, chosen: Home | undefined): Home {
  const { modules } = user.organization.license
  if (!modules.includes('MSOC')) return 'engineering'
  if (!modules.includes('LIFECYCLE_CONCEPT_PHASE')) return 'operations'
  return chosen ?? (user.role === 'ANALYST' ? 'operations' : 'engineering')
}

/** The path of the signed-in user's first page. */
export function homePath(): string {
  const { user } = session.getState()
  return pages[user ? homeOf(user, preferences.getState().home) : 'engineering']
}

import type { SessionUser } from '@carapace/shared/account/auth.contract'
import { expect, test, vi } from 'vitest'

vi.stubGlobal('localStorage', { getItem: () => null })
const { homeOf } = await import('./home.ts')

type Modules = SessionUser['organization']['license']['modules']

const both: Modules = ['MSOC', 'LIFECYCLE_CONCEPT_PHASE']
const userWith = (role: SessionUser['role'], modules: Modules) => ({
  role,
  organization: {
    name: 'N',
    is_demo_mode: false,
    license: { days_left: 9, is_active: true, is_expired: false, modules },
  },
})

test.for([
  { role: 'ANALYST', modules: both, chosen: undefined, home: 'operations' },
  { role: 'ENGINEER', modules: both, chosen: undefined, home: 'engineering' },
  { role: 'ADMIN', modules: both, chosen: undefined, home: 'engineering' },
  { role: 'VIEWER', modules: both, chosen: undefined, home: 'engineering' },
  { role: 'VIEWER', modules: both, chosen: 'operations', home: 'operations' },
  { role: 'ANALYST', modules: both, chosen: 'engineering', home: 'engineering' },
  { role: 'ADMIN', modules: ['MSOC'], chosen: undefined, home: 'operations' },
  { role: 'ANALYST', modules: ['LIFECYCLE_CONCEPT_PHASE'], chosen: 'operations', home: 'engineering' },
] as const)(
  '[SESSION-6] $role with $modules and the choice $chosen begins in $home',
  ({ role, modules, chosen, home }) => {
    expect(homeOf(userWith(role, [...modules]), chosen)).toBe(home)
  },
)

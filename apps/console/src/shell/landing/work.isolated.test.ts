import type { SessionUser } from '@carapace/shared/account/auth.contract'
import { licences } from '@carapace/shared/modules'
import { expect, test, vi } from 'vitest'

vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined })
await import('../install-modules.tsx')
const { workOf } = await import('../../core/landing/work.ts')

const names = (modules: SessionUser['organization']['license']['modules']) => {
  const license = { is_active: true, is_expired: false, modules } as SessionUser['organization']['license']
  return workOf({ organization: { license } as SessionUser['organization'] }).map(({ name }) => name)
}

test('[LANDING-2] all kinds of pending work have a fixed order', () => {
  expect(names([...licences])).toEqual([
    'your password',
    'approvals',
    'unassigned alerts',
    'your alerts',
    'your cases',
    'your second factor',
    'invitations',
  ])
})

test('[LANDING-4] work outside the licence is not requested', () => {
  expect(names([])).toEqual(['your password', 'your second factor', 'invitations'])
})

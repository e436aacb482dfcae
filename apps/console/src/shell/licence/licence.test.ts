import type { Licence } from '@carapace/shared/modules'
import { expect, test } from 'vitest'
import { refusalOf } from './licence.ts'
import { screenAt, screens } from '../site-map/site-map.ts'

function organization(license: { is_active?: boolean; is_expired?: boolean; modules?: Licence[] }) {
  return {
    name: 'Nordhaven',
    is_demo_mode: false,
    license: { days_left: 9, is_active: true, is_expired: false, modules: ['MSOC' as const], ...license },
  }
}

const map = screenAt('/org/msoc/dashboard/live-map')
const plans = screenAt('/org/lifecycle/pricing')
const own = screenAt('/org/lifecycle/reset-password')

test('a valid licence allows all pages of its modules', () => {
  expect(refusalOf(organization({}), map)).toBeUndefined()
})

test("[LICENCE-4] an inactive licence allows only the plans and the user's own settings", () => {
  const inactive = organization({ is_active: false })
  for (const screen of [map, screenAt('/org/lifecycle/dashboard'), undefined])
    expect(refusalOf(inactive, screen)).toEqual({
      message: 'Not allowed to access the Workspace app',
      action: undefined,
    })
  expect([plans, own].map((screen) => refusalOf(inactive, screen))).toEqual([undefined, undefined])
})

test('[LICENCE-5] an expired licence offers a renewal on the page of the plans', () => {
  const expired = organization({ is_expired: true })
  expect(refusalOf(expired, map)).toEqual({
    message: 'License Expired - Your Workspace app license expired',
    action: 'Renew',
  })
  expect(refusalOf(expired, plans)).toBeUndefined()
})

test('[LICENCE-6] a module that the licence does not include is named', () => {
  expect(refusalOf(organization({ modules: [] }), map)).toEqual({
    message: "It seems your account doesn't have permission to access the MSOC",
    action: 'Contact Sales',
  })
})

test('[LICENCE-6] supply chain, notifications, settings and the dashboard need none', () => {
  const bare = organization({ modules: [] })
  const shown = screens
    .filter(({ path }) => path.startsWith('/org'))
    .filter((screen) => refusalOf(bare, screen) === undefined)
  expect([...new Set(shown.map(({ module }) => module))].sort()).toEqual([
    'account',
    'lifecycle',
    'notifications',
    'settings',
    'supply-chain',
  ])
  expect(shown.filter(({ module }) => module === 'lifecycle').map(({ path }) => path)).toEqual([
    '/org',
    '/org/lifecycle/dashboard',
  ])
})

import { expect, test } from 'vitest'
import { demoBadge, demoBadgeOf, demoLink } from './demo-badge.ts'

test.for([
  [-5_000, 'expired', 'Demo expired'],
  [-1, 'expired', 'Demo expired'],
  [0, 'expired', 'Demo expired'],
  [1, 'danger', 'Demo expires in 1 day'],
  [3, 'danger', 'Demo expires in 3 days'],
  [4, 'warn', 'Demo expires in 4 days'],
  [7, 'warn', 'Demo expires in 7 days'],
  [8, 'info', 'Demo expires in 8 days'],
  [365, 'info', 'Demo expires in 365 days'],
  [Number.NaN, 'expired', 'Demo expired'],
] as const)('[LICENCE-1] [LICENCE-3] %d days left is %s: %s', ([days, level, text]) => {
  expect(demoBadge(days)).toMatchObject({ level, text })
})

test('[LICENCE-2] a number of days that is not valid counts as none', () => {
  expect([Number.NaN, Number.POSITIVE_INFINITY, -5_000].map((days) => demoBadge(days).level)).toEqual([
    'expired',
    'expired',
    'expired',
  ])
})

test('[LICENCE-3] no badge outside demo mode', () => {
  const license = { days_left: 12, is_active: true, is_expired: false, modules: [] }
  expect(demoBadgeOf({ name: 'N', is_demo_mode: false, license })).toBeUndefined()
  expect(demoBadgeOf({ name: 'N', is_demo_mode: true, license })?.tone).toBe('blue')
})

test('[LICENCE-3] the badge links to the plans, and from there to the dashboard', () => {
  expect(['/org/msoc/dashboard', '/org/lifecycle/pricing', '/org/lifecycle/pricing/'].map(demoLink)).toEqual([
    '/org/lifecycle/pricing',
    '/org/lifecycle/dashboard',
    '/org/lifecycle/dashboard',
  ])
})

import type { Invitation } from '@carapace/shared/account/team.contract'
import type { Alert } from '@carapace/shared/msoc/alerts/alerts.contract'
import type { Case } from '@carapace/shared/msoc/cases/cases.contract'
import { roles } from '@carapace/shared/modules'
import { expect, test } from 'vitest'
import { waitingFor } from './waiting.ts'

const now = Date.parse('2026-03-01T12:00:00Z')
const settled = { role: 'ADMIN', two_factor: true, temporary_password: false } as const
const alert = { uuid: 'a' } as Alert
const one = { uuid: 'c' } as Case
const invitation = (hours: number, expired = false) =>
  ({ expires_at: new Date(now + hours * 3_600_000).toISOString(), expired }) as Invitation

test('[LANDING-2] all kinds of pending work have a fixed order', () => {
  const all = waitingFor(
    {
      user: { role: 'ADMIN', two_factor: false, temporary_password: true },
      alerts: { alerts: [alert], total: 3 },
      unassigned: { total: 2 },
      cases: { cases: [one], total: 2 },
      invitations: [invitation(-1, true), invitation(5), invitation(30)],
    },
    now,
  )
  expect(all).toEqual([
    { kind: 'password' },
    { kind: 'unassigned', count: 2 },
    { kind: 'alert', alert },
    { kind: 'more-alerts', count: 2 },
    { kind: 'case', case: one },
    { kind: 'more-cases', count: 1 },
    { kind: 'two-factor' },
    { kind: 'invitations', expired: 1, expiring: 1 },
  ])
})

test('[LANDING-2] a user without pending work has no items', () => {
  expect(
    waitingFor(
      {
        user: settled,
        alerts: { alerts: [], total: 0 },
        unassigned: { total: 0 },
        cases: { cases: [], total: 0 },
        invitations: [invitation(25)],
      },
      now,
    ),
  ).toEqual([])
  expect(waitingFor({ user: settled }, now)).toEqual([])
})

test('[LANDING-2] unassigned alerts are for users who may work on them, invitations for administrators', () => {
  const kinds = roles.map((role) => [
    role,
    waitingFor({ user: { ...settled, role }, unassigned: { total: 1 }, invitations: [invitation(-1)] }, now).map(
      ({ kind }) => kind,
    ),
  ])
  expect(kinds).toEqual([
    ['ADMIN', ['unassigned', 'invitations']],
    ['ANALYST', ['unassigned']],
    ['ENGINEER', []],
    ['VIEWER', []],
  ])
})

test('[LANDING-2] an invitation that expired after it was loaded counts as expired', () => {
  expect(waitingFor({ user: settled, invitations: [invitation(-0.1), invitation(24)] }, now)).toEqual([
    { kind: 'invitations', expired: 1, expiring: 1 },
  ])
})

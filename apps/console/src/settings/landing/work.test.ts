import type { Invitation } from '@carapace/shared/account/team.contract'
import { expect, test, vi } from 'vitest'

vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined })
const { findInvitations, invitationWork, passwordWork, twoFactorWork } = await import('./work.tsx')

const now = Date.parse('2026-03-01T12:00:00Z')
const invitation = (hours: number, expired = false) =>
  ({ expires_at: new Date(now + hours * 3_600_000).toISOString(), expired }) as Invitation
const titles = (items: readonly { readonly title: string }[]) => items.map(({ title }) => title)

test('[LANDING-2] a temporary password and a missing second factor are pending work', () => {
  expect(titles(passwordWork({ temporary_password: true }))).toEqual(['Your password is temporary'])
  expect(titles(twoFactorWork({ two_factor: false }))).toEqual(['Two-factor verification is off'])
  expect([...passwordWork({ temporary_password: false }), ...twoFactorWork({ two_factor: true })]).toEqual([])
})

test('[LANDING-2] one line counts the invitations that have expired and those that will within a day', () => {
  expect(titles(invitationWork([invitation(-1, true), invitation(5), invitation(30)], now))).toEqual([
    '1 invitation has expired, 1 invitation expires within a day',
  ])
  expect(titles(invitationWork([invitation(-0.1), invitation(24)], now))).toEqual([
    '1 invitation has expired, 1 invitation expires within a day',
  ])
  expect(invitationWork([invitation(25)], now)).toEqual([])
})

test('[LANDING-2] only administrators are asked about invitations: for others nothing is requested', async () => {
  const { signal } = new AbortController()
  for (const role of ['ANALYST', 'ENGINEER', 'VIEWER'] as const)
    expect(await findInvitations({ role }, signal)).toEqual([])
})

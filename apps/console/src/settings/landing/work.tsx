import { EnvelopeIcon, KeyIcon, MobilePhoneIcon } from '@blueprintjs/icons'
import type { SessionUser } from '@carapace/shared/account/auth.contract'
import { getTeam, type Invitation } from '@carapace/shared/account/team.contract'
import { linkOptions } from '@tanstack/react-router'
import { call } from '../../core/call/call.ts'
import { number } from '../../core/format/format.ts'
import type { WorkItem } from '../../core/landing/work.ts'

const dayMs = 86_400_000

/** A temporary password. */
export function passwordWork({ temporary_password: isTemporary }: Pick<SessionUser, 'temporary_password'>): WorkItem[] {
  if (!isTemporary) return []
  return [
    {
      key: 'password',
      link: linkOptions({ to: '/org/lifecycle/reset-password' }),
      icon: <KeyIcon size={14} />,
      title: 'Your password is temporary',
      action: 'Choose your own',
      isUrgent: true,
    },
  ]
}

/** The second factor, while it is off. */
export function twoFactorWork({ two_factor: isOn }: Pick<SessionUser, 'two_factor'>): WorkItem[] {
  if (isOn) return []
  return [
    {
      key: 'two-factor',
      link: linkOptions({ to: '/org/lifecycle/enable-2fa-code' }),
      icon: <MobilePhoneIcon size={14} />,
      title: 'Two-factor verification is off',
      action: 'Switch it on',
    },
  ]
}

/** The invitations that have expired or will within a day, for administrators; the others may not read them. */
export async function findInvitations({ role }: Pick<SessionUser, 'role'>, signal: AbortSignal): Promise<WorkItem[]> {
  if (role !== 'ADMIN') return []
  return invitationWork((await call(getTeam, {}, { signal })).invitations, Date.now())
}

/** The line for the invitations that have expired or will within a day of `now`, epoch ms. */
export function invitationWork(invitations: readonly Invitation[], now: number): WorkItem[] {
  const expired = invitations.filter((each) => each.expired || Date.parse(each.expires_at) <= now).length
  const expiring = invitations.filter((each) => Date.parse(each.expires_at) <= now + dayMs).length - expired
  if (expired + expiring === 0) return []
  const link = linkOptions({ to: '/org/lifecycle/invite-team-member' })
  const title = [
    ...(expired > 0 ? [some(expired, 'invitation has expired', 'invitations have expired')] : []),
    ...(expiring > 0 ? [`${some(expiring, 'invitation expires', 'invitations expire')} within a day`] : []),
  ].join(', ')
  return [{ key: 'invitations', link, icon: <EnvelopeIcon size={14} />, title, action: 'See them' }]
}

const some = (count: number, one: string, many: string) => `${number(count)} ${count === 1 ? one : many}`

import type { SessionUser } from '@carapace/shared/account/auth.contract'
import type { Invitation } from '@carapace/shared/account/team.contract'
import type { Alert } from '@carapace/shared/msoc/alerts/alerts.contract'
import type { Case } from '@carapace/shared/msoc/cases/cases.contract'
import { may } from '@carapace/shared/permissions'

/** The loaded data for a user's pending work; an undefined part is not loaded, or not for this user. */
interface Known {
  readonly user: Pick<SessionUser, 'role' | 'two_factor' | 'temporary_password'>
  readonly alerts?: { readonly alerts: readonly Alert[]; readonly total: number } | undefined
  readonly unassigned?: { readonly total: number } | undefined
  readonly cases?: { readonly cases: readonly Case[]; readonly total: number } | undefined
  readonly invitations?: readonly Invitation[] | undefined
}

/** One item of pending work. */
export type Waiting =
  | { readonly kind: 'password' | 'two-factor' }
  | { readonly kind: 'unassigned' | 'more-alerts' | 'more-cases'; readonly count: number }
  | { readonly kind: 'alert'; readonly alert: Alert }
  | { readonly kind: 'case'; readonly case: Case }
  | { readonly kind: 'invitations'; readonly expired: number; readonly expiring: number }

const dayMs = 86_400_000

/** A user's pending work, the most urgent first (rule LANDING-2). */
export function waitingFor({ user, alerts, unassigned, cases, invitations }: Known, now: number): Waiting[] {
  return [
    ...(user.temporary_password ? [{ kind: 'password' as const }] : []),
    ...(unassigned && may(user.role, 'alerts.work') ? counted('unassigned', unassigned.total) : []),
    ...(alerts?.alerts.map((alert) => ({ kind: 'alert' as const, alert })) ?? []),
    ...(alerts ? counted('more-alerts', alerts.total - alerts.alerts.length) : []),
    ...(cases?.cases.map((each) => ({ kind: 'case' as const, case: each })) ?? []),
    ...(cases ? counted('more-cases', cases.total - cases.cases.length) : []),
    ...(user.two_factor ? [] : [{ kind: 'two-factor' as const }]),
    ...(user.role === 'ADMIN' ? ending(invitations ?? [], now) : []),
  ]
}

function counted(kind: 'unassigned' | 'more-alerts' | 'more-cases', count: number): Waiting[] {
  return count > 0 ? [{ kind, count }] : []
}

function ending(invitations: readonly Invitation[], now: number): Waiting[] {
  const expired = invitations.filter((each) => each.expired || Date.parse(each.expires_at) <= now).length
  const expiring = invitations.filter((each) => Date.parse(each.expires_at) <= now + dayMs).length - expired
  return expired + expiring > 0 ? [{ kind: 'invitations', expired, expiring }] : []
}

import type { Organization } from '@carapace/shared/account/auth.contract'
import type { Tone } from '../../core/ui/status-tone.ts'
import { withoutSlash } from '../site-map/site-map.ts'

interface DemoBadge {
  readonly level: 'expired' | 'danger' | 'warn' | 'info'
  readonly tone: Tone
  readonly text: string
}

const tones = { expired: 'red', danger: 'red', warn: 'yellow', info: 'blue' } as const

/**
 * The remaining time of a demo, and its urgency (rules LICENCE-1 to LICENCE-3): the specification's thresholds are 3
 * and 7 days.
 */
export function demoBadge(daysLeft: number): DemoBadge {
  const days = Number.isFinite(daysLeft) ? Math.max(-999, Math.trunc(daysLeft)) : 0
  const level = levelOf(days)
  const text = level === 'expired' ? 'Demo expired' : `Demo expires in ${days} ${days === 1 ? 'day' : 'days'}`
  return { level, tone: tones[level], text }
}

function levelOf(days: number): DemoBadge['level'] {
  if (days <= 0) return 'expired'
  if (days <= 3) return 'danger'
  return days <= 7 ? 'warn' : 'info'
}

const plans = '/org/lifecycle/pricing'

/** The target of the badge: the plans, or from there the dashboard. */
export function demoLink(path: string): string {
  return withoutSlash(path) === plans ? '/org/lifecycle/dashboard' : plans
}

/** The badge of an organisation in demo mode; the others have none. */
export function demoBadgeOf({ is_demo_mode, license }: Organization): DemoBadge | undefined {
  return is_demo_mode ? demoBadge(license.days_left) : undefined
}

import type { Phase } from '@carapace/shared/graph/programs/phases'
import { linkOptions } from '@tanstack/react-router'
import { usualRange } from '../../core/time/range.ts'
import type { AlertSearch } from '../../msoc/alert-management/search.ts'
import { CasesSearch } from '../../msoc/cases/search.ts'
import { alertsNow } from '../../msoc/dashboard/links.ts'

/** The targets of the figures and rows of the landing dashboard (rule LANDING-1). */

export const programsAll = linkOptions({ to: '/org/lifecycle/programs' })
export const programsIn = (phase: Phase) => linkOptions({ to: '/org/lifecycle/programs', search: { phase } })
export const programAt = (uuid: string) => linkOptions({ to: '/org/lifecycle/program', search: { programId: uuid } })

export const openAlerts = (search: Partial<AlertSearch> = {}) => alertsNow(usualRange, search)
export const alertAt = (uuid: string) =>
  linkOptions({ to: '/org/msoc/dashboard/alert-management/general', search: { alert: uuid } as never })
export const myCases = linkOptions({
  to: '/org/msoc/dashboard/case-management',
  search: CasesSearch.parse({ stage: 'NEW,IN_PROGRESS', owner: 'me' }),
})

export const password = linkOptions({ to: '/org/lifecycle/reset-password' })
export const twoFactor = linkOptions({ to: '/org/lifecycle/enable-2fa-code' })
export const team = linkOptions({ to: '/org/lifecycle/invite-team-member' })
export const securityLog = linkOptions({ to: '/org/lifecycle/settings', search: { tab: 'security-log' } as never })
export const plans = linkOptions({ to: '/org/lifecycle/pricing' })

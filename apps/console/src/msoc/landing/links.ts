import { linkOptions } from '@tanstack/react-router'
import { usualRange } from '../../core/time/range.ts'
import type { AlertSearch } from '../alert-management/search.ts'
import { CasesSearch } from '../cases/search.ts'
import { alertsNow } from '../dashboard/links.ts'

/** The targets of the figures and rows of the landing panels of the operations (rule LANDING-1). */

export const openAlerts = (search: Partial<AlertSearch> = {}) => alertsNow(usualRange, search)
export const alertAt = (uuid: string) =>
  linkOptions({ to: '/org/msoc/dashboard/alert-management/general', search: { alert: uuid } as never })
export const myCases = linkOptions({
  to: '/org/msoc/dashboard/case-management',
  search: CasesSearch.parse({ stage: 'NEW,IN_PROGRESS', owner: 'me' }),
})

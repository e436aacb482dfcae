import { alertStatuses } from '@carapace/shared/msoc/alerts/alerts'
import type { Health } from '@carapace/shared/msoc/severity'
import { linkOptions } from '@tanstack/react-router'
import { liveAgain, type TimeRange, windowAt, wordOf } from '../../core/time/range.ts'
import { AlertSearch } from '../alert-management/search.ts'
import { CasesSearch } from '../cases/search.ts'
import { LiveMapSearch } from '../live-map/live-map-search.ts'
import { VehiclePageSearch } from '../vehicle/search.ts'
import { VehicleSearch } from '../vehicles/search.ts'

/** The link of a figure: the list that it counts, with the same filters (rule DASHBOARD-UI-2). */

const alertsWhere = (search: Partial<AlertSearch>) =>
  linkOptions({ to: '/org/msoc/dashboard/alert-management', search: AlertSearch.parse(search) })

/** The open alerts, regardless of when they were raised: only a fixed window would leave some of them out. */
export const alertsNow = (range: TimeRange, search: Partial<AlertSearch> = {}) =>
  alertsWhere({ ...search, time: wordOf(liveAgain(range)) })

/** The alerts raised in the window, by default of any status: the list has the same window as the figure. */
export function alertsRaised(range: TimeRange, search: Partial<AlertSearch> = {}) {
  const { from, to } = windowAt(range, wholeMinute())
  return alertsWhere({ status: alertStatuses.join(','), ...search, time: wordOf({ mode: 'fixed', from, to }) })
}

/** The end of the current minute: the address does not change within it, and contains no seconds. */
const wholeMinute = () => Math.ceil(Date.now() / 60_000) * 60_000

export const vehiclesWhere = (...health: Health[]) =>
  linkOptions({
    to: '/org/msoc/dashboard/projects',
    search: VehicleSearch.parse(health.length === 0 ? {} : { health: health.join(',') }),
  })

export const vehicleAt = (vin: string) =>
  linkOptions({
    to: '/org/msoc/dashboard/projects/vehicle/$tab',
    params: { tab: 'info' },
    search: VehiclePageSearch.parse({ vehicle: vin }),
  })

/** The cases that are not closed. */
export const casesOpen = linkOptions({
  to: '/org/msoc/dashboard/case-management',
  search: CasesSearch.parse({ stage: 'NEW,IN_PROGRESS' }),
})

export const caseAt = (uuid: string) =>
  linkOptions({ to: '/org/msoc/dashboard/case-management/general', search: { case: uuid } })

export const mapWhere = (health?: Health) =>
  linkOptions({ to: '/org/msoc/dashboard/live-map', search: LiveMapSearch.parse({ health }) })

export const ingestStatus = linkOptions({ to: '/org/msoc/dashboard/jobs/$tab', params: { tab: 'ingest' } })

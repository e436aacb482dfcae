import { alertStatuses } from '@carapace/shared/msoc/alerts'
import type { Health } from '@carapace/shared/msoc/severity'
import { linkOptions } from '@tanstack/react-router'
import { AlertSearch } from '../alert-management/search.ts'
import { CasesSearch } from '../cases/search.ts'
import { LiveMapSearch } from '../live-map/live-map-search.ts'
import { VehiclePageSearch } from '../vehicle/search.ts'
import { VehicleSearch } from '../vehicles/search.ts'

/** Where a figure leads: the list that it counts, with the filters that make it so (rule DB2). */

export const alertsWhere = (search: Partial<AlertSearch>) => linkOptions({ to: '/org/msoc/dashboard/alert-management', search: AlertSearch.parse(search) })

/** Of any status: the list shows the open ones unless told. */
export const everyStatus = alertStatuses.join(',')

export const vehiclesWhere = (...health: Health[]) =>
  linkOptions({ to: '/org/msoc/dashboard/projects', search: VehicleSearch.parse(health.length === 0 ? {} : { health: health.join(',') }) })

export const vehicleAt = (vin: string) =>
  linkOptions({ to: '/org/msoc/dashboard/projects/vehicle/$tab', params: { tab: 'info' }, search: VehiclePageSearch.parse({ vehicle: vin }) })

/** Those that are not closed. */
export const casesOpen = linkOptions({ to: '/org/msoc/dashboard/case-management', search: CasesSearch.parse({ stage: 'NEW,IN_PROGRESS' }) })

export const caseAt = (uuid: string) => linkOptions({ to: '/org/msoc/dashboard/case-management/general', search: { case: uuid } })

export const mapWhere = (health?: Health) => linkOptions({ to: '/org/msoc/dashboard/live-map', search: LiveMapSearch.parse({ health }) })

export const ingestStatus = linkOptions({ to: '/org/msoc/dashboard/jobs/$tab', params: { tab: 'ingest' } })

import { alertStatuses } from '@carapace/shared/msoc/alerts'
import type { Health } from '@carapace/shared/msoc/severity'
import { linkOptions } from '@tanstack/react-router'
import type { AlertSearch } from '../alert-management/search.ts'

/** Where a figure leads: the list that it counts, with the filters that make it so (rule DB2). */

export const alertsWhere = (search: Partial<AlertSearch>) => linkOptions({ to: '/org/msoc/dashboard/alert-management', search: search as AlertSearch })

/** Of any status: the list shows the open ones unless told. */
export const everyStatus = alertStatuses.join(',')

export const vehiclesWhere = (...health: Health[]) =>
  linkOptions({ to: '/org/msoc/dashboard/projects', search: (health.length === 0 ? {} : { health: health.join(',') }) as never })

export const vehicleAt = (uuid: string) => linkOptions({ to: '/org/msoc/dashboard/projects/vehicle/$tab', params: { tab: 'info' }, search: { uuid } as never })

export const casesAll = linkOptions({ to: '/org/msoc/dashboard/case-management' })

export const caseAt = (uuid: string) => linkOptions({ to: '/org/msoc/dashboard/case-management/general', search: { uuid } as never })

export const mapAll = linkOptions({ to: '/org/msoc/dashboard/live-map' })

export const mapWhere = (health: Health) => linkOptions({ to: '/org/msoc/dashboard/live-map', search: { health } as never })

export const ingestStatus = linkOptions({ to: '/org/msoc/dashboard/jobs/$tab', params: { tab: 'ingest' } })

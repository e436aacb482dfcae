import { BriefcaseIcon, DriveTimeIcon, PolygonFilterIcon } from '@blueprintjs/icons'
import { listAlerts } from '@carapace/shared/msoc/alerts/alerts.contract'
import { listCases } from '@carapace/shared/msoc/cases/cases.contract'
import { listRules } from '@carapace/shared/msoc/rules/rules.contract'
import { listGeofences, listVehicles } from '@carapace/shared/msoc/vehicles/vehicles.contract'
import { call } from '../core/call/call.ts'
import { sentenceCase } from '../core/format/format.ts'
import type { FinderSource } from '../core/install/module-install.ts'
import { matches } from '../core/palette/palette.ts'
import { SeverityGlyph } from '../core/ui/severity-glyph.tsx'
import { placeOfArea } from './live-map/geofences/area-place.ts'

type Find = FinderSource['find']

export const vehicles: Find = async (words, { limit, signal }) => {
  const answer = await call(listVehicles, { q: words, limit }, { signal })
  return answer.vehicles.map(({ uuid, vin, name, model }) => ({
    id: uuid,
    kind: 'Vehicles',
    title: vin,
    mono: true,
    detail: name || model,
    icon: <DriveTimeIcon />,
    place: { to: '/org/msoc/dashboard/projects/vehicle/info', search: { vehicle: vin } },
  }))
}

export const alerts: Find = async (words, { limit, signal }) => {
  const answer = await call(listAlerts, { q: words, suppressed: 'any', limit }, { signal })
  return answer.alerts.map(({ uuid, number, title, severity, vehicle }) => ({
    id: uuid,
    kind: 'Alerts',
    title,
    // a fleet has many alerts with the same title
    detail: vehicle === null ? `ALR-${number}` : `${vehicle.vin} · ALR-${number}`,
    icon: <SeverityGlyph severity={severity} label={severity} />,
    place: { to: '/org/msoc/dashboard/alert-management', search: { alert: uuid } },
  }))
}

export const cases: Find = async (words, { limit, signal }) => {
  const answer = await call(listCases, { q: words, limit }, { signal })
  return answer.cases.map(({ uuid, number, title, stage }) => ({
    id: uuid,
    kind: 'Cases',
    title,
    detail: `CAS-${number} · ${sentenceCase(stage)}`,
    icon: <BriefcaseIcon />,
    place: { to: '/org/msoc/dashboard/case-management/general', search: { case: uuid } },
  }))
}

export const rules: Find = async (words, { limit, signal }) => {
  const answer = await call(listRules, { q: words, limit }, { signal })
  return answer.rules.map(({ uuid, title, state, severity }) => ({
    id: uuid,
    kind: 'Rules',
    title,
    detail: sentenceCase(state),
    icon: <SeverityGlyph severity={severity} label={severity} />,
    place: { to: '/org/msoc/dashboard/rules/create', search: { rule: uuid } },
  }))
}

/** Finds geofences. They are few: all are read, and their names are searched. */
export const geofences: Find = async (words, { limit, signal }) => {
  const answer = await call(listGeofences, {}, { signal })
  return answer.geofences
    .filter(({ name }) => matches(words, name, 'geofence'))
    .slice(0, limit)
    .map(({ uuid, name, active, polygon }) => ({
      id: uuid,
      kind: 'Geofences',
      title: name,
      ...(!active && { detail: 'switched off' }),
      icon: <PolygonFilterIcon />,
      place: placeOfArea(polygon),
    }))
}

import type { Alert } from '@carapace/shared/msoc/alerts/alerts.contract'

import type { Installation, Organisation } from './installation.ts'

/** An IDS event that raises an alert; one from another sensor is another alert. */
export const idsEvent = (vehicle: string, fields: object = {}) => ({
  type: 'ids.can',
  vehicle,
  ts: Date.now(),
  event_id: 0x8001,
  ...fields,
})

export const position = (vehicle: string, lat: number, lon: number, fields: object = {}) => ({
  type: 'position',
  vehicle,
  ts: Date.now(),
  lat,
  lon,
  ...fields,
})

/** The organisation's alerts that match a filter, the latest first. */
export async function alertsOf(
  site: Installation,
  { members }: Organisation,
  filter: Record<string, string> = {},
): Promise<Alert[]> {
  const { status, body, text } = await site.get(members.ADMIN.token, 'msoc/v1/alerts', { limit: 500, ...filter })
  if (status !== 200) throw new Error(`the alerts were answered with ${status}: ${text}`)
  return body.alerts
}

/** The only alert that matches; fails if there are others, or none. */
export async function theAlert(
  site: Installation,
  organisation: Organisation,
  filter: Record<string, string> = {},
): Promise<Alert> {
  const [alert, ...others] = await alertsOf(site, organisation, filter)
  if (!alert || others.length > 0)
    throw new Error(`${others.length + (alert ? 1 : 0)} alerts pass ${JSON.stringify(filter)}`)
  return alert
}

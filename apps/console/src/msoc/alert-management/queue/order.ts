import type { AlertOrder } from '@carapace/shared/msoc/alerts/alerts'
import type { Alert } from '@carapace/shared/msoc/alerts/alerts.contract'
import { rankOf } from '@carapace/shared/msoc/severity'

/** The position of an alert in the list: by its first number, then by its second. The highest is on top. */
export type Place = readonly [number, number]

const seenAt = (alert: Alert) => Date.parse(alert.last_seen)

const places: Readonly<Record<AlertOrder, (alert: Alert) => Place>> = {
  newest: (alert) => [seenAt(alert), 0],
  oldest: (alert) => [-Date.parse(alert.first_seen), 0],
  risk: (alert) => [alert.risk, seenAt(alert)],
  severity: (alert) => [rankOf(alert.severity), seenAt(alert)],
  count: (alert) => [alert.count, seenAt(alert)],
}

/** An alert's position under an order (rule QUEUE-62). */
export function placeIn(order: AlertOrder, alert: Alert): Place {
  return places[order](alert)
}

/** Compares positions for `sort`: negative if the first position is higher. */
export function byPlace([a, a2]: Place, [b, b2]: Place): number {
  return b - a || b2 - a2
}

export const orderTexts: Readonly<Record<AlertOrder, string>> = {
  newest: 'Newest',
  oldest: 'Oldest',
  risk: 'Highest risk',
  severity: 'Most severe',
  count: 'Most repeated',
}

import type { Alert } from '@carapace/shared/msoc/alerts/alerts.contract'
import { type Health, healthOf, type Severity, worse } from '@carapace/shared/msoc/severity'

/** An alert on the slider. */
export interface ReplayMark {
  readonly alert: Alert
  readonly at: number
  /** Infinity while the alert is open. */
  readonly until: number
}

export function marksOf(alerts: readonly Alert[]): ReplayMark[] {
  return alerts
    .map((alert) => ({
      alert,
      at: Date.parse(alert.first_seen),
      until: alert.closed_at === null ? Infinity : Date.parse(alert.closed_at),
    }))
    .toSorted((a, b) => a.at - b.at)
}

interface ReplayStatus {
  readonly health: Exclude<Health, 'offline'>
  readonly open: number
  readonly worst: Alert | undefined
}

/** A vehicle's status at a time, from the alerts that were open then (rule MAP-UI-55). */
export function statusAt(marks: readonly ReplayMark[], time: number): ReplayStatus {
  let worst: Alert | undefined
  let severity: Severity | null = null
  let open = 0
  for (const { alert, at, until } of marks) {
    if (at > time || until <= time) continue
    open++
    if (severity !== null && worse(severity, alert.severity) === severity && severity !== alert.severity) continue
    severity = alert.severity
    worst = alert
  }
  return { health: healthOf(severity), open, worst }
}

/** The alerts raised between one time and a later one (rule MAP-UI-56). */
export function raisedBetween(marks: readonly ReplayMark[], from: number, to: number): ReplayMark[] {
  return marks.filter(({ at }) => at > from && at <= to)
}

import type { Alert } from '@carapace/shared/msoc/alerts/alerts.contract'
import type { Case } from '@carapace/shared/msoc/cases/cases.contract'
import { openStatuses } from '@carapace/shared/msoc/alerts/alerts'
import { type Severity, worse } from '@carapace/shared/msoc/severity'

/** A vehicle of a case, with a summary of its alerts. */
export interface Involved {
  readonly uuid: string
  readonly vin: string
  readonly name: string
  readonly model: string
  readonly alerts: number
  readonly open: number
  readonly worst: Severity
}

export const isOpen = ({ status }: Pick<Alert, 'status'>): boolean =>
  (openStatuses as readonly string[]).includes(status)

/** The vehicles of the alerts, those with the most open alerts first (rule CASE-UI-12). */
export function vehiclesOf(alerts: readonly Alert[]): Involved[] {
  const byVehicle = Map.groupBy(
    alerts.filter(({ vehicle }) => vehicle !== null),
    ({ vehicle }) => vehicle!.uuid,
  )
  return [...byVehicle.values()]
    .map(involved)
    .sort((a, b) => b.open - a.open || b.alerts - a.alerts || a.vin.localeCompare(b.vin))
}

function involved(alerts: readonly Alert[]): Involved {
  const { uuid, vin, name, model } = alerts[0]!.vehicle!
  return {
    uuid,
    vin,
    name,
    model,
    alerts: alerts.length,
    open: alerts.filter(isOpen).length,
    worst: alerts.map(({ severity }) => severity).reduce(worse),
  }
}

interface Times {
  /** From the opening until now or until the closing, ms. */
  readonly openMs: number
  /** From the first of its alerts to the opening of the case, ms; undefined without alerts. */
  readonly leadMs: number | undefined
}

/** How long the case has been or was open, and the delay until its opening (rule CASE-UI-13). `now` in epoch ms. */
export function timesOf(
  { created_at, closed_at }: Pick<Case, 'created_at' | 'closed_at'>,
  alerts: readonly Pick<Alert, 'first_seen'>[],
  now: number,
): Times {
  const opened = Date.parse(created_at)
  const first = Math.min(...alerts.map(({ first_seen }) => Date.parse(first_seen)))
  return {
    openMs: Math.max(0, (closed_at === null ? now : Date.parse(closed_at)) - opened),
    leadMs: Number.isFinite(first) ? Math.max(0, opened - first) : undefined,
  }
}

/**
 * A duration in its two largest units, as the wall and the reports show times to close: `3 d 07 h`, `2 h 10 min`, `41
 * s`.
 */
export function span(ms: number): string {
  const seconds = Math.floor(Math.max(0, ms) / 1000)
  const [d, h, min] = [Math.floor(seconds / 86_400), Math.floor(seconds / 3_600) % 24, Math.floor(seconds / 60) % 60]
  if (d > 0) return `${d} d ${String(h).padStart(2, '0')} h`
  if (h > 0) return `${h} h ${String(min).padStart(2, '0')} min`
  return min > 0 ? `${min} min` : `${seconds} s`
}

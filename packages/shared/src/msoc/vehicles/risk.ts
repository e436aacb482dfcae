import { baseRisk, manyAdd } from '../alerts/alerts.ts'
import type { Severity } from '../severity.ts'

/** The half-life of the risk of an alert that has ended, ms. */
export const halfLifeMs = 6 * 3_600_000

export interface RiskyAlert {
  readonly severity: Severity
  readonly raisedAt: number
  /** Time at which it was closed or cleared; null while it is open. */
  readonly overAt: number | null
}

/**
 * Returns the share of an alert's risk at a time: all of it while it is open, then half of it every six hours, and
 * nothing before it was raised.
 */
function leftAt({ raisedAt, overAt }: RiskyAlert, at: number): number {
  if (raisedAt > at) return 0
  return overAt === null || overAt >= at ? 1 : 2 ** ((overAt - at) / halfLifeMs)
}

/**
 * Returns a vehicle's risk at a time, 0 to 100 (rule VEHICLE-RISK-1): the remaining risk of its worst alert, and a
 * little more the more alerts there are. While all of them are open it equals the risk in the vehicle's row.
 */
export function decayedRisk(alerts: readonly RiskyAlert[], at: number): number {
  const left = alerts.map((alert) => ({ part: leftAt(alert, at), base: baseRisk[alert.severity] }))
  const mostSevere = left.reduce((most, { part, base }) => Math.max(most, part * base), 0)
  const many = left.reduce((sum, { part }) => sum + part, 0)
  return Math.round(Math.min(100, mostSevere + manyAdd(many)))
}

/** Returns the course of the risk: at the end of each of `points` equal parts of the window. */
export function riskTrend(alerts: readonly RiskyAlert[], from: number, to: number, points: number): number[] {
  return Array.from({ length: points }, (_, i) => decayedRisk(alerts, from + ((to - from) * (i + 1)) / points))
}

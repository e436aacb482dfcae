import { baseRisk, manyAdd } from '../alerts/alerts.ts'
import type { Severity } from '../severity.ts'

/** After an alert is over its risk halves in this long, ms. */
export const halfLifeMs = 6 * 3_600_000

export interface RiskyAlert {
  readonly severity: Severity
  readonly raisedAt: number
  /** When it was closed or cleared; null while it is open. */
  readonly overAt: number | null
}

/**
 * What is left of an alert at a moment: all of it while it is open, then half of it every six hours, and nothing before
 * it was raised.
 */
function leftAt({ raisedAt, overAt }: RiskyAlert, at: number): number {
  if (raisedAt > at) return 0
  return overAt === null || overAt >= at ? 1 : 2 ** ((overAt - at) / halfLifeMs)
}

/**
 * A vehicle's risk at a moment, 0 to 100 (rule VEHICLE-RISK-1): that of its gravest alert as far as it is left, and a
 * little more the more of them there are. While all of them are open it is what the vehicle's row says.
 */
export function decayedRisk(alerts: readonly RiskyAlert[], at: number): number {
  const left = alerts.map((alert) => ({ part: leftAt(alert, at), base: baseRisk[alert.severity] }))
  const mostSevere = left.reduce((most, { part, base }) => Math.max(most, part * base), 0)
  const many = left.reduce((sum, { part }) => sum + part, 0)
  return Math.round(Math.min(100, mostSevere + manyAdd(many)))
}

/** How the risk went: at the end of each of `points` equal parts of the time. */
export function riskTrend(alerts: readonly RiskyAlert[], from: number, to: number, points: number): number[] {
  return Array.from({ length: points }, (_, i) => decayedRisk(alerts, from + ((to - from) * (i + 1)) / points))
}

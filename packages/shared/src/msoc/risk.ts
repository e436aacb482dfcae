/** After an alert is over its risk halves in this long, ms. */
export const halfLifeMs = 6 * 3_600_000

/** How much the second alert adds to the first, the third to the second … */
const share = 0.1

export interface RiskyAlert {
  /** As rule A7 says, 0 to 100. */
  readonly risk: number
  readonly raisedAt: number
  /** When it was closed or cleared; null while it is open. */
  readonly overAt: number | null
}

/** What an alert weighs at a moment: all of its risk while it is open, then half of it every six hours, and nothing before it was raised. */
function weightAt({ risk, raisedAt, overAt }: RiskyAlert, at: number): number {
  if (raisedAt > at) return 0
  return overAt === null || overAt >= at ? risk : risk * 2 ** ((overAt - at) / halfLifeMs)
}

/**
 * A vehicle's risk at a moment, 0 to 100 (rule RK1): that of its gravest alert, a tenth of the next one's, a hundredth of the one
 * after, and so on. Many small alerts never pass for a grave one.
 */
export function decayedRisk(alerts: readonly RiskyAlert[], at: number): number {
  const weights = alerts.map((alert) => weightAt(alert, at)).sort((a, b) => b - a)
  const sum = weights.reduce((risk, weight, place) => risk + weight * share ** place, 0)
  return Math.min(100, Math.round(sum * 10) / 10)
}

/** How the risk went: at the end of each of `points` equal parts of the time. */
export function riskTrend(alerts: readonly RiskyAlert[], from: number, to: number, points: number): number[] {
  return Array.from({ length: points }, (_, i) => decayedRisk(alerts, from + ((to - from) * (i + 1)) / points))
}

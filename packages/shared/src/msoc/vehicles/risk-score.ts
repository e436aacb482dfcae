import type { RiskSettings } from '../alerts/pipeline/standing-steps.ts'
import type { Resolution } from '../alerts/alerts.ts'
import type { Severity } from '../severity.ts'

/** An alert as far as it adds to the risk of its vehicle; times in epoch ms. */
export interface ScoredAlert {
  readonly severity: Severity
  readonly raisedAt: number
  readonly lastSeen: number
  readonly resolution: Resolution | null
}

/** Closed as one of these, an alert takes back what it added (rule RISK-SCORE-2). */
export const withoutRisk = ['FALSE_POSITIVE', 'LEGITIMATE', 'NOT_APPLICABLE'] as const satisfies readonly Resolution[]
/** After this many half-lives nothing is left: a 4,096th. */
export const halfLivesCounted = 12

/**
 * What an alert adds to its vehicle's risk at a time, epoch ms: its weight from when it was raised until it was last
 * seen, half of it after each half-life from then on (rules RISK-SCORE-1, RISK-SCORE-2).
 */
export function contributionAt(
  { severity, raisedAt, lastSeen, resolution }: ScoredAlert,
  { weights, half_life_hours: hours }: Pick<RiskSettings, 'weights' | 'half_life_hours'>,
  at: number,
): number {
  const isTakenBack = withoutRisk.some((one) => one === resolution)
  if (isTakenBack || at < raisedAt) return 0
  const halfLives = Math.max(0, at - Math.max(raisedAt, lastSeen)) / (hours * 3_600_000)
  return halfLives > halfLivesCounted ? 0 : weights[severity] * 2 ** -halfLives
}

/** A vehicle's risk at a time, epoch ms: what its alerts add, from 0 without a limit (rule RISK-SCORE-1). */
export function scoreAt(
  alerts: readonly ScoredAlert[],
  settings: Pick<RiskSettings, 'weights' | 'half_life_hours'>,
  at: number,
): number {
  return alerts.reduce((sum, alert) => sum + contributionAt(alert, settings, at), 0)
}

/** The highest score after one of its alerts was raised, and when; a score only rises then. */
export function peakOf(
  alerts: readonly ScoredAlert[],
  settings: Pick<RiskSettings, 'weights' | 'half_life_hours'>,
  since: number,
): { readonly at: number; readonly score: number } | undefined {
  const peaks = alerts
    .flatMap(({ raisedAt, lastSeen }) => [raisedAt, lastSeen])
    .filter((at) => at >= since)
    .map((at) => ({ at, score: scoreAt(alerts, settings, at) }))
  return peaks.sort((a, b) => b.score - a.score || a.at - b.at)[0]
}

export function rounded(score: number): number {
  return Math.round(score * 10) / 10
}

import { expect, test } from 'vitest'
import { shippedSteps } from '../alerts/pipeline/standing-steps.ts'
import { contributionAt, peakOf, type ScoredAlert, scoreAt } from './risk-score.ts'

const { settings } = shippedSteps.risk
const hours = (n: number) => n * 3_600_000
const halfLife = hours(settings.half_life_hours)
const alert = (more: Partial<ScoredAlert> = {}): ScoredAlert => ({
  severity: 'medium',
  raisedAt: hours(100),
  lastSeen: hours(100),
  resolution: null,
  ...more,
})

test('[RISK-SCORE-1] an alert adds its weight, and half of it after each half-life', () => {
  expect([0, 1, 2, 3].map((n) => contributionAt(alert(), settings, hours(100) + n * halfLife))).toEqual([40, 20, 10, 5])
  expect(contributionAt(alert(), settings, hours(99))).toBe(0)
})

test('[RISK-SCORE-1] it keeps its weight for as long as it repeats', () => {
  const repeated = alert({ lastSeen: hours(110) })
  expect(contributionAt(repeated, settings, hours(105))).toBe(40)
  expect(contributionAt(repeated, settings, hours(110) + halfLife)).toBe(20)
})

test('[RISK-SCORE-1] a score is the sum, by the weights of the severities', () => {
  const alerts = [alert(), alert({ severity: 'critical' }), alert({ severity: 'info' })]
  expect(scoreAt(alerts, settings, hours(100))).toBe(40 + 90 + 3)
  const weights = { ...settings.weights, critical: 500 }
  expect(scoreAt(alerts, { ...settings, weights }, hours(100))).toBe(40 + 500 + 3)
})

test.for([
  ['FALSE_POSITIVE', 0],
  ['LEGITIMATE', 0],
  ['NOT_APPLICABLE', 0],
  ['UNKNOWN', 40],
  ['TRUE_POSITIVE_WITH_IMPACT', 40],
] as const)('[RISK-SCORE-2] closed as %s it adds %i', ([resolution, score]) => {
  expect(contributionAt(alert({ resolution }), settings, hours(100))).toBe(score)
})

test('[RISK-SCORE-1] the highest score is after the alert that raised it most', () => {
  const alerts = [alert(), alert({ raisedAt: hours(101), lastSeen: hours(101) }), alert({ raisedAt: hours(300) })]
  expect(peakOf(alerts, settings, hours(99))).toMatchObject({ at: hours(101) })
  expect(peakOf(alerts, settings, hours(200))).toMatchObject({ at: hours(300) })
  expect(peakOf([], settings, 0)).toBeUndefined()
})

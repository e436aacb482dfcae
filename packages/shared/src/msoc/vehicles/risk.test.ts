import { expect, test } from 'vitest'
import { riskOf } from '../alerts/alerts.ts'
import { decayedRisk, halfLifeMs, riskTrend } from './risk.ts'
import type { Severity } from '../severity.ts'

const open = (severity: Severity, raisedAt = 0) => ({ severity, raisedAt, overAt: null })

test('[VEHICLE-RISK-1] an alert counts fully for as long as it is open', () => {
  expect(decayedRisk([open('critical')], 100 * halfLifeMs)).toBe(90)
})

test.for([
  { halves: 0, risk: 40 },
  { halves: 1, risk: 20 },
  { halves: 3, risk: 5 },
])('[VEHICLE-RISK-1] $halves half-lives after an alert ended, $risk of its risk of 40 is left', ({ halves, risk }) => {
  expect(decayedRisk([{ severity: 'medium', raisedAt: 0, overAt: 1_000 }], 1_000 + halves * halfLifeMs)).toBe(risk)
})

test('[VEHICLE-RISK-1] an alert counts nothing before it was raised, and fully before it ended', () => {
  const alert = { severity: 'high' as const, raisedAt: 500, overAt: 1_000 }
  expect([decayedRisk([alert], 499), decayedRisk([alert], 500), decayedRisk([alert], 1_000)]).toEqual([0, 65, 65])
})

test.for([
  { severities: ['medium', 'high'] as const },
  { severities: ['critical', 'low', 'low', 'low'] as const },
  { severities: ['info'] as const },
])('[VEHICLE-RISK-1] while $severities are open, the risk equals that of the vehicle row', ({ severities }) => {
  const worst = severities.includes('critical' as never)
    ? 'critical'
    : severities.includes('high' as never)
      ? 'high'
      : 'info'
  expect(
    decayedRisk(
      severities.map((severity) => open(severity)),
      1,
    ),
  ).toBe(riskOf(worst, severities.length))
})

test('[VEHICLE-RISK-1] many minor alerts never equal a severe one, and the risk is at most 100', () => {
  expect(
    decayedRisk(
      Array.from({ length: 500 }, () => open('low')),
      1,
    ),
  ).toBeLessThan(40)
  expect(
    decayedRisk(
      Array.from({ length: 5_000 }, () => open('critical')),
      1,
    ),
  ).toBeLessThanOrEqual(100)
  expect(decayedRisk([], 1)).toBe(0)
})

test('[VEHICLE-RISK-1] a trend ends at the end of its window', () => {
  expect(riskTrend([open('high', 60)], 0, 100, 4)).toEqual([0, 0, 65, 65])
})

import { expect, test } from 'vitest'
import { alertStatuses, openStatuses, riskOf } from './alerts.ts'
import { severities } from '../severity.ts'

test.for([
  { severity: 'info', count: 1, risk: 3 },
  { severity: 'low', count: 1, risk: 15 },
  { severity: 'medium', count: 1, risk: 40 },
  { severity: 'high', count: 1, risk: 65 },
  { severity: 'critical', count: 1, risk: 90 },
  { severity: 'high', count: 2, risk: 66 },
  { severity: 'high', count: 3, risk: 66 },
  { severity: 'high', count: 512, risk: 74 },
  { severity: 'critical', count: 1_000_000, risk: 99 },
  { severity: 'low', count: 0, risk: 15 },
] as const)('[ALERT-7] $severity with $count occurrences has risk $risk', ({ severity, count, risk }) => {
  expect(riskOf(severity, count)).toBe(risk)
})

test('[ALERT-7] repeats alone never raise the risk to that of the next severity', () => {
  const risks = severities.flatMap((severity) => [riskOf(severity, 1), riskOf(severity, Number.MAX_SAFE_INTEGER)])
  expect(risks).toEqual(risks.toSorted((a, b) => a - b))
})

test('[ALERT-1] an alert is open unless it is closed or merged', () => {
  expect(alertStatuses.filter((status) => !(openStatuses as readonly string[]).includes(status))).toEqual([
    'CLOSED',
    'MERGED',
  ])
})

import { expect, test } from 'vitest'
import { healthOf, offlineAfterMs, rankOf, severities, worse } from './severity.ts'

test.for([
  { rule: 'VEHICLE-1', worst: 'critical', health: 'compromised' },
  { rule: 'VEHICLE-2', worst: 'high', health: 'degraded' },
  { rule: 'VEHICLE-2', worst: 'medium', health: 'degraded' },
  { rule: 'VEHICLE-2', worst: 'low', health: 'healthy' },
  { rule: 'VEHICLE-2', worst: 'info', health: 'healthy' },
  { rule: 'VEHICLE-2', worst: null, health: 'healthy' },
] as const)('[$rule] a vehicle whose worst open alert is $worst is $health', ({ worst, health }) => {
  expect(healthOf(worst)).toBe(health)
})

test('[VEHICLE-3] a vehicle is offline after five minutes of silence', () => {
  expect(offlineAfterMs).toBe(300_000)
})

test("[ALERT-1] ranks are the tables' numbers, from info to critical", () => {
  expect(severities.map(rankOf)).toEqual([0, 1, 2, 3, 4])
})

test('[ALERT-1] the worse of two severities is returned, in either order', () => {
  expect([worse('low', 'critical'), worse('critical', 'low'), worse('medium', 'medium')]).toEqual([
    'critical',
    'critical',
    'medium',
  ])
})

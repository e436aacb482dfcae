import { expect, test } from 'vitest'
import { totalsOf } from './totals.ts'

test('[VEHICLE-UI-4] the durations of each health add up', () => {
  const at = (minute: number) => new Date(minute * 60_000).toISOString()
  const segments = [
    { from: at(0), to: at(5), health: 'healthy' as const, alerts: 0 },
    { from: at(5), to: at(6), health: 'compromised' as const, alerts: 2 },
    { from: at(6), to: at(10), health: 'healthy' as const, alerts: 0 },
  ]
  expect(totalsOf(segments)).toEqual({ healthy: 540_000, compromised: 60_000, degraded: 0, offline: 0 })
})

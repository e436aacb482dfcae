import { expect, test } from 'vitest'
import { offlineAfterMs } from '../severity.ts'
import { healthSegments } from './health.ts'

const minute = 60_000
const hour = 60 * minute
const always = [{ from: 0, to: null }]
const day = { from: 10 * hour, to: 20 * hour }

test('[HEALTH-1] a vehicle that reported and had no alerts is healthy all the time', () => {
  expect(healthSegments({ ...day, alerts: [], received: always })).toEqual([{ ...day, health: 'healthy', alerts: 0 }])
})

test('[HEALTH-1] a vehicle that never reported is offline, whatever its alerts', () => {
  expect(healthSegments({ ...day, alerts: [{ from: 0, to: null, severity: 'critical' }], received: [] })).toEqual([
    { ...day, health: 'offline', alerts: 1 },
  ])
})

test('[HEALTH-1] the worst open alert at each time determines the health, until it is closed', () => {
  const alerts = [
    { from: 11 * hour, to: 15 * hour, severity: 'medium' as const },
    { from: 12 * hour, to: 13 * hour, severity: 'critical' as const },
    { from: 12 * hour, to: null, severity: 'low' as const },
  ]
  expect(healthSegments({ ...day, alerts, received: always })).toEqual([
    { from: 10 * hour, to: 11 * hour, health: 'healthy', alerts: 0 },
    { from: 11 * hour, to: 12 * hour, health: 'degraded', alerts: 1 },
    { from: 12 * hour, to: 13 * hour, health: 'compromised', alerts: 3 },
    { from: 13 * hour, to: 15 * hour, health: 'degraded', alerts: 2 },
    { from: 15 * hour, to: 20 * hour, health: 'healthy', alerts: 1 },
  ])
})

test('[HEALTH-1] alerts that do not change the health are one segment, which counts each of them once', () => {
  const alerts = [
    { from: 0, to: 14 * hour, severity: 'high' as const },
    { from: 13 * hour, to: 16 * hour, severity: 'medium' as const },
    { from: 15 * hour, to: null, severity: 'medium' as const },
  ]
  expect(healthSegments({ ...day, alerts, received: always })).toEqual([{ ...day, health: 'degraded', alerts: 3 }])
})

test('[HEALTH-1] silence begins five minutes after the last event, and ends with the next', () => {
  expect(
    healthSegments({
      ...day,
      alerts: [],
      received: [
        { from: 0, to: 11 * hour },
        { from: 12 * hour, to: 12 * hour + minute },
        { from: 12 * hour + 3 * minute, to: 30 * hour },
      ],
    }),
  ).toEqual([
    { from: 10 * hour, to: 11 * hour + offlineAfterMs, health: 'healthy', alerts: 0 },
    { from: 11 * hour + offlineAfterMs, to: 12 * hour, health: 'offline', alerts: 0 },
    { from: 12 * hour, to: 20 * hour, health: 'healthy', alerts: 0 },
  ])
})

test('[HEALTH-1] alerts that ended before the window, or at once, do not count', () => {
  const alerts = [
    { from: 1 * hour, to: 9 * hour, severity: 'critical' as const },
    { from: 12 * hour, to: 12 * hour, severity: 'critical' as const },
  ]
  expect(healthSegments({ ...day, alerts, received: always })).toEqual([{ ...day, health: 'healthy', alerts: 0 }])
})

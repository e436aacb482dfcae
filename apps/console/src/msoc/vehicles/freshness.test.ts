import type { Vehicle } from '@carapace/shared/msoc/vehicles/vehicles.contract'
import { expect, test } from 'vitest'
import { isStaleAt, linksAt, silenceAt, linkKinds, shortLinks } from './freshness.ts'

const now = Date.parse('2025-11-18T12:00:00Z')
const ago = (seconds: number) => new Date(now - seconds * 1_000).toISOString()
const vehicle = (seconds: number, every: number | null = null) =>
  ({
    last_seen: ago(seconds),
    reports_every_seconds: every,
    links: { position: ago(seconds), telemetry: null, can: ago(2), ids: ago(5_000), syslog: ago(90) },
  }) as Vehicle

test('[FLEET-UI-7] a vehicle is stale after half a minute, or after three of its own report intervals', () => {
  expect(isStaleAt(vehicle(29), now)).toBe(false)
  expect(isStaleAt(vehicle(31), now)).toBe(true)
  expect(isStaleAt(vehicle(100, 60), now)).toBe(false)
  expect(isStaleAt(vehicle(181, 60), now)).toBe(true)
})

test('[FLEET-UI-7] a link that never reported is not stale, and a clock ahead gives no negative age', () => {
  const never = { ...vehicle(0), last_seen: null }
  expect([isStaleAt(never, now), silenceAt(never, now)]).toEqual([false, undefined])
  expect(silenceAt(vehicle(-5), now)).toBe(0)
})

test('[FLEET-UI-7] a link that reports only when something happens is never stale', () => {
  expect(linksAt(vehicle(40), now).map(({ kind, stale }) => [kind, stale])).toEqual([
    ['position', true],
    ['telemetry', false],
    ['can', false],
    ['ids', false],
    ['syslog', false],
  ])
})

test('[FLEET-UI-12] the links have abbreviations of their own', () => {
  const texts = linkKinds.map((kind) => shortLinks[kind])
  expect(texts).toEqual(['GPS', 'Tel', 'CAN', 'IDS', 'Log'])
})

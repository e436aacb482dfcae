import { expect, test } from 'vitest'
import type { NotificationChannel, NotificationKind } from '../core/notification-kinds.ts'
import { type Preferences, usualPreferences } from './notifications.ts'
import { nextAttempt, passesTarget, planFor, type Recipient } from './plan.ts'

const kind: NotificationKind = {
  kind: 'alert-high',
  category: 'security',
  title: 'An alert',
  channels: ['in_app', 'email'],
}
const noon = new Date('2026-11-02T12:00:00Z')
const recipient = (
  preferences: Partial<Preferences> = {},
  more: Partial<Omit<Recipient, 'preferences'>> = {},
): Recipient => ({
  preferences: { ...usualPreferences, ...preferences },
  zone: 'UTC',
  isOnShift: undefined,
  targets: new Set(),
  ...more,
})
const all: NotificationChannel[] = ['in_app', 'push', 'email', 'slack', 'teams', 'webhook']

test('[NOTIFICATION-4] who has chosen nothing gets what the kind declares', () => {
  expect(planFor(kind, 'high', recipient(), noon)).toEqual({
    inApp: true,
    push: false,
    deliveries: [{ channel: 'email', at: noon, isDigest: false }],
  })
  expect(planFor({ kind: 'x', category: 'sbom', title: 'X' }, 'low', recipient(), noon)).toEqual({
    inApp: true,
    push: false,
    deliveries: [],
  })
})

test('[NOTIFICATION-4] a choice replaces the declaration, and may silence a kind', () => {
  expect(planFor(kind, 'critical', recipient({ kinds: { 'alert-high': [] } }), noon)).toEqual({
    inApp: false,
    push: false,
    deliveries: [],
  })
  const chosen = recipient({ kinds: { 'alert-high': all } }, { targets: new Set(['webhook']) })
  expect(planFor(kind, 'low', chosen, noon).deliveries.map(({ channel }) => channel)).toEqual(['email', 'webhook'])
})

test('[NOTIFICATION-4] a channel may bring only what is urgent enough', () => {
  const strict = recipient({ minimum: { email: 'high' } })
  expect(planFor(kind, 'normal', strict, noon).deliveries).toEqual([])
  expect(planFor(kind, 'high', strict, noon).deliveries).toHaveLength(1)
})

const night = { from: 22 * 60, until: 7 * 60 }
test.for([
  { rule: 'NOTIFICATION-6', zone: 'UTC', now: '2026-11-02T23:30:00Z', at: '2026-11-03T07:00:00.000Z' },
  { rule: 'NOTIFICATION-6', zone: 'UTC', now: '2026-11-03T06:59:59Z', at: '2026-11-03T07:00:00.000Z' },
  { rule: 'NOTIFICATION-6', zone: 'UTC', now: '2026-11-03T07:00:00Z', at: '2026-11-03T07:00:00.000Z' },
  { rule: 'NOTIFICATION-6', zone: 'Asia/Kolkata', now: '2026-11-02T17:00:00Z', at: '2026-11-03T01:30:00.000Z' },
  { rule: 'NOTIFICATION-6', zone: 'Asia/Kolkata', now: '2026-11-02T12:00:00Z', at: '2026-11-02T12:00:00.000Z' },
  // the clocks of Berlin are put forward at 2:00, and back at 3:00
  { rule: 'NOTIFICATION-6', zone: 'Europe/Berlin', now: '2027-03-27T22:00:00Z', at: '2027-03-28T05:00:00.000Z' },
  { rule: 'NOTIFICATION-6', zone: 'Europe/Berlin', now: '2026-10-24T21:00:00Z', at: '2026-10-25T06:00:00.000Z' },
  { rule: 'NOTIFICATION-6', zone: 'Nowhere/Atlantis', now: '2026-11-02T23:30:00Z', at: '2026-11-03T07:00:00.000Z' },
])('[$rule] mail of $now in $zone is sent at $at', ({ zone, now, at }) => {
  const { inApp, deliveries } = planFor(kind, 'high', recipient({ quiet: night }, { zone }), new Date(now))
  expect([inApp, deliveries[0]!.at.toISOString()]).toEqual([true, at])
})

test('[NOTIFICATION-6] quiet hours hold back a push, but nothing that is critical', () => {
  const asleep = recipient({ quiet: night, kinds: { 'alert-high': all } })
  const late = new Date('2026-11-02T23:30:00Z')
  expect(planFor(kind, 'high', asleep, late).push).toBe(false)
  expect(planFor(kind, 'critical', asleep, late)).toEqual({
    inApp: true,
    push: true,
    deliveries: [{ channel: 'email', at: late, isDigest: false }],
  })
})

test('[NOTIFICATION-7] who is off shift gets only the console, and what is critical', () => {
  const off = recipient({ onlyInShift: true }, { isOnShift: false })
  expect(planFor(kind, 'high', off, noon)).toEqual({
    inApp: true,
    push: false,
    deliveries: [{ channel: 'email', at: noon, isDigest: false, skipped: 'The member was not on shift.' }],
  })
  expect(planFor(kind, 'critical', off, noon).deliveries[0]).not.toHaveProperty('skipped')
  const unknown = recipient({ onlyInShift: true })
  expect(planFor(kind, 'high', unknown, noon).deliveries[0]).not.toHaveProperty('skipped')
})

test('[NOTIFICATION-8] mail waits for the end of the hour, or the time of the daily mail', () => {
  const now = new Date('2026-11-02T12:20:00Z')
  const mail = (preferences: Partial<Preferences>, urgency: 'normal' | 'critical' = 'normal') =>
    planFor(kind, urgency, recipient(preferences), now).deliveries[0]!
  expect(mail({ digest: 'hourly' })).toEqual({ channel: 'email', at: new Date('2026-11-02T13:00:00Z'), isDigest: true })
  expect(mail({ digest: 'daily', digestAt: 8 * 60 }).at).toEqual(new Date('2026-11-03T08:00:00Z'))
  expect(mail({ digest: 'daily', digestAt: 18 * 60 }).at).toEqual(new Date('2026-11-02T18:00:00Z'))
  expect(mail({ digest: 'hourly' }, 'critical')).toEqual({ channel: 'email', at: now, isDigest: false })
  const quiet = { from: 12 * 60, until: 14 * 60 }
  expect(mail({ digest: 'hourly', quiet }).at).toEqual(new Date('2026-11-02T14:00:00Z'))
})

test('[NOTIFICATION-10] a target of the organisation filters by category and urgency', () => {
  const notice = { category: 'security', urgency: 'high' } as const
  expect(passesTarget({ categories: [], minimum: 'low' }, notice)).toBe(true)
  expect(passesTarget({ categories: ['sbom'], minimum: 'low' }, notice)).toBe(false)
  expect(passesTarget({ categories: ['security'], minimum: 'critical' }, notice)).toBe(false)
})

test('[NOTIFICATION-12] attempts are 1, 5, 30 and 120 minutes apart, then it is given up', () => {
  const minutes = [1, 2, 3, 4, 5].map((attempts) => {
    const next = nextAttempt(attempts, noon)
    return next && (next.getTime() - noon.getTime()) / 60_000
  })
  expect(minutes).toEqual([1, 5, 30, 120, undefined])
})

import { expect, test } from 'vitest'

import { startInstallation } from '../../support/installation.ts'

const site = await startInstallation()
const alpha = await site.organisation('Alpha')
const bravo = await site.organisation('Bravo')
const day = 86_400_000
const vehicle = 'RETAINED'
const [lately, longAgo] = [Date.now() - 60_000, Date.now() - 3 * day]

/** One event of every kind, long ago and now. */
const events = [longAgo, lately].flatMap((ts) => [
  { type: 'position', vehicle, ts, lat: 48, lon: 9 },
  { type: 'telemetry', vehicle, ts, signals: { 'Vehicle.Speed': 30 } },
  { type: 'can', vehicle, ts, bus: 'can0', id: 1, data: '01' },
  { type: 'syslog', vehicle, ts, message: 'hello' },
  { type: 'ids.can', vehicle, ts, event_id: 0x8001 },
])
for (const { key } of [alpha, bravo]) await site.post(key, events)
await site.sql`UPDATE organisations SET retention_days = 2 WHERE uuid = ${alpha.org.uuid}`

const span = { from: new Date(longAgo - day).toISOString(), to: new Date(Date.now() + 60_000).toISOString() }
/** A span that ends before the retained days begin. */
const hidden = { from: span.from, to: new Date(longAgo + 60_000).toISOString() }

type Answer = Record<string, never[]> & {
  segments: { health: string }[]
  tracks: { t: number[] }[]
  series: { points: unknown[] }[]
}

/** Every call about the past, and how to count the events in its answer. */
const calls: Record<string, { say: object; found: (body: Answer) => number }> = {
  'msoc/v1/positions': { say: { vehicle }, found: ({ positions }) => positions!.length },
  'msoc/v1/can/frames': { say: { vehicle }, found: ({ frames }) => frames!.length },
  'msoc/v1/signals': { say: { vehicle, path: 'Vehicle.Speed' }, found: ({ points }) => points!.length },
  'msoc/v1/syslog': { say: { vehicle }, found: ({ events }) => events!.length },
  'msoc/v1/ids/events': { say: { vehicle }, found: ({ events }) => events!.length },
  'msoc/v1/rollups': {
    say: { step: 'hour' },
    found: ({ events }) => events!.filter(({ kind }) => kind === 'position').length,
  },
  'msoc/v1/signals/plot': { say: { vehicle, paths: 'Vehicle.Speed' }, found: ({ series }) => series[0]!.points.length },
  'msoc/v1/positions/replay': { say: { vehicle }, found: ({ tracks }) => tracks[0]?.t.length ?? 0 },
  'msoc/v1/assets/health': {
    say: { vehicle },
    found: ({ segments }) => segments.filter(({ health }) => health !== 'offline').length,
  },
}

const counted = async (token: string, path: string, query: object) => {
  const { status, body, text } = await site.get(token, path, { ...calls[path]!.say, ...query })
  expect(status, text).toBe(200)
  return calls[path]!.found(body)
}

test.for(Object.keys(calls))(
  "[ACCOUNT-10] %s shows events within the organisation's retention days, and none from before",
  async (path) => {
    const [shown, all] = [
      await counted(alpha.members.VIEWER.token, path, span),
      await counted(bravo.members.VIEWER.token, path, span),
    ]
    expect(shown).toBeGreaterThan(0)
    expect(all).toBeGreaterThan(shown)
    expect(await counted(alpha.members.VIEWER.token, path, hidden)).toBe(0)
    expect(await counted(bravo.members.VIEWER.token, path, hidden)).toBeGreaterThan(0)
  },
)

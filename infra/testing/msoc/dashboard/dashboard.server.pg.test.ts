import { expect, test } from 'vitest'

import { alertsOf, idsEvent } from '../../support/events.ts'
import { startInstallation } from '../../support/installation.ts'

const site = await startInstallation()
const alpha = await site.organisation('Alpha')
const { ADMIN: admin, ANALYST: analyst } = alpha.members
const dashboard = async (query: Record<string, string> = {}) =>
  (await site.get(admin.token, 'msoc/v1/dashboard', query)).body
const update = (uuids: string[], change: object) => site.call(analyst.token, 'msoc/v1/alerts/update', { uuids, change })

await site.call(admin.token, 'msoc/v1/event-catalogue/import', {
  format: 'csv',
  text:
    'event_id,name,severity,tactics\n0x8001,High one,high,TA0001\n0x8002,Critical one,critical,TA0001 ' +
    'TA0040\n0x8003,Low one,low,\n',
})
await site.post(alpha.key, [
  idsEvent('WORST', { event_id: 0x8002 }),
  idsEvent('WORST', { event_id: 0x8001 }),
  idsEvent('BAD', { event_id: 0x8001 }),
  idsEvent('MILD', { event_id: 0x8003 }),
  idsEvent('CLOSED', { event_id: 0x8002 }),
  idsEvent('AHEAD', { event_id: 0x8001, ts: Date.now() + 240_000 }),
])
const of = async (vehicle: string) => (await alertsOf(site, alpha, { vehicle }))[0]!

test('unassigned work is open alerts of high or critical severity without an owner', async () => {
  const closed = await of('CLOSED')
  await update([closed.uuid], { status: 'CLOSED', resolution: 'FALSE_POSITIVE' })
  await update([(await of('BAD')).uuid], { owner: 'me' })
  const worst = (await alertsOf(site, alpha, { vehicle: 'WORST', severity: 'critical' }))[0]!

  const response = await dashboard()
  expect(response.unassigned).toEqual({ critical: 1, high: 2, oldest_critical: worst.raised_at })
  expect(response.raised_last_hour).toEqual({ critical: 2, high: 3 })
})

test('[DASHBOARD-1] timers cover alerts that reached the step; events ahead of their alert are ignored', async () => {
  const { detect, acknowledge, resolve } = await dashboard()
  // the assigned alert counts as acknowledged (rule ALERT-10)
  expect([detect.alerts, acknowledge.alerts, resolve.alerts]).toEqual([5, 2, 1])
  const closed = await of('CLOSED')
  expect(resolve.p50_ms).toBeCloseTo(Date.parse(closed.closed_at!) - Date.parse(closed.raised_at), -2)
  expect(detect.p95_ms).toBeGreaterThanOrEqual(detect.p50_ms)
})

test('[DASHBOARD-1] a span without alerts has no timers, rules or vehicles', async () => {
  const response = await dashboard({ from: '2024-01-01T00:00:00Z', to: '2024-01-02T00:00:00Z' })
  expect(response).toMatchObject({ detect: { p50_ms: null, p95_ms: null, alerts: 0 }, rules: [], vehicles: [] })
})

test('rules are sorted by the number of their alerts', async () => {
  const { rules } = await dashboard()
  expect(rules.map(({ alerts, severity }: { alerts: number; severity: string }) => [alerts, severity])).toEqual([
    [3, 'high'],
    [2, 'critical'],
    [1, 'low'],
  ])
})

test('[VEHICLE-RISK-1] vehicles are sorted by risk, which an alert raises and a closed one slowly lowers', async () => {
  const { vehicles } = await dashboard()
  const risks = Object.fromEntries(vehicles.map(({ vin, risk }: { vin: string; risk: number }) => [vin, risk]))
  expect(vehicles[0].vin).toBe('WORST')
  expect(risks).toMatchObject({ WORST: 91, BAD: 65, MILD: 15 })
  expect(risks.CLOSED).toBeGreaterThan(85)
  expect(vehicles[0].trend).toHaveLength(24)
  expect([vehicles[0].trend[0], vehicles[0].trend.at(-1), vehicles[0].health]).toEqual([0, 91, 'compromised'])
})

test('tactics are counted over open alerts, and cases are listed with the number of their open alerts', async () => {
  const { body } = await site.call(analyst.token, 'msoc/v1/cases/create', {
    title: 'x',
    alert_uuids: [(await of('MILD')).uuid],
  })
  const { body: other } = await site.call(analyst.token, 'msoc/v1/cases/create', {
    title: 'y',
    alert_uuids: [(await of('BAD')).uuid],
  })
  await site.call(analyst.token, 'msoc/v1/cases/update', { uuid: other.case.uuid, revision: 1, stage: 'CLOSED' })
  const response = await dashboard()

  expect(response.tactics).toEqual([
    { tactic: 'TA0001', alerts: 4 },
    { tactic: 'TA0040', alerts: 1 },
  ])
  expect([response.cases.open, response.cases.latest.map(({ uuid }: { uuid: string }) => uuid)]).toEqual([
    1,
    [other.case.uuid, body.case.uuid],
  ])
})

test('[DASHBOARD-2] compromised vehicles are compared with the latest count before the span, if any', async () => {
  expect((await dashboard()).compromised_change).toBeNull()
  await site.sql`INSERT INTO health_rollups (org_id, step, bucket, healthy, degraded, compromised, offline)
    VALUES (${alpha.org.id}, 'minute', now() - interval '2 days', 0, 0, 7, 0)`
  expect((await dashboard()).compromised_change).toBe(-6)
})

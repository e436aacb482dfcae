import { expect, test, vi } from 'vitest'
import type { AlertUpdate } from '@carapace/shared/msoc/alerts/alerts.contract'

import { alertsOf, idsEvent, position, theAlert } from '../../support/events.ts'
import { startInstallation } from '../../support/installation.ts'

const site = await startInstallation()
const alpha = await site.organisation('Alpha')
const { ADMIN: admin, ANALYST: analyst, ENGINEER: engineer } = alpha.members

let vehicles = 0
/** A new vehicle with one open alert. */
async function raised() {
  const vin = `VEHICLE${++vehicles}`
  await site.post(alpha.key, [idsEvent(vin)])
  return theAlert(site, alpha, { vehicle: vin })
}

async function update(uuids: string[], change: AlertUpdate, more: object = {}, token = analyst.token) {
  return site.call(token, 'msoc/v1/alerts/update', { uuids, change, ...more })
}

const detailsOf = async (uuid: string) => (await site.get(admin.token, 'msoc/v1/alerts/get', { uuid })).body
const kindsOf = async (uuid: string) =>
  (await detailsOf(uuid)).changes
    .map(({ kind }: { kind: string }) => kind)
    .filter((kind: string) => kind !== 'evidence')
    .reverse()

test('[ALERT-1] repeats of one finding, in one or many requests, are one alert with a count', async () => {
  const vin = 'REPEATS'
  const ts = Date.now() - 10_000
  await site.post(alpha.key, [
    idsEvent(vin, { ts, count: 3 }),
    idsEvent(vin, { ts: ts + 1_000 }),
    idsEvent(vin, { ts: ts - 1_000 }),
    idsEvent(vin, { sensor_instance: 9 }),
  ])
  await site.post(alpha.key, [idsEvent(vin, { ts: ts + 5_000, count: 10 })])

  const alerts = await alertsOf(site, alpha, { vehicle: vin })
  expect(alerts.map(({ count }) => count).sort((a, b) => a - b)).toEqual([1, 15])
  const counted = alerts.find(({ count }) => count === 15)!
  expect([counted.first_seen, counted.last_seen]).toEqual([
    new Date(ts - 1_000).toISOString(),
    new Date(ts + 5_000).toISOString(),
  ])
  expect(await kindsOf(counted.uuid)).toEqual(['raise', 'count'])
  expect(counted.revision).toBe(1)
})

test('[ALERT-1] findings of other vehicles, sensors and organisations are other alerts', async () => {
  const other = await site.organisation('Other')
  await site.post(other.key, [idsEvent('REPEATS')])
  expect((await theAlert(site, other)).count).toBe(1)
})

test('[ALERT-2] after an alert is closed, the same finding is a new alert that refers to the old one', async () => {
  const closed = await raised()
  await update([closed.uuid], { status: 'CLOSED', resolution: 'FALSE_POSITIVE' })
  await site.post(alpha.key, [idsEvent(closed.vehicle!.vin)])
  const open = await theAlert(site, alpha, { vehicle: closed.vehicle!.vin, status: 'NEW' })

  expect(open).toMatchObject({ previous_uuid: closed.uuid, count: 1, number: open.seq })
  expect(open.number).toBeGreaterThan(closed.number)
})

test('[ALERT-3] assigning a new alert sets it to assigned, and unassigning to new', async () => {
  const { uuid } = await raised()
  expect((await update([uuid], { owner: engineer.uuid })).body.alerts[0]).toMatchObject({
    status: 'ASSIGNED',
    owner: { uuid: engineer.uuid, name: 'Alpha engineer' },
    revision: 2,
  })
  expect((await update([uuid], { owner: 'me' })).body.alerts[0]).toMatchObject({
    status: 'ASSIGNED',
    owner: { uuid: analyst.uuid },
  })
  expect((await update([uuid], { owner: null })).body.alerts[0]).toMatchObject({ status: 'NEW', owner: null })
})

test('[ALERT-5] acknowledging records the user; a second time changes nothing', async () => {
  const { uuid } = await raised()
  expect((await update([uuid], { acknowledge: true })).body).toMatchObject({
    updated: 1,
    unchanged: 0,
    alerts: [{ acknowledged_by: { uuid: analyst.uuid } }],
  })
  expect((await update([uuid], { acknowledge: true }, {}, admin.token)).body).toMatchObject({
    updated: 0,
    unchanged: 1,
    alerts: [{ acknowledged_by: { uuid: analyst.uuid }, revision: 2 }],
  })
  expect((await update([uuid], { acknowledge: false })).body.alerts[0]).toMatchObject({
    acknowledged_by: null,
    acknowledged_at: null,
  })
  expect(await kindsOf(uuid)).toEqual(['raise', 'acknowledge', 'acknowledge'])
})

test("[ALERT-4] closing needs a resolution, acknowledges, and lowers the vehicle's open alerts", async () => {
  const { uuid, vehicle } = await raised()
  expect((await update([uuid], { status: 'CLOSED' })).status).toBe(400)
  expect((await update([uuid], { status: 'PENDING', resolution: 'UNKNOWN' })).status).toBe(400)
  expect((await site.get(admin.token, 'msoc/v1/assets/vehicle', { uuid: vehicle!.uuid })).body.vehicle).toMatchObject({
    open_alerts: 1,
    health: 'degraded',
  })

  const { body } = await update([uuid], { status: 'CLOSED', resolution: 'TRUE_POSITIVE_WITH_IMPACT' })
  expect(body.alerts[0]).toMatchObject({
    status: 'CLOSED',
    resolution: 'TRUE_POSITIVE_WITH_IMPACT',
    acknowledged_by: { uuid: analyst.uuid },
  })
  expect((await site.get(admin.token, 'msoc/v1/assets/vehicle', { uuid: vehicle!.uuid })).body.vehicle).toMatchObject({
    open_alerts: 0,
    health: 'healthy',
  })
})

test('[ALERT-6] a closed alert can only be reopened', async () => {
  const { uuid } = await raised()
  await update([uuid], { status: 'CLOSED', resolution: 'LEGITIMATE' })
  for (const change of [
    { acknowledge: false },
    { owner: null },
    { tags: ['late'] },
    { status: 'CLOSED', resolution: 'UNKNOWN' },
  ] as AlertUpdate[]) {
    expect((await update([uuid], change)).body).toMatchObject({ updated: 0, unchanged: 1 })
  }
  expect((await update([uuid], { status: 'IN_PROGRESS' })).body).toMatchObject({
    updated: 1,
    alerts: [{ status: 'IN_PROGRESS', resolution: null }],
  })
})

test('[ALERT-6] a closed alert is not reopened while an open one has the same key', async () => {
  const closed = await raised()
  await update([closed.uuid], { status: 'CLOSED', resolution: 'FALSE_POSITIVE' })
  await site.post(alpha.key, [idsEvent(closed.vehicle!.vin)])

  expect((await update([closed.uuid], { status: 'NEW' })).body).toMatchObject({
    updated: 0,
    unchanged: 1,
    alerts: [{ status: 'CLOSED' }],
  })
})

test('[ALERT-6] of two closed alerts with the same key in one request, only one is reopened', async () => {
  const first = await raised()
  const filter = { vehicle: first.vehicle!.vin }
  await update([first.uuid], { status: 'CLOSED', resolution: 'FALSE_POSITIVE' })
  await site.post(alpha.key, [idsEvent(first.vehicle!.vin)])
  const second = await theAlert(site, alpha, { ...filter, status: 'NEW' })
  await update([second.uuid], { status: 'CLOSED', resolution: 'FALSE_POSITIVE' })

  const { status, body } = await update([first.uuid, second.uuid], { status: 'NEW' })
  expect([status, body.updated]).toEqual([200, 1])
  expect(await alertsOf(site, alpha, { ...filter, status: 'NEW' })).toHaveLength(1)
})

test('an update of an older revision is refused with 409 and changes nothing', async () => {
  const { uuid, revision } = await raised()
  await update([uuid], { tags: ['first'] }, { revision })
  const { status, body } = await update([uuid], { tags: ['second'] }, { revision })

  expect([status, body.code]).toEqual([409, 'ROW_CHANGED'])
  expect((await detailsOf(uuid)).alert.tags).toEqual(['first'])
})

test('of two updates of one revision at once, one is refused', async () => {
  const { uuid, revision } = await raised()
  const replies = await Promise.all(['a', 'b'].map((tag) => update([uuid], { tags: [tag] }, { revision })))
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 409]))
})

test('an owner who is no member, or has left, is refused', async () => {
  const { uuid } = await raised()
  expect((await update([uuid], { owner: crypto.randomUUID() })).status).toBe(400)
})

test('an update by a filter changes exactly the matching alerts', async () => {
  await site.post(
    alpha.key,
    Array.from({ length: 30 }, (_, i) => idsEvent('BULK', { sensor_instance: i, event_id: i < 20 ? 0x8001 : 0x8010 })),
  )
  const { body } = await site.call(analyst.token, 'msoc/v1/alerts/update', {
    query: { vehicle: 'BULK', severity: 'high', status: 'NEW' },
    change: { status: 'CLOSED', resolution: 'NOT_APPLICABLE' },
  })

  expect(body).toMatchObject({ updated: 20, unchanged: 0, not_found: 0 })
  expect(
    (await alertsOf(site, alpha, { vehicle: 'BULK', status: 'CLOSED' })).every(({ severity }) => severity === 'high'),
  ).toBe(true)
  expect(await alertsOf(site, alpha, { vehicle: 'BULK', status: 'NEW' })).toHaveLength(10)
})

test('paging lists each alert once, newest first, even if many have the same time', async () => {
  const uuids: string[] = []
  for (let cursor: string | undefined; ;) {
    const { body } = await site.get(admin.token, 'msoc/v1/alerts', { vehicle: 'BULK', limit: 7, cursor })
    expect(body.total).toBe(30)
    uuids.push(...body.alerts.map(({ uuid }: { uuid: string }) => uuid))
    if (body.next_cursor === null) break
    cursor = body.next_cursor
  }
  expect([uuids.length, new Set(uuids).size]).toEqual([30, 30])
})

test('[EVIDENCE-2] an alert keeps the raw events around it, of its vehicle and kind', async () => {
  const ts = Date.now()
  await site.post(alpha.key, [
    ...[-40_000, -20_000, 0, 20_000].map((at) => idsEvent('EVIDENCE', { ts: ts + at })),
    idsEvent('BESIDE', { ts }),
    position('EVIDENCE', 1, 1),
  ])
  const { uuid } = await theAlert(site, alpha, { vehicle: 'EVIDENCE' })
  const { evidence } = await vi.waitFor(
    async () => {
      const details = await detailsOf(uuid)
      expect(details.evidence.filled_at).not.toBeNull()
      return details
    },
    { timeout: 20_000, interval: 100 },
  )

  expect(evidence).toMatchObject({ kind: 'ids', total: 2 })
  expect(evidence.events.map((event: { ts: string; vin: string }) => [Date.parse(event.ts), event.vin])).toEqual([
    [ts - 40_000, 'EVIDENCE'],
    [ts - 20_000, 'EVIDENCE'],
  ])
})

test('escalating alerts opens a case with them; a closed alert is refused', async () => {
  const [one, two] = [await raised(), await raised()]
  const { body } = await site.call(analyst.token, 'msoc/v1/cases/create', {
    title: 'Two of them',
    alert_uuids: [one.uuid, two.uuid],
  })
  expect(body.case).toMatchObject({ title: 'Two of them', alerts: 2, severity: 'high', stage: 'NEW' })
  expect((await detailsOf(one.uuid)).alert).toMatchObject({ status: 'ESCALATED', case_uuid: body.case.uuid })

  await update([two.uuid], { status: 'CLOSED', resolution: 'UNKNOWN' })
  expect(
    (await site.call(analyst.token, 'msoc/v1/cases/create', { title: 'Late', alert_uuids: [two.uuid] })).status,
  ).toBe(422)
})

import { expect, test } from 'vitest'
import { alertByUuid, changesAfter, evidenceOf, historyOf } from '@carapace/api/src/msoc/alerts/alerts.queries.ts'
import { alertOrders } from '@carapace/shared/msoc/alerts/alerts'
import type { Alert } from '@carapace/shared/msoc/alerts/alerts.contract'
import { severities } from '@carapace/shared/msoc/severity'

import { alertsOf, idsEvent } from '../../support/events.ts'
import { startInstallation } from '../../support/installation.ts'
import { createRandom } from '@carapace/shared/core/random.fixture'
import { createVehicle } from '../../support/factories.ts'

const site = await startInstallation()
const alpha = await site.organisation('Alpha')
const { ADMIN: admin, ANALYST: analyst } = alpha.members

/** Ten vehicles of two models with alerts of three sensors each, and an alert that belongs to no vehicle. */
const vins = Array.from({ length: 10 }, (_, i) => `VEHICLE${i}`)
for (const [i, vin] of vins.entries()) await createVehicle(site, admin.token, { vin, model: i % 2 ? 'Odd' : 'Even' })
await site.post(
  alpha.key,
  vins.flatMap((vin, i) => [
    idsEvent(vin, { detail: { ecu: 'gateway', bus: `can${i % 2}` }, count: i + 1 }),
    idsEvent(vin, { event_id: 0x8010, sensor_instance: i }),
    idsEvent(vin, { event_id: 0x9000 }),
  ]),
)
await site.post(alpha.key, Array.from({ length: 100 }, () => 'no event').join('\n'))

const all = await alertsOf(site, alpha)
const found = async (filter: Record<string, string>) =>
  (await alertsOf(site, alpha, filter)).map(({ uuid }) => uuid).sort()
const those = (test: (alert: Alert) => boolean, alerts: readonly Alert[] = all) =>
  alerts
    .filter(test)
    .map(({ uuid }) => uuid)
    .sort()
const [first, second, third] = all as [Alert, Alert, Alert]
await site.call(analyst.token, 'msoc/v1/alerts/update', {
  uuids: [first.uuid, second.uuid],
  change: { tags: ['red', 'blue'], acknowledge: true },
})
await site.call(analyst.token, 'msoc/v1/alerts/update', { uuids: [third.uuid], change: { tags: ['red'] } })
const { body: opened } = await site.call(analyst.token, 'msoc/v1/cases/create', {
  title: 'x',
  alert_uuids: [third.uuid],
})
const now = await alertsOf(site, alpha)

const filters: { filter: Record<string, string>; passes: (alert: Alert) => boolean }[] = [
  { filter: { acknowledged: 'true' }, passes: ({ acknowledged_at: at }) => at !== null },
  {
    filter: { acknowledged: 'false', severity: 'high' },
    passes: ({ acknowledged_at: at, severity }) => at === null && severity === 'high',
  },
  { filter: { case: opened.case.uuid }, passes: ({ uuid }) => uuid === third.uuid },
  { filter: { tag: 'blue,green' }, passes: ({ tags }) => tags.includes('blue') },
  { filter: { model: 'Odd' }, passes: ({ vehicle }) => vehicle?.model === 'Odd' },
  { filter: { not_model: 'Odd' }, passes: ({ vehicle }) => vehicle?.model !== 'Odd' },
  { filter: { rule: first.rule }, passes: ({ rule }) => rule === first.rule },
  {
    filter: { not_rule: first.rule, not_severity: 'medium' },
    passes: ({ rule, severity }) => rule !== first.rule && severity !== 'medium',
  },
  {
    filter: { not_vehicle: `${vins[0]},${vins[1]}` },
    passes: ({ vehicle }) => vehicle === null || ![vins[0], vins[1]].includes(vehicle.vin),
  },
  { filter: { not_source: 'ids' }, passes: ({ source }) => source !== 'ids' },
  { filter: { not_status: 'NEW' }, passes: ({ status }) => status !== 'NEW' },
  { filter: { observable: 'ecu:gateway' }, passes: ({ ecu }) => ecu === 'gateway' },
  { filter: { observable: 'ecu:gate' }, passes: () => false },
  {
    filter: { tactic: first.tactics[0] ?? 'none' },
    passes: ({ tactics }) => first.tactics[0] !== undefined && tactics.includes(first.tactics[0]),
  },
  { filter: { q: 'GATEWAY' }, passes: ({ ecu }) => ecu === 'gateway' },
  { filter: { q: 'vehicle3' }, passes: ({ vehicle }) => vehicle?.vin === 'VEHICLE3' },
  { filter: { q: `ALR-${first.number}` }, passes: ({ uuid }) => uuid === first.uuid },
  { filter: { q: 'kind' }, passes: () => false },
  { filter: { q: 'can_' }, passes: () => false },
]

test.for(filters)('[ALERT-LIST-1] $filter finds exactly the matching alerts', async ({ filter, passes }) => {
  expect(await found(filter)).toEqual(those(passes, now))
})

/** The property by which each order sorts, descending. */
const compared: Record<(typeof alertOrders)[number], (alert: Alert) => number> = {
  newest: ({ last_seen: at }) => Date.parse(at),
  oldest: ({ first_seen: at }) => -Date.parse(at),
  risk: ({ risk }) => risk,
  severity: ({ severity }) => severities.indexOf(severity),
  count: ({ count }) => count,
}

/** All alerts, page by page; `between` runs before each page but the first. */
async function walk(
  sort: string,
  limit: number,
  between: () => Promise<unknown> = async () => undefined,
): Promise<Alert[]> {
  const alerts: Alert[] = []
  for (let cursor: string | undefined; ;) {
    const { body } = await site.get(admin.token, 'msoc/v1/alerts', { sort, limit, cursor })
    alerts.push(...body.alerts)
    if (body.next_cursor === null) return alerts
    cursor = body.next_cursor
    await between()
  }
}

test.for(alertOrders)('[ALERT-LIST-2] [ALERT-LIST-3] by %s, pages list each alert once, in order', async (sort) => {
  const alerts = await walk(sort, 4)
  expect(alerts.map(({ uuid }) => uuid).sort()).toEqual(those(() => true, now))
  const values = alerts.map(compared[sort])
  expect(values).toEqual(values.toSorted((a, b) => b - a))
})

test.for(alertOrders)(
  '[ALERT-LIST-3] by %s, unchanged alerts are listed once while others move and arrive',
  async (sort) => {
    const random = createRandom(7)
    const moving = vins.slice(0, 3)
    let more = 0
    const alerts = await walk(sort, 3, () =>
      site.post(alpha.key, [
        idsEvent(moving[random(moving.length)]!, { count: 5 }),
        idsEvent('NEWCOMER', { sensor_instance: ++more % 60, event_id: 0x8000 + more }),
      ]),
    )
    const stays = (alert: Alert) => alert.vehicle?.vin !== 'NEWCOMER' && !moving.includes(alert.vehicle?.vin ?? '')
    expect(those(stays, alerts)).toEqual(those(stays))
  },
)

test.for(alertOrders)(
  '[ALERT-LIST-5] by %s, skipping rows gives the page at that position, and paging continues from it',
  async (sort) => {
    const fetchPage = async (query: object) =>
      (await site.get(admin.token, 'msoc/v1/alerts', { sort, not_vehicle: 'NEWCOMER', ...query })).body as {
        alerts: Alert[]
        next_cursor: string | null
        total: number
      }
    // an alert may get evidence between two requests, so it is compared by its uuid
    const named = (alerts: readonly Alert[]) => alerts.map(({ uuid }) => uuid)
    const whole = await fetchPage({ limit: 500 })
    const part = await fetchPage({ limit: 4, skip: 7 })
    expect(named(part.alerts)).toEqual(named(whole.alerts.slice(7, 11)))
    expect(named((await fetchPage({ limit: 3, cursor: part.next_cursor })).alerts)).toEqual(
      named(whole.alerts.slice(11, 14)),
    )
    expect(await fetchPage({ limit: 4, skip: whole.total })).toEqual({
      alerts: [],
      next_cursor: null,
      total: whole.total,
    })
  },
)

test('[ALERT-LIST-3] a cursor of another order is refused', async () => {
  const { body } = await site.get(admin.token, 'msoc/v1/alerts', { sort: 'risk', limit: 2 })
  expect(
    (await site.get(admin.token, 'msoc/v1/alerts', { sort: 'newest', limit: 2, cursor: body.next_cursor })).status,
  ).toBe(400)
})

test('[ALERT-LIST-4] a histogram counts every alert of its span once, under its severity and interval', async () => {
  const alerts = await alertsOf(site, alpha, { model: 'Odd' })
  const to = new Date(Date.now() + 60_000).toISOString()
  const { body } = await site.get(admin.token, 'msoc/v1/alerts/histogram', {
    model: 'Odd',
    buckets: 10,
    from: new Date(Date.now() - 60_000).toISOString(),
    to,
  })
  const buckets = body.buckets as {
    at: string
    high: number
    medium: number
    low: number
    info: number
    critical: number
  }[]
  const sum = (severity: 'high' | 'medium') => buckets.reduce((total, bucket) => total + bucket[severity], 0)

  expect({ high: sum('high'), medium: sum('medium') }).toEqual({
    high: alerts.filter(({ severity }) => severity === 'high').length,
    medium: alerts.filter(({ severity }) => severity === 'medium').length,
  })
  for (const { at, high, medium } of buckets) {
    const begin = Date.parse(at)
    expect((begin - Date.parse(body.from)) % body.step_ms).toBe(0)
    expect(high + medium).toBe(
      alerts.filter(({ last_seen: seen }) => Date.parse(seen) >= begin && Date.parse(seen) < begin + body.step_ms)
        .length,
    )
  }
  expect(
    (await site.get(admin.token, 'msoc/v1/alerts/histogram', { from: to, to: '2020-01-01T00:00:00Z' })).status,
  ).toBe(400)
})

/** Five failures to sign in: an alert whose observables are the host and the address. */
const failures = (vehicle: string, hostname: string, address: string) =>
  Array.from({ length: 5 }, () => ({
    type: 'syslog',
    vehicle,
    ts: Date.now(),
    hostname,
    app_name: 'sshd',
    message: `Failed password for root from ${address} port 41000 ssh2`,
  }))

test('[SIMILAR-1] [SIMILAR-2] [SIMILAR-3] an address makes alerts similar, a bus or rule does not', async () => {
  const { key, members, ...bravo } = await site.organisation('Bravo')
  const org = { key, members, ...bravo }
  for (const vin of ['A', 'D', 'E']) await createVehicle(site, members.ADMIN.token, { vin, model: 'EQX-24' })
  await site.post(key, [
    ...['A', 'B', 'C', 'D'].flatMap((vin) => failures(vin, `tcu-${vin}`, '203.0.113.7')),
    ...failures('E', 'tcu-E', '203.0.113.8'),
    ...['F', 'G'].map((vin) => idsEvent(vin, { detail: { ecu: 'brake', bus: 'can0' } })),
  ])
  const [a, b, c, d, e, f] = (await Promise.all(
    ['A', 'B', 'C', 'D', 'E', 'F'].map(async (vehicle) => (await alertsOf(site, org, { vehicle }))[0]!),
  )) as [Alert, Alert, Alert, Alert, Alert, Alert]
  await site.call(members.ADMIN.token, 'msoc/v1/alerts/update', {
    uuids: [d.uuid],
    change: { status: 'CLOSED', resolution: 'UNKNOWN' },
  })

  const { body } = await site.get(members.ADMIN.token, 'msoc/v1/alerts/similar', { uuid: a.uuid })
  expect(body.alerts.map(({ uuid }: Alert) => uuid).sort()).toEqual([b.uuid, c.uuid].sort())
  expect([body.total, body.vehicles]).toEqual([2, 2])
  expect(body.shared).toEqual([
    { observable: { kind: 'hostname', value: 'tcu-A' }, alerts: 0, vehicles: 0 },
    { observable: { kind: 'address', value: '203.0.113.7' }, alerts: 2, vehicles: 2 },
  ])
  const { body: ofIds } = await site.get(members.ADMIN.token, 'msoc/v1/alerts/similar', { uuid: f.uuid })
  expect(ofIds).toEqual({ shared: [], alerts: [], total: 0, vehicles: 0 })

  const { body: counted } = await site.call(members.ADMIN.token, 'msoc/v1/alerts/similar-counts', {
    uuids: [a.uuid, d.uuid, e.uuid, f.uuid],
  })
  expect(
    Object.fromEntries(counted.counts.map(({ uuid, similar }: { uuid: string; similar: number }) => [uuid, similar])),
  ).toEqual({ [a.uuid]: 2, [d.uuid]: 3, [e.uuid]: 0, [f.uuid]: 0 })
})

test('[ALERT-LIST-6] alerts are counted by rule, the most severe rule first, each with one name', async () => {
  const charlie = await site.organisation('Charlie')
  await site.post(charlie.key, [
    ...['A', 'B'].flatMap((vin) => failures(vin, `tcu-${vin}`, '203.0.113.7')),
    ...['A', 'B', 'C'].map((vin) => idsEvent(vin, { event_id: 0x9000 })),
  ])
  const [first] = await alertsOf(site, charlie, { rule: 'authentication-failures' })
  const { token } = charlie.members.ANALYST
  await site.call(token, 'msoc/v1/alerts/update', { uuids: [first!.uuid], change: { acknowledge: true } })

  const { body } = await site.get(token, 'msoc/v1/alerts/rules', {})
  expect(body).toMatchObject({
    rules: [
      {
        rule: 'authentication-failures',
        title: 'Repeated authentication failures',
        severity: 'high',
        alerts: 2,
        unacknowledged: 1,
        vehicles: 2,
      },
      { rule: 'ids.can 0x9000', title: 'Unlisted IDS event 0x9000', severity: 'medium', alerts: 3, vehicles: 3 },
    ],
    total: 2,
  })
  expect((await site.get(token, 'msoc/v1/alerts/rules', { limit: 1, severity: 'medium' })).body).toMatchObject({
    rules: [{ rule: 'ids.can 0x9000' }],
    total: 1,
  })
})

test('[ALERT-4] a comment is kept with the closing; nothing else takes one', async () => {
  const [{ uuid }] = (await alertsOf(site, alpha, { status: 'NEW' })) as [Alert]
  const update = (change: object) => site.call(analyst.token, 'msoc/v1/alerts/update', { uuids: [uuid], change })
  expect((await update({ acknowledge: true, comment: 'x' })).status).toBe(400)
  await update({ status: 'CLOSED', resolution: 'LEGITIMATE', comment: 'Workshop test of 12 May' })
  const { body } = await site.get(analyst.token, 'msoc/v1/alerts/get', { uuid })
  expect(body.changes[0]).toMatchObject({ kind: 'acknowledge' })
  expect(body.changes[1]).toMatchObject({ kind: 'close', detail: { comment: 'Workshop test of 12 May' } })
  await update({ status: 'NEW' })
})

test('[ALERT-4] [ALERT-6] an alert has the times when it was raised and closed; reopening clears closed', async () => {
  const { uuid } = all.at(-1)!
  const update = async (change: object) =>
    (await site.call(analyst.token, 'msoc/v1/alerts/update', { uuids: [uuid], change })).body.alerts[0] as Alert
  const closed = await update({ status: 'CLOSED', resolution: 'UNKNOWN' })
  expect(Date.parse(closed.closed_at!)).toBeGreaterThanOrEqual(Date.parse(closed.raised_at))
  expect(await update({ status: 'NEW' })).toMatchObject({ closed_at: null, raised_at: closed.raised_at })
})

test('the live queue starts in the requested order and size, with the cursor of the next alerts', async () => {
  const viewer = await site.live(analyst.token)
  const { data } = await viewer
    .subscribe('msoc.alerts', { sort: 'count', limit: 20, filter: { not_vehicle: ['NEWCOMER'] } })
    .snapshot()
  const { alerts, next_cursor: cursor } = data as { alerts: Alert[]; next_cursor: string }
  const counts = alerts.map(({ count }) => count)
  expect(counts).toEqual(counts.toSorted((a, b) => b - a))
  expect(counts[0]).toBeGreaterThan(counts.at(-1)!)
  expect(alerts).toHaveLength(20)
  const { body } = await site.get(analyst.token, 'msoc/v1/alerts', { sort: 'count', cursor, not_vehicle: 'NEWCOMER' })
  expect(alerts.length + body.alerts.length).toBe(body.total)
})

test('[ALERT-8] an alert, its changes and its evidence exist only for its organisation', async () => {
  const { org: other } = await site.organisation('Bravo')
  const read = async (org: typeof other) => ({
    alert: await alertByUuid(site.db, org, first.uuid),
    history: await historyOf(site.db, org, first.uuid),
    changes: await changesAfter(site.db, org, 0, 1_000),
    evidence: await evidenceOf(site.db, org, first.uuid, 10),
  })
  const { alert, history, changes, evidence } = await read(alpha.org)
  expect([alert?.uuid, history.length > 0, changes.length > 0, evidence !== null]).toEqual([
    first.uuid,
    true,
    true,
    true,
  ])
  expect(await read(other)).toEqual({ alert: undefined, history: [], changes: [], evidence: null })
})

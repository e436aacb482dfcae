import { expect, test } from 'vitest'
import { closeCodes } from '@carapace/shared/core/live/live-protocol'
import type { LiveAlert } from '@carapace/shared/msoc/alerts/alerts.contract'
import type { Counters } from '@carapace/shared/msoc/history/history.contract'
import type { Vehicle } from '@carapace/shared/msoc/vehicles/vehicles.contract'

import { idsEvent, position } from '../support/events.ts'
import { startInstallation } from '../support/installation.ts'
import type { Subscription } from '../support/live.ts'

const site = await startInstallation()
const alpha = await site.organisation('Alpha')
const { token, uuid: analystUuid } = alpha.members.ANALYST
const post = (events: readonly object[]) => site.post(alpha.key, events)
const hello = { op: 'hello', token, protocol: 1 }

test('a socket without a hello within five seconds is closed with 4401', async () => {
  const viewer = await site.live()
  expect(await viewer.closed).toMatchObject({ code: closeCodes.notSignedIn })
  expect(viewer.frames).toEqual([])
})

test.for([
  'hello',
  '[]',
  'null',
  '{"op":"hallo"}',
  '{"op":"hello","token":1,"protocol":1}',
  { op: 'subscribe', sub: 1, channel: 'msoc.alerts' },
  { op: 'ping', at: 1 },
  { ...hello, protocol: 2 },
])('a first frame like %s closes the socket with 4400', async (frame) => {
  const viewer = await site.live()
  viewer.send(frame)
  expect((await viewer.closed).code).toBe(closeCodes.badFrame)
})

test.for([
  '',
  '{',
  '{"op":"subscribe"}',
  '{"op":"subscribe","sub":-1,"channel":"msoc.alerts"}',
  '{"op":"subscribe","sub":1,"channel":7}',
  hello,
])('after sign-in, a frame like %s also closes the socket', async (frame) => {
  const viewer = await site.live(token)
  viewer.send(frame)
  expect((await viewer.closed).code).toBe(closeCodes.badFrame)
})

test('[LIVE-2] a client that sends too much before the welcome is closed with 4400', async () => {
  const long = { op: 'subscribe', sub: 1, channel: 'msoc.alerts', params: { filter: { q: 'x'.repeat(17_000) } } }
  const early = await site.live()
  early.send(hello)
  early.send(long)
  expect((await early.closed).code).toBe(closeCodes.badFrame)

  const waitingClient = await site.live(token)
  waitingClient.send(long)
  await waitingClient.until(
    () => waitingClient.frames.some(({ op }) => op === 'error'),
    'the refusal of a waiting frame',
  )
})

test('an invalid subscription gets its own error, and the socket stays open', async () => {
  const viewer = await site.live(token)
  expect(await viewer.subscribe('msoc.nothing').refusal()).toBe('NOT_FOUND')
  expect(await viewer.subscribe('msoc.vehicle', { vehicle: 'NOBODY' }).refusal()).toBe('NOT_FOUND')
  for (const vehicle of ['', '\0', 'a\ud800', 'x'.repeat(65)])
    expect(await viewer.subscribe('msoc.vehicle', { vehicle }).refusal()).toBe('INVALID_INPUT')
  for (const params of [
    {},
    { bbox: [0, 0, 1], zoom: 1 },
    { bbox: [0, 0, 1, 91], zoom: 1 },
    { bbox: [0, 0, 1, 1], zoom: 'near' },
  ])
    expect(await viewer.subscribe('msoc.positions', params).refusal()).toBe('INVALID_INPUT')
  const alerts = viewer.subscribe('msoc.alerts')
  await alerts.snapshot()
  viewer.send({ op: 'subscribe', sub: alerts.sub, channel: 'msoc.cases' })
  expect(await alerts.refusal()).toBe('INVALID_INPUT')
  viewer.send({ op: 'ping', at: 42 })
  expect(await viewer.until(() => viewer.frames.find((frame) => frame.op === 'pong'), 'a pong')).toEqual({
    op: 'pong',
    at: 42,
  })
})

test('a socket may have 64 subscriptions; one that ends makes room for another', async () => {
  const viewer = await site.live(token)
  const subscriptions = Array.from({ length: 64 }, () => viewer.subscribe('msoc.cases'))
  await Promise.all(subscriptions.map((one) => one.snapshot()))
  expect(await viewer.subscribe('msoc.cases').refusal()).toBe('TOO_MANY')
  subscriptions[0]!.end()
  await viewer.subscribe('msoc.cases').snapshot()
})

const alertChangesOf = ({ changes }: Subscription) => changes as LiveAlert[]
const newSeq = async () =>
  Number((await site.sql`SELECT seq FROM change_counters WHERE org_uuid = ${alpha.org.uuid}`)[0]!.seq)

test('[CHANGE-3] a viewer of the queue receives an alert when it is raised, counted and changed', async () => {
  const queue = (await site.live(token)).subscribe('msoc.alerts', { filter: { vehicle: 'WATCHED' } })
  expect((await queue.snapshot()).data).toEqual({ alerts: [], next_cursor: null, total: 0 })
  await post([idsEvent('WATCHED')])
  const raised = await queue.until(
    (one) => alertChangesOf(one).find(({ kind, alert }) => kind === 'raise' && alert),
    'a raise',
  )
  await post([idsEvent('WATCHED', { count: 4 })])
  await queue.until((one) => alertChangesOf(one).find(({ alert }) => alert?.count === 5), 'a count of 5')
  await site.call(token, 'msoc/v1/alerts/update', { uuids: [raised.uuid], change: { owner: 'me' } })
  await queue.until(
    (one) => alertChangesOf(one).find(({ kind, alert }) => kind === 'assign' && alert?.owner?.uuid === analystUuid),
    'an owner',
  )

  const seqs = alertChangesOf(queue).map(({ seq }) => seq)
  expect(seqs).toEqual([...seqs].sort((a, b) => a - b))
})

test('[CHANGE-4] a viewer that resumes gets exactly the missed changes, and no snapshot', async () => {
  const before = await site.live(token)
  const queue = before.subscribe('msoc.alerts')
  const { epoch } = await queue.snapshot()
  before.close()
  await before.closed
  const from = { epoch, seq: Math.max(queue.seq(), await newSeq()) }
  for (let i = 0; i < 30; i++) await post([idsEvent('MISSED', { sensor_instance: i % 10 })])
  const last = await newSeq()

  const resumed = (await site.live(token)).subscribe('msoc.alerts', {}, from)
  await resumed.until((one) => one.seq() >= last, 'the last change')
  const missed = await site.sql<{ seq: number; uuid: string; kind: string }[]>`SELECT seq::int, kind, alert_uuid AS uuid
    FROM alert_changes
    WHERE org_uuid = ${alpha.org.uuid}
    AND seq > ${from.seq}
    ORDER BY seq`
  expect(resumed.frames.map(({ op }) => op)).not.toContain('snapshot')
  expect(alertChangesOf(resumed).map(({ seq, kind, uuid }) => ({ seq, kind, uuid }))).toEqual(
    missed.slice(0, alertChangesOf(resumed).length).map((row) => ({ ...row })),
  )
  expect(missed.length).toBeGreaterThanOrEqual(30)
})

test('[CHANGE-4] with another epoch, or ahead of the history, a viewer gets a snapshot', async () => {
  const viewer = await site.live(token)
  const { epoch, seq } = await viewer.subscribe('msoc.alerts').snapshot()
  for (const from of [
    { epoch: crypto.randomUUID(), seq },
    { epoch: 'x', seq: 0 },
    { epoch, seq: seq + 1_000_000 },
  ]) {
    expect((await viewer.subscribe('msoc.alerts', {}, from).snapshot()).epoch).toBe(epoch)
  }
})

test('two viewers with different filters receive every change, and see only their alerts', async () => {
  const [one, two] = [await site.live(token), await site.live(token)]
  const mine = one.subscribe('msoc.alerts', { filter: { vehicle: 'LEFT' } })
  const yours = two.subscribe('msoc.alerts', { filter: { vehicle: 'RIGHT', severity: 'high' } })
  await Promise.all([mine.snapshot(), yours.snapshot()])
  await post([idsEvent('LEFT'), idsEvent('RIGHT'), idsEvent('RIGHT', { event_id: 0x8010 })])
  const last = await newSeq()
  await Promise.all([mine, yours].map((queue) => queue.until((some) => some.seq() >= last, 'all three')))

  const seen = (queue: Subscription) =>
    alertChangesOf(queue).flatMap(({ alert }) => (alert ? [`${alert.vehicle!.vin} ${alert.severity}`] : []))
  expect([new Set(seen(mine)), new Set(seen(yours))]).toEqual([new Set(['LEFT high']), new Set(['RIGHT high'])])
  expect(new Set(alertChangesOf(mine).map(({ uuid }) => uuid))).toEqual(
    new Set(alertChangesOf(yours).map(({ uuid }) => uuid)),
  )
})

test('a viewer of cases receives a case that is opened', async () => {
  const cases = (await site.live(token)).subscribe('msoc.cases')
  await cases.snapshot()
  await post([idsEvent('ESCALATED')])
  const { body } = await site.get(token, 'msoc/v1/alerts', { vehicle: 'ESCALATED' })
  await site.call(token, 'msoc/v1/cases/create', { title: 'Seen live', alert_uuids: [body.alerts[0].uuid] })
  expect(await cases.until(({ changes }) => changes[0], 'the case')).toMatchObject({
    kind: 'open',
    case: { title: 'Seen live', alerts: 1 },
  })
})

test('the counters have the rates, vehicles and open alerts of the tables', async () => {
  const beta = await site.organisation('Beta')
  const counters = (await site.live(beta.members.VIEWER.token)).subscribe('msoc.counters')
  expect((await counters.snapshot()).data).toMatchObject({ vehicles: { healthy: 0 }, alerts: { open: 0 }, rejected: 0 })
  await site.post(beta.key, [
    position('B1', 1, 1),
    position('B2', 1, 1),
    idsEvent('B2', { event_id: 0x8003 }),
    position('B3', 91, 1),
  ])

  const counts = await counters.until(
    ({ changes }) => (changes as Counters[]).find(({ alerts, rates }) => alerts.open === 1 && rates.position),
    'the counts',
  )
  expect(counts).toMatchObject({
    vehicles: { healthy: 1, degraded: 0, compromised: 1, offline: 0 },
    alerts: { open: 1, unacknowledged: 1, critical: 1, high: 0 },
  })
  // rates are over the listening time, whatever it is; there were two positions for one IDS event
  expect(counts.rates.position! / counts.rates['ids.can']!).toBeCloseTo(2, 0)
  expect(counts.lag_ms).toBeGreaterThanOrEqual(0)
})

test('one vehicle, live: its state and signals are sent again after its events', async () => {
  await post([position('ONE', 1, 1)])
  const vehicle = (await site.live(token)).subscribe('msoc.vehicle', { vehicle: 'ONE' })
  expect((await vehicle.snapshot()).data).toMatchObject({ vehicle: { vin: 'ONE', position: { lat: 1 } }, signals: [] })
  await post([
    position('ONE', 2, 1),
    { type: 'telemetry', vehicle: 'ONE', ts: Date.now(), signals: { 'Vehicle.Speed': 42, 'Vehicle.Name': 'Ada' } },
  ])
  const update = await vehicle.until(
    ({ changes }) =>
      (changes as { vehicle: Vehicle; signals: { path: string; value: unknown }[] }[]).find(
        (one) => one.vehicle.position?.lat === 2 && one.signals.length === 2,
      ),
    'the signals',
  )
  expect(update.signals.map(({ path, value }) => [path, value])).toEqual([
    ['Vehicle.Name', 'Ada'],
    ['Vehicle.Speed', 42],
  ])
})

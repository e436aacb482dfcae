import { expect, test, vi } from 'vitest'
import { channels, endpoints } from '@carapace/shared/contracts'

import { isolationProbes, watchedChannels } from '../support/access-probes.ts'
import { fillWithEverything, lines, untilFollowed } from '../support/everything.ts'
import { sendAndEnd, startInstallation } from '../support/installation.ts'
import { identifiersIn, leaksIn, rowsOwnedBy } from '../support/tenancy.ts'

const site = await startInstallation()
const alpha = await site.organisation('Alpha')
const bravo = await site.organisation('Zebra works')
const mark = 'ZEBRA'
const theirs = await fillWithEverything(site, bravo, mark)
const ours = await fillWithEverything(site, alpha, 'ALPHA')
const identifiers = identifiersIn(await rowsOwnedBy(site.sql, bravo.org))
const admin = alpha.members.ADMIN

const probes = isolationProbes({ theirs, ours, mark, callerUuid: admin.uuid, theirOrgUuid: bravo.org.uuid })
const watched = watchedChannels(theirs)

test('every endpoint and every channel is tried by another organisation', () => {
  expect(Object.keys(probes).sort()).toEqual(endpoints.map(({ path }) => path).sort())
  expect(Object.keys(watched).sort()).toEqual(channels.map(({ name }) => name).sort())
})

const calls = endpoints.flatMap((endpoint) => (probes[endpoint.path] ?? []).map((probe) => ({ ...endpoint, ...probe })))

test.for(calls)(
  '$path neither reveals nor changes data of another organisation, called with $say',
  async ({ method, path, takes, say, status }) => {
    const before = await rowsOwnedBy(site.sql, bravo.org)
    const token = path === 'v2/auth/logout' ? await site.signIn(alpha.org, admin.uuid) : admin.token
    const input = say as Record<string, string>
    const reply =
      takes !== undefined
        ? await site.upload(token, path, input, '(1.0) can0 123#01\n')
        : method === 'GET'
          ? await site.get(token, path, input)
          : await site.call(token, path, say)

    expect(reply.status, reply.text).toBe(status)
    expect(leaksIn(reply.text, say, mark, identifiers)).toEqual([])
    expect(await rowsOwnedBy(site.sql, bravo.org)).toEqual(before)
  },
)

test("an update by uuids or by a filter that name another organisation's alerts finds none", async () => {
  const { body: named } = await site.call(admin.token, 'msoc/v1/alerts/update', {
    uuids: [theirs.alertUuid, theirs.escalatedUuid],
    change: { acknowledge: true },
  })
  expect(named).toEqual({ success: true, updated: 0, unchanged: 0, not_found: 2, alerts: [] })

  const { body: filtered } = await site.call(admin.token, 'msoc/v1/alerts/update', {
    query: { vehicle: theirs.deviceId },
    change: { acknowledge: true },
  })
  expect(filtered).toEqual({ success: true, updated: 0, unchanged: 0, not_found: 0, alerts: [] })
})

test("the rollups count only the organisation's own events", async () => {
  const { body } = await site.get(admin.token, 'msoc/v1/rollups', { step: 'hour' })
  const counted = (kind: string) =>
    body.events.reduce(
      (sum: number, row: { kind: string; events: number }) => sum + (row.kind === kind ? row.events : 0),
      0,
    )
  const [raw] = await site.sql`SELECT (SELECT count(*)::int
      FROM positions
      WHERE org_id = ${alpha.org.id}) AS position, (SELECT count(*)::int
      FROM can_frames
      WHERE org_id = ${alpha.org.id}) AS can`
  expect({ position: counted('position'), can: counted('can') }).toEqual(raw)
  const alerts = await site.sql`SELECT 1 FROM alerts WHERE org_uuid = ${alpha.org.uuid}`
  expect(body.alerts.reduce((sum: number, row: { alerts: number }) => sum + row.alerts, 0)).toBe(alerts.length)
})

test('a viewer of every channel receives nothing of another organisation, at once or later', async () => {
  const viewer = await site.live(admin.token)
  const subscriptions = channels.flatMap(({ name }) =>
    watched[name]!.map(({ params, refused }) => ({ refused, subscription: viewer.subscribe(name, params) })),
  )
  for (const { refused, subscription } of subscriptions) {
    if (refused) expect(await subscription.refusal()).toBe('NOT_FOUND')
    else await subscription.snapshot()
  }
  const owner = await site.live(bravo.members.ADMIN.token)
  const theirSyslog = owner.subscribe('msoc.syslog')
  await theirSyslog.snapshot()
  await site.post(bravo.key, lines(theirs.vin, mark))
  await theirSyslog.until(({ changes }) => changes.length > 0, "the others' own log line")
  await site.post(alpha.key, lines(ours.vin, 'ALPHA'))
  await viewer.until(
    () => viewer.frames.some((frame) => JSON.stringify(frame).includes('ALPHA sends hello')),
    'our own log line',
  )

  await untilFollowed(site, bravo.org)
  const later = identifiersIn(await rowsOwnedBy(site.sql, bravo.org))
  expect(leaksIn(JSON.stringify(viewer.frames), [theirs], mark, later)).toEqual([])
})

const candump = '(1700000000.000000) can0 123#01\n'
const idsMessage = Buffer.from([0x10, 0, 0x41, 0x80, 0x03, 0, 1, 0])
const osmAnd = { lat: 1, lon: 1, vehicle: theirs.vin, deviceid: theirs.deviceId, vin: theirs.vin }

/** Inputs of ingest that name another organisation's vehicle. */
const senders: Record<string, () => Promise<unknown>> = {
  'events of its VIN': () => site.post(alpha.key, lines(theirs.vin, 'ALPHA')),
  'events of its device id': () => site.post(alpha.key, lines(theirs.deviceId, 'ALPHA')),
  'events of its uuid': () => site.post(alpha.key, lines(theirs.vehicleUuid, 'ALPHA')),
  'the idempotency key that it used': () =>
    site.post(alpha.key, lines(ours.vin, 'ALPHA'), { headers: { 'idempotency-key': 'the first' } }),
  'a candump log': () =>
    site.post(alpha.key, candump, { path: `candump?vehicle=${theirs.vin}`, headers: { 'content-type': 'text/plain' } }),
  'IDS messages': () =>
    site.post(alpha.key, idsMessage, {
      path: `idsm?vehicle=${theirs.vin}`,
      headers: { 'content-type': 'application/octet-stream' },
    }),
  "a phone's token": () => site.track({ id: ours.deviceToken, ...osmAnd }),
  'its device id as a token': () => site.track({ id: theirs.deviceId, ...osmAnd }),
  "the token's uuid as a token": () => site.track({ id: theirs.deviceTokenUuid, ...osmAnd }),
  'a log line with our key': () =>
    sendAndEnd(
      site.ingest.syslogPort,
      `<13>1 - ${theirs.vin} app - - [carapace@32473 key="${alpha.key}" vehicle="${theirs.vin}"] ours\n`,
    ),
  'a log line without a key': () =>
    sendAndEnd(
      site.ingest.syslogPort,
      `<13>1 - ${theirs.vin} app - - [carapace@32473 vehicle="${theirs.vin}"] nobody's\n`,
    ),
  'a log line with a key that is none': () =>
    sendAndEnd(
      site.ingest.syslogPort,
      `<13>1 - ${theirs.vin} app - - [carapace@32473 key="${theirs.keyUuid}"] nobody's\n`,
    ),
}

test.for(Object.keys(senders))("%s leaves the other organisation's vehicle unchanged", async (name) => {
  const before = await rowsOwnedBy(site.sql, bravo.org)
  const reply = await senders[name]!()
  await sendAndEnd(site.ingest.syslogPort, `<13>1 - - app - - [carapace@32473 key="${alpha.key}"] after ${name}\n`)
  await vi.waitFor(
    async () => expect(await site.sql`SELECT 1 FROM syslog_events WHERE message = ${`after ${name}`}`).toHaveLength(1),
    { timeout: 20_000 },
  )

  expect(leaksIn(JSON.stringify(reply ?? ''), [theirs], mark, identifiers)).toEqual([])
  expect(await rowsOwnedBy(site.sql, bravo.org)).toEqual(before)
})

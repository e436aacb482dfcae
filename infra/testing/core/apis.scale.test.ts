import { fork } from 'node:child_process'
import { once } from 'node:events'
import { request } from 'node:http'
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { readBusSettings } from '@carapace/shared/core/bus/bus'
import { closeCodes } from '@carapace/shared/core/live/live-protocol'
import type { LiveAlert } from '@carapace/shared/msoc/alerts/alerts.contract'
import type { Counters } from '@carapace/shared/msoc/history/history.contract'
import type { MapVehicle, Vehicle } from '@carapace/shared/msoc/vehicles/vehicles.contract'

import { alertsOf, idsEvent, position } from '../support/events.ts'
import { fetchAnswer, startInstallation } from '../support/installation.ts'
import { connectLive, type LiveClient, type Subscription } from '../support/live.ts'
import { natsMissing, ownNats } from '../support/servers/nats.ts'

const waitOptions = { timeout: 40_000, interval: 50 }

/** Two apis and an ingest that communicate over NATS only. */
async function startSite() {
  const nats = await ownNats()
  const bus = readBusSettings({ NATS_URL: nats.url })
  const site = await startInstallation({ bus })
  const [other, ingest] = [await site.anotherApi(), await site.anotherIngest({ bus })]
  const alpha = await site.organisation('Alpha')
  const viewers: LiveClient[] = []
  afterAll(() => viewers.forEach((viewer) => viewer.close()))
  return {
    ...site,
    nats,
    other,
    alpha,
    bus,
    token: alpha.members.ANALYST.token,
    send: async (events: readonly object[]) => {
      const { status, text } = await site.post(alpha.key, events, { port: ingest.port })
      expect(status, text).toBe(200)
    },
    /** A viewer of one of the apis. */
    async viewer(port: number) {
      const viewer = await connectLive(port, alpha.members.VIEWER.token)
      viewers.push(viewer)
      return viewer
    },
    healthOf: (port: number) => fetchAnswer(`http://127.0.0.1:${port}/api/health`),
  }
}

const alertChangesOf = ({ changes }: Subscription) => changes as LiveAlert[]
type Moved = { vehicle?: MapVehicle; gone?: string }

/** The position and state of the vehicles on a viewer's map. */
function mapOf(subscription: Subscription): Record<string, string> {
  const map: Record<string, string> = {}
  const put = ({ vin, lat, health, open_alerts }: MapVehicle) => (map[vin] = `${lat} ${health} ${open_alerts}`)
  for (const frame of subscription.frames) {
    if (frame.op === 'snapshot') (frame.data as { vehicles: MapVehicle[] }).vehicles.forEach(put)
    if (frame.op === 'changes') for (const { vehicle } of frame.data as Moved[]) if (vehicle) put(vehicle)
  }
  return map
}

const world = { bbox: [-180, -90, 180, 90], zoom: 20 }

const site = (natsMissing ? {} : await startSite()) as Awaited<ReturnType<typeof startSite>>

describe.skipIf(natsMissing)(`several apis${natsMissing ? `: ${natsMissing}` : ''}`, () => {
  const { sql, alpha, token } = site
  const seqNow = async () =>
    Number((await sql`SELECT seq FROM change_counters WHERE org_uuid = ${alpha.org.uuid}`)[0]!.seq)
  const isConnected = (is: boolean) =>
    vi.waitFor(async () => {
      const answers = await Promise.all([site.api, site.other].map(({ port }) => site.healthOf(port)))
      expect(answers.map(({ status, body }) => [status, body.status])).toEqual([
        [200, is ? 'ok' : 'degraded'],
        [200, is ? 'ok' : 'degraded'],
      ])
    }, waitOptions)

  test('[BUS-1] changes through one api, or by ingest, reach the viewers of the other', async () => {
    await site.send([position('SHARED', 1, 1)])
    const viewer = await site.viewer(site.other.port)
    const [queue, map, vehicle, cases, jobs] = [
      viewer.subscribe('msoc.alerts'),
      viewer.subscribe('msoc.positions', world),
      viewer.subscribe('msoc.vehicle', { vehicle: 'SHARED' }),
      viewer.subscribe('msoc.cases'),
      viewer.subscribe('app.jobs'),
    ]
    await Promise.all([queue, map, vehicle, cases, jobs].map((one) => one.snapshot()))
    await site.send([position('SHARED', 1.0001, 1), idsEvent('SHARED', { event_id: 0x8003 })])
    const raised = await queue.until((one) => alertChangesOf(one).find(({ kind }) => kind === 'raise'), 'the alert')
    await map.until((one) => mapOf(one).SHARED === '1.0001 compromised 1', 'the position and the alert on the map')

    await site.call(token, 'msoc/v1/cases/create', { title: 'From the other', alert_uuids: [raised.uuid] })
    expect(await cases.until(({ changes }) => changes[0], 'the case')).toMatchObject({
      kind: 'open',
      case: { title: 'From the other' },
    })
    await site.call(token, 'msoc/v1/alerts/update', {
      uuids: [raised.uuid],
      change: { status: 'CLOSED', resolution: 'FALSE_POSITIVE' },
    })
    await map.until((one) => mapOf(one).SHARED === '1.0001 healthy 0', 'the vehicle healthy again')
    await vehicle.until(
      ({ changes }) =>
        (changes as { vehicle: Vehicle }[]).find(
          (one) => one.vehicle.position?.lat === 1.0001 && one.vehicle.open_alerts === 0,
        ),
      'the vehicle as it is',
    )
    await site.call(token, 'msoc/v1/alerts/bulk', { query: {}, change: { tags: ['seen'] } })
    await jobs.until(
      ({ changes }) => (changes as { status: string }[]).find(({ status }) => status === 'COMPLETED'),
      'the job done',
    )
  })

  test('[CHANGE-4] a viewer that reconnects to the other api gets exactly the missed changes', async () => {
    const before = await site.viewer(site.api.port)
    const queue = before.subscribe('msoc.alerts')
    const { epoch } = await queue.snapshot()
    await site.send([idsEvent('MOVED')])
    const first = await seqNow()
    await queue.until((one) => one.seq() >= first, 'the first change')
    const from = { epoch, seq: queue.seq() }
    before.close()
    await before.closed
    for (let i = 0; i < 20; i++) await site.send([idsEvent('MOVED', { sensor_instance: i % 8 })])

    const last = await seqNow()
    const resumed = (await site.viewer(site.other.port)).subscribe('msoc.alerts', {}, from)
    await resumed.until((one) => one.seq() >= last, 'the last change')
    const missed = await sql<
      { seq: number }[]
    >`SELECT seq::int FROM alert_changes WHERE org_uuid = ${alpha.org.uuid} AND seq > ${from.seq} ORDER BY seq`
    expect(resumed.frames.map(({ op }) => op)).not.toContain('snapshot')
    expect(alertChangesOf(resumed).map(({ seq }) => seq)).toEqual(missed.map(({ seq }) => seq))
    expect(missed.length).toBeGreaterThanOrEqual(20)
  })

  test('[LIVE-9] a session that is ended through one api closes its socket at the other', async () => {
    const mine = await site.signIn(alpha.org, alpha.members.ANALYST.uuid)
    const viewer = await connectLive(site.other.port, mine)
    await site.call(mine, 'v2/auth/logout')
    expect((await viewer.closed).code).toBe(closeCodes.notSignedIn)
  })

  test('[SIGNIN-3] guesses at all apis are counted together', async () => {
    const guess = ({ port }: { port: number }) =>
      fetchAnswer(`http://127.0.0.1:${port}/api/v2/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: alpha.members.ENGINEER.email, password: 'a wrong one', recaptcha_token: '' }),
      })
    const statuses: number[] = []
    for (let i = 0; i < 11; i++) statuses.push((await guess(i % 2 ? site.other : site.api)).status)
    expect(statuses.at(-1)).toBe(429)
    expect(statuses.filter((status) => status === 429)).toHaveLength(1)
  })

  test('[BUS-9] after an outage of NATS during changes all viewers have the state of the tables', async () => {
    const vins = Array.from({ length: 20 }, (_, i) => `TRUE${i}`)
    await site.send(vins.map((vin) => position(vin, 0, 0)))
    const views = await Promise.all(
      [site.api, site.other].map(async ({ port }) => {
        const viewer = await site.viewer(port)
        const [queue, map, counters, vehicle] = [
          viewer.subscribe('msoc.alerts'),
          viewer.subscribe('msoc.positions', world),
          viewer.subscribe('msoc.counters'),
          viewer.subscribe('msoc.vehicle', { vehicle: 'TRUE0' }),
        ]
        await Promise.all([queue, map, counters, vehicle].map((one) => one.snapshot()))
        return { queue, map, counters, vehicle, from: queue.seq() }
      }),
    )

    const change = async (round: number) => {
      await site.send(
        vins.flatMap((vin, i) => [
          position(vin, round, i),
          ...((round + i) % 5 === 0 ? [idsEvent(vin, { sensor_instance: round % 4, event_id: 0x8003 })] : []),
        ]),
      )
      const open = await alertsOf(site, alpha, { status: 'NEW' })
      await site.call(token, 'msoc/v1/alerts/update', {
        uuids: open.slice(0, 3).map(({ uuid }) => uuid),
        change: { status: 'CLOSED', resolution: 'FALSE_POSITIVE' },
      })
    }
    for (let round = 1; round <= 5; round++) await change(round)
    await site.nats.kill('SIGKILL')
    for (let round = 6; round <= 15; round++) await change(round)
    await isConnected(false)
    expect((await site.healthOf(site.api.port)).body.reason).toMatch('NATS is away')
    for (let round = 16; round <= 20; round++) await change(round)

    const truth = async () =>
      Object.fromEntries(
        (
          await sql<{ vin: string; lat: number; open: number; worst: number | null }[]>`
     
            SELECT v.vin, s.lat, s.open_alerts AS open, s.worst_severity AS worst
            FROM vehicle_state s
            JOIN vehicles v ON v.id = s.vehicle_id
            WHERE v.vin LIKE 'TRUE%'
            AND s.org_uuid = ${alpha.org.uuid}`
        ).map(({ vin, lat, open, worst }) => [
          vin,
          `${lat} ${worst === null ? 'healthy' : worst === 4 ? 'compromised' : 'degraded'} ${open}`,
        ]),
      )
    const endsTrue = async () => {
      const [now, seq, [{ open }]] = [
        await truth(),
        await seqNow(),
        await sql<[{ open: number }]>`SELECT count(*)::int AS open
          FROM alerts
          WHERE org_uuid = ${alpha.org.uuid}
          AND status NOT IN ('CLOSED', 'MERGED')`,
      ]
      for (const { queue, map, counters, vehicle, from } of views) {
        await queue.until((one) => one.seq() >= seq, 'the last change')
        // evidence is still being gathered: each viewer is compared up to its last received change
        const receivedSeqs = alertChangesOf(queue).map((one) => one.seq)
        const changes = await sql<{ seq: number }[]>`SELECT seq::int
          FROM alert_changes
          WHERE org_uuid = ${alpha.org.uuid}
          AND seq > ${from}
          AND seq <= ${receivedSeqs.at(-1)!}
          ORDER BY seq`
        expect(receivedSeqs).toEqual(changes.map((one) => one.seq))
        await map.until(
          (one) => Object.entries(now).every(([vin, state]) => mapOf(one)[vin] === state),
          `the true map ${JSON.stringify(now)}`,
        )
        await counters.until(
          ({ changes: received }) => (received.at(-1) as Counters | undefined)?.alerts.open === open,
          `${open} open alerts`,
        )
        await vehicle.until(
          ({ changes: received }) =>
            (received.at(-1) as { vehicle: Vehicle } | undefined)?.vehicle.position?.lat ===
            Number(now.TRUE0!.split(' ')[0]),
          'the vehicle where it is',
        )
      }
    }
    await endsTrue() // while the bus is still away: only from the tables
    await site.nats.start()
    for (let round = 21; round <= 25; round++) await change(round)
    await isConnected(true)
    await endsTrue()
    await change(26)
    await endsTrue()
  })

  test('[BUS-10] an api whose NATS does not answer serves every call, and its health shows the problem', async () => {
    const alone = await site.anotherApi({ bus: readBusSettings({ NATS_URL: 'nats://127.0.0.1:1' }) })
    const { status, body } = await site.healthOf(alone.port)
    expect([status, body.status]).toEqual([200, 'degraded'])
    expect(body.reason).toMatch('NATS is away')
    const queue = (await site.viewer(alone.port)).subscribe('msoc.alerts')
    await queue.snapshot()
    await site.send([idsEvent('ALONE')])
    await queue.until((one) => alertChangesOf(one).length > 0, 'the alert, by the tables')
    const { text } = await fetchAnswer(`http://127.0.0.1:${alone.port}/metrics`)
    expect(text).toMatch(/^carapace_bus_connected 0$/m)
  })

  test('[LIVE-11] a stopping api reports draining, closes viewers gradually, and finishes its calls', async () => {
    const child = fork(new URL('../../../apps/api/src/main.ts', import.meta.url), {
      env: {
        ...process.env,
        DATABASE_URL: site.url,
        NATS_URL: site.nats.url,
        PORT: '0',
        SECRET_KEY: 'a key that only these tests have: 0123456789',
        DRAIN_SECONDS: '3',
        LOG_LEVEL: 'info',
      },
      silent: true,
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    const ended = once(child, 'exit')
    let log = ''
    child.stdout!.on('data', (text) => (log += String(text)))
    await vi.waitFor(() => expect(log).toMatch('the api is ready'), waitOptions)
    const port = Number(/"address":"http:\/\/127\.0\.0\.1:(\d+)"/.exec(log)![1])
    const viewers = await Promise.all(Array.from({ length: 100 }, () => site.viewer(port)))
    const closedAt: number[] = []
    const closes = viewers.map(async ({ closed }) => {
      const { code } = await closed
      closedAt.push(performance.now())
      return code
    })

    child.kill('SIGTERM')
    await vi.waitFor(
      async () => expect(await site.healthOf(port)).toMatchObject({ status: 503, body: { status: 'draining' } }),
      waitOptions,
    )
    const late = await site.viewer(port)
    expect(
      (await fetchAnswer(`http://127.0.0.1:${port}/api/msoc/v1/alerts`, { headers: { 'access-token': token } })).status,
    ).toBe(200)
    const slow = slowCall(port, token)
    expect(new Set(await Promise.all(closes))).toEqual(new Set([closeCodes.goingAway]))
    expect((await late.closed).code).toBe(closeCodes.goingAway)
    expect(Math.max(...closedAt) - Math.min(...closedAt)).toBeGreaterThan(1_000)
    expect(await slow.finish()).toBe(200)
    expect((await ended)[0]).toBe(0)
  })
})

/** A call whose body is sent in two pieces, the second with `finish`. */
function slowCall(port: number, token: string) {
  const body = JSON.stringify({ uuids: [crypto.randomUUID()], change: { acknowledge: true } })
  const call = request({
    port,
    path: '/api/msoc/v1/alerts/update',
    method: 'POST',
    headers: { 'access-token': token, 'content-type': 'application/json', 'content-length': body.length },
  })
  const status = new Promise((resolve, reject) =>
    call.on('response', ({ statusCode }) => resolve(statusCode)).on('error', reject),
  )
  call.write(body.slice(0, 10))
  return {
    finish: () => {
      call.end(body.slice(10))
      return status
    },
  }
}

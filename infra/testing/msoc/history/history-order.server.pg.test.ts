import { expect, test } from 'vitest'

import { idsEvent, position } from '../../support/events.ts'
import { startInstallation } from '../../support/installation.ts'
import { createVehicle } from '../../support/factories.ts'

const site = await startInstallation()
const alpha = await site.organisation('Alpha')
const { token } = alpha.members.ADMIN
const get = async (path: string, query: Record<string, string | number>) =>
  (await site.get(token, `msoc/v1/${path}`, query)).body
const log = (ts: number, message: string, fields: object = {}) => ({
  type: 'syslog',
  vehicle: 'LOGGER',
  ts,
  message,
  ...fields,
})

const minute = 60_000
const start = Math.floor(Date.now() / minute) * minute - 30 * minute
const window = {
  vehicle: 'LOGGER',
  from: new Date(start).toISOString(),
  to: new Date(start + 20 * minute).toISOString(),
}
// two of every three lines have the same time
await site.post(
  alpha.key,
  Array.from({ length: 30 }, (_, i) =>
    log(start + Math.floor(i / 3) * 1_000 + (i % 3 === 2 ? 500 : 0), `line ${i}`, { severity: i % 8 }),
  ),
)
await site.post(
  alpha.key,
  Array.from({ length: 20 }, (_, i) =>
    idsEvent('LOGGER', { ts: start + Math.floor(i / 2) * 1_000, sensor_instance: i }),
  ),
)

async function walk(
  path: string,
  query: Record<string, string | number>,
  between: () => Promise<unknown> = async () => undefined,
) {
  const events: { ts: string; message?: string; sensor_instance?: number }[] = []
  for (let cursor: string | undefined; ;) {
    const body = await get(path, { ...window, ...query, ...(cursor !== undefined && { cursor }) })
    events.push(...body.events)
    if (body.next_cursor === null) return events
    cursor = body.next_cursor
    await between()
  }
}

test.for(['oldest', 'newest'])(
  'log lines from the %s on are listed once each, in order, even if many have the same time',
  async (order) => {
    const events = await walk('syslog', { order, limit: 4 })
    expect(new Set(events.map(({ message }) => message)).size).toBe(30)
    expect(events).toHaveLength(30)
    const times = events.map(({ ts }) => Date.parse(ts))
    expect(times).toEqual(times.toSorted((a, b) => (order === 'oldest' ? a - b : b - a)))
  },
)

test('IDS events from the newest on are listed once each, in order', async () => {
  const events = await walk('ids/events', { order: 'newest', limit: 3 })
  expect(new Set(events.map(({ sensor_instance: sensor }) => sensor)).size).toBe(20)
  expect(events).toHaveLength(20)
  const times = events.map(({ ts }) => Date.parse(ts))
  expect(times).toEqual(times.toSorted((a, b) => b - a))
})

test('a late line with the same time as the end of a page moves none of the listed lines', async () => {
  let late = 0
  const events = await walk('syslog', { order: 'newest', limit: 2 }, () =>
    site.post(alpha.key, [log(start + 5_000, `late ${++late}`)]),
  )
  const before = events.filter(({ message }) => message!.startsWith('line'))
  expect([before.length, new Set(before.map(({ message }) => message)).size]).toEqual([30, 30])
})

test('log lines are filtered by the requested minimum severity', async () => {
  const events = await walk('syslog', { severity: 2, q: 'line', limit: 100 })
  const severe = Array.from({ length: 30 }, (_, i) => i).filter((i) => i % 8 <= 2)
  expect(new Set(events.map(({ message }) => message))).toEqual(new Set(severe.map((i) => `line ${i}`)))
})

test('a plot gives the minimum, mean and maximum of each interval, for numbers only', async () => {
  const at = (s: number, value: number | string) => ({
    type: 'telemetry',
    vehicle: 'PLOTTED',
    ts: start + s * 1_000,
    signals: { 'Vehicle.Speed': value, 'Vehicle.Gear': s },
  })
  await site.post(alpha.key, [at(0, 10), at(1, 20), at(2, 60), at(60, 5), at(61, 'unknown')])
  const plot = await get('signals/plot', {
    vehicle: 'PLOTTED',
    paths: 'Vehicle.Speed,Vehicle.Never',
    from: new Date(start).toISOString(),
    to: new Date(start + 10 * minute).toISOString(),
    points: 10,
  })

  expect(plot).toEqual({
    from: new Date(start).toISOString(),
    step_ms: minute,
    series: [
      {
        path: 'Vehicle.Speed',
        points: [
          [0, 10, 30, 60],
          [minute, 5, 5, 5],
        ],
      },
      { path: 'Vehicle.Never', points: [] },
    ],
  })
})

test('[TRACK-1] a replay gives one position per interval for each vehicle that was present, by time', async () => {
  const path = (vin: string, lat: number, lon: number) =>
    Array.from({ length: 120 }, (_, s) => position(vin, lat + s * 1e-5, lon, { ts: start + s * 500, speed_kph: 30 }))
  await site.post(alpha.key, [...path('HERE', 48, 9), ...path('FIJI', -17, 179.9), ...path('TONGA', -21, -175)])
  const query = { from: new Date(start).toISOString(), to: new Date(start + minute).toISOString() }
  const all = await get('positions/replay', query)
  const here = all.tracks.find(({ vin }: { vin: string }) => vin === 'HERE')

  expect([all.step_ms, all.total, all.tracks.length]).toEqual([1_000, 3, 3])
  expect([here.t.length, here.lat.length, here.lon.length, here.speed_kph.length, here.heading_deg.length]).toEqual([
    60, 60, 60, 60, 60,
  ])
  expect([here.t.slice(0, 3), here.lat[1], here.heading_deg[0], here.speed_kph[0]]).toEqual([
    [0, 1_000, 2_000],
    48.00002,
    null,
    30,
  ])

  const found = async (more: object) =>
    (await get('positions/replay', { ...query, ...more })).tracks.map(({ vin }: { vin: string }) => vin).sort()
  expect(await found({ bbox: '8,47,10,49' })).toEqual(['HERE'])
  expect(await found({ bbox: '170,-30,-170,0' })).toEqual(['FIJI', 'TONGA'])
  expect(await found({ vehicle: 'TONGA' })).toEqual(['TONGA'])
  expect(await found({ bbox: '20,47,21,49' })).toEqual([])
})

test("[HEALTH-1] a vehicle's past health is derived from its alerts and from when it reported", async () => {
  await site.post(alpha.key, [idsEvent('PATIENT')])
  const from = new Date(Date.now() - 60 * minute).toISOString()
  const { segments } = await get('assets/health', { vehicle: 'PATIENT', from })

  expect(segments.map(({ health }: { health: string }) => health)).toEqual(['offline', 'healthy', 'degraded'])
  expect(segments[0].from).toBe(from)
  expect(segments.at(-1)).toMatchObject({ health: 'degraded', alerts: 1 })
  for (const [i, segment] of segments.slice(1).entries()) expect(segment.from).toBe(segments[i].to)
})

test('[HEALTH-1] an alert counts from its first event, not from when that arrived', async () => {
  const ts = Date.now() - 10 * minute
  await site.post(alpha.key, [idsEvent('DELAYED', { ts })])
  const from = new Date(Date.now() - 60 * minute).toISOString()
  const { segments } = await get('assets/health', { vehicle: 'DELAYED', from })
  const degraded = segments.find(({ health }: { health: string }) => health === 'degraded')
  expect(degraded).toMatchObject({ from: new Date(ts).toISOString(), alerts: 1 })
})

test('vehicles are found by model, platform, origin, risk and last report, and counted by model', async () => {
  await createVehicle(site, token, { vin: 'SILENT', model: 'Van', platform: 'E3' })
  const found = async (query: Record<string, string>) =>
    (await get('assets/vehicles', query)).vehicles.map(({ vin }: { vin: string }) => vin)
  expect(await found({ model: 'Van,Bus' })).toEqual(['SILENT'])
  expect(await found({ platform: 'E3' })).toEqual(['SILENT'])
  expect(await found({ registered_by: 'person' })).toEqual(['SILENT'])
  expect(await found({ silent_since: new Date(start - minute).toISOString() })).toEqual(['SILENT'])
  expect(await found({ seen_since: new Date(start - minute).toISOString() })).not.toContain('SILENT')
  expect((await found({ risk: '65' })).sort()).toEqual(['DELAYED', 'LOGGER', 'PATIENT'])
  expect(await found({ sort: 'vin', order: 'desc' })).toEqual((await found({ sort: 'vin' })).reverse())
  expect((await found({ sort: 'last_seen', order: 'asc' }))[0]).toBe('SILENT')
  expect(await get('assets/facets', {})).toEqual({
    models: [{ name: 'Van', vehicles: 1 }],
    platforms: [{ name: 'E3', vehicles: 1 }],
  })
})

test("a vehicle's phone tokens are listed without their secret", async () => {
  const {
    vehicles: [{ uuid }],
  } = await get('assets/vehicles', { q: 'SILENT' })
  const { body: made } = await site.call(token, 'msoc/v1/ingest/device-tokens/create', { vehicle_uuid: uuid })
  await site.call(token, 'msoc/v1/ingest/device-tokens/revoke', { uuid: made.uuid })
  const { tokens } = await get('ingest/device-tokens', { vehicle_uuid: uuid })
  expect(tokens).toEqual([
    {
      uuid: made.uuid,
      hint: expect.any(String),
      created_by: 'Alpha admin',
      created_at: expect.any(String),
      revoked_at: expect.any(String),
    },
  ])
  expect(JSON.stringify(tokens)).not.toContain(made.token)
})

test('[SENDER-UI-1] a tracker sends a position to the address that is shown with its token', async () => {
  const { body: saved } = await site.call(token, 'msoc/v1/assets/save-vehicle', { vin: 'TRACKED' })
  const { body: made } = await site.call(token, 'msoc/v1/ingest/device-tokens/create', {
    vehicle_uuid: saved.vehicle.uuid,
  })
  expect((await get('ingest/settings', {})).ingest_url).toBe('http://ingest.test:4100')
  for (const path of ['/ingest/v1/osmand', '/']) {
    const query = new URLSearchParams({ id: made.token, lat: '48.7', lon: '9.1', timestamp: String(Date.now()) })
    const reply = await fetch(`http://127.0.0.1:${site.ingest.port}${path}?${query}`)
    expect([reply.status, await reply.json()]).toMatchObject([200, { accepted: 1 }])
  }
})

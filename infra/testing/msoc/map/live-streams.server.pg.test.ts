import { expect, test } from 'vitest'
import type { CanFrameRow, SyslogRow } from '@carapace/shared/msoc/history/history.contract'
import type { MapChange, MapCluster, MapVehicle } from '@carapace/shared/msoc/vehicles/vehicles.contract'

import { idsEvent, position } from '../../support/events.ts'
import { startInstallation } from '../../support/installation.ts'
import type { Subscription } from '../../support/live.ts'

const site = await startInstallation()
const world = [-180, -90, 180, 90]

/** A separate organisation, so that no vehicles of other tests are on its map. */
async function fleet(name: string) {
  const { key, members } = await site.organisation(name)
  return {
    key,
    viewer: await site.live(members.VIEWER.token),
    post: (events: readonly object[]) => site.post(key, events),
  }
}

interface Map_ {
  readonly vehicles: Map<string, MapVehicle>
  readonly clusters: Map<string, MapCluster>
}

/** The map as in a console: the snapshot with all changes applied. */
function mapOf(subscription: Subscription): Map_ {
  const vehicles = new Map<string, MapVehicle>()
  const clusters = new Map<string, MapCluster>()
  for (const frame of subscription.frames) {
    if (frame.op === 'snapshot') {
      const data = frame.data as { vehicles: MapVehicle[]; clusters: MapCluster[] }
      for (const vehicle of data.vehicles) vehicles.set(vehicle.vin, vehicle)
      for (const cluster of data.clusters) clusters.set(cluster.id, cluster)
    } else if (frame.op === 'changes') {
      for (const change of frame.data as MapChange[]) {
        if ('vehicle' in change)
          vehicles.set(change.vehicle.vin, { ...vehicles.get(change.vehicle.vin), ...change.vehicle })
        else if ('cluster' in change) clusters.set(change.cluster.id, change.cluster)
        // only an existing item can be removed
        else expect([vehicles.delete(change.gone), clusters.delete(change.gone)]).toContain(true)
      }
    }
  }
  return { vehicles, clusters }
}

test('a thousand positions are accepted, in the table, and on the map', async () => {
  const { post, viewer } = await fleet('Thousand')
  const map = viewer.subscribe('msoc.positions', { bbox: world, zoom: 3, clusters: false })
  expect((await map.snapshot()).data).toEqual({ vehicles: [], clusters: [] })
  const events = Array.from({ length: 1_000 }, (_, i) =>
    position(`T${i}`, (i % 100) - 50 + 0.123456, Math.floor(i / 100) * 10 + 0.654321, {
      speed_kph: i / 10,
      heading_deg: i % 360,
    }),
  )
  expect((await post(events)).body).toEqual({ accepted: 1_000, rejected: [] })

  const { vehicles } = await map.until((one) => mapOf(one).vehicles.size === 1_000 && mapOf(one), 'a thousand vehicles')
  const [{ rows }] = await site.sql<
    [{ rows: number }]
  >`SELECT count(*)::int AS rows FROM positions p JOIN vehicles v ON v.id = p.vehicle_id WHERE v.vin ~ '^T\\d+$'`
  expect(rows).toBe(1_000)
  for (const { vehicle, lat, lon, ts, speed_kph } of events as (ReturnType<typeof position> & {
    speed_kph: number
  })[]) {
    expect(vehicles.get(vehicle)).toMatchObject({
      lat,
      lon,
      ts,
      health: 'healthy',
      open_alerts: 0,
      uuid: expect.any(String),
      speed_kph: expect.closeTo(speed_kph, 4),
    })
  }
})

test('[MAP-5] a viewer gets the vehicles in its window, their moves, arrivals and departures', async () => {
  const { post, viewer } = await fleet('Window')
  await post([
    position('STAYS', 48.5, 9.5),
    position('LEAVES', 48.6, 9.6),
    position('COMES', 40, 9.5),
    position('ELSEWHERE', -48, 9.5),
  ])
  const map = viewer.subscribe('msoc.positions', { bbox: [9, 48, 10, 49], zoom: 15 })
  await map.snapshot()
  expect([...mapOf(map).vehicles.keys()].sort()).toEqual(['LEAVES', 'STAYS'])

  await post([
    position('STAYS', 48.51, 9.51),
    position('LEAVES', 50, 9.6),
    position('COMES', 48.9, 9.9),
    position('ELSEWHERE', -48.1, 9.5),
  ])
  const { vehicles } = await map.until(
    (one) => mapOf(one).vehicles.has('COMES') && !mapOf(one).vehicles.has('LEAVES') && mapOf(one),
    'one to come and one to go',
  )
  expect(vehicles.get('STAYS')).toMatchObject({ lat: 48.51, lon: 9.51 })
  expect(vehicles.get('COMES')).toMatchObject({ lat: 48.9, uuid: expect.any(String) })
  expect(JSON.stringify(map.frames)).not.toContain('ELSEWHERE')
})

test('[MAP-5] a window across the antimeridian shows both of its sides', async () => {
  const { post, viewer } = await fleet('Antimeridian')
  await post([position('EAST', 1, 179.9), position('WEST', 1, -179.9), position('GREENWICH', 1, 0)])
  const map = viewer.subscribe('msoc.positions', { bbox: [170, -10, -170, 10], zoom: 15 })
  await map.snapshot()
  expect([...mapOf(map).vehicles.keys()].sort()).toEqual(['EAST', 'WEST'])
})

test('[MAP-6] at low zoom close vehicles are one cluster, and a compromised one is not in it', async () => {
  const { post, viewer } = await fleet('Clusters')
  await post([
    ...Array.from({ length: 40 }, (_, i) => position(`C${i}`, 48 + i / 10_000, 9 + i / 10_000)),
    position('ALONE', 10, 10),
    position('BAD', 48, 9),
    position('WORSE', 48.001, 9),
  ])
  await post([idsEvent('BAD', { event_id: 0x8003 }), idsEvent('WORSE', { event_id: 0x8001 })])
  const far = viewer.subscribe('msoc.positions', { bbox: world, zoom: 4 })
  const near = viewer.subscribe('msoc.positions', { bbox: world, zoom: 16 })
  await Promise.all([far.snapshot(), near.snapshot()])

  const clustered = mapOf(far)
  expect([...clustered.vehicles.keys()].sort()).toEqual(['ALONE', 'BAD'])
  expect([...clustered.clusters.values()]).toEqual([
    expect.objectContaining({ count: 41, degraded: 1, compromised: 0, offline: 0 }),
  ])
  expect([mapOf(near).vehicles.size, mapOf(near).clusters.size]).toEqual([43, 0])

  await post([
    ...Array.from({ length: 40 }, (_, i) => position(`C${i}`, -48 - i, 9 + 3 * i > 170 ? 170 : 9 + 3 * i)),
    position('WORSE', 60, 60),
  ])
  await far.until(
    (one) => mapOf(one).clusters.size === 0 && mapOf(one).vehicles.size === 43,
    'the cluster to come apart',
  )
})

test("a vehicle's health on the map follows its alerts", async () => {
  const { post, viewer } = await fleet('Health')
  await post([position('SICK', 1, 1)])
  const map = viewer.subscribe('msoc.positions', { bbox: world, zoom: 15 })
  await map.snapshot()
  await post([idsEvent('SICK', { event_id: 0x8003 })])
  const sick = await map.until(
    (one) => [mapOf(one).vehicles.get('SICK')].find((vehicle) => vehicle?.health === 'compromised'),
    'it to be compromised',
  )
  expect(sick).toMatchObject({ open_alerts: 1, lat: 1, lon: 1 })
})

const frames = (count: number) =>
  Array.from({ length: count }, (_, i) => [i, 0x100 + (i % 256), i.toString(16).padStart(8, '0').toUpperCase()])
const dropped = ({ frames: all }: Subscription) =>
  all.reduce((sum, frame) => sum + (frame.op === 'gap' ? frame.dropped : 0), 0)

test('frames of a vehicle are streamed as they are stored; those of other buses or vehicles are not', async () => {
  const { post, viewer } = await fleet('Frames')
  const ts = Date.now()
  await post([{ type: 'can', vehicle: 'BUSY', ts, bus: 'can0', id: 1, data: '' }])
  const one = viewer.subscribe('msoc.can', { vehicle: 'BUSY', bus: 'can0' })
  const all = viewer.subscribe('msoc.can', { vehicle: 'BUSY' })
  await Promise.all([one.snapshot(), all.snapshot()])
  await post([
    {
      type: 'can',
      vehicle: 'BUSY',
      ts,
      bus: 'can0',
      frames: [
        [1, 0x123, 'ab'],
        [2.5, 0x18daf110, ''],
      ],
    },
    { type: 'can', vehicle: 'BUSY', ts, bus: 'can1', id: '0x7ff', fd: true, data: 'FF' },
    { type: 'can', vehicle: 'OTHER', ts, bus: 'can0', id: 2, data: '' },
  ])
  await all.until(({ changes }) => changes.length === 3, 'three frames')
  await one.until(({ changes }) => changes.length === 2, 'two frames')

  const stored = await site.sql<{ bus: string; id: number; data: string }[]>`
   
    SELECT bus, arbitration_id AS id, upper(encode(data, 'hex')) AS data
    FROM can_frames f
    JOIN vehicles v ON v.id = f.vehicle_id
    WHERE v.vin = 'BUSY'
    AND arbitration_id > 1`
  const frames = (all.changes as CanFrameRow[]).map(({ bus, id, data }) => ({ bus, id, data }))
  expect(frames.sort((a, b) => a.id - b.id)).toEqual(stored.map((row) => ({ ...row })).sort((a, b) => a.id - b.id))
  expect((all.changes as CanFrameRow[]).find(({ id }) => id === 0x18daf110)).toMatchObject({
    ext: true,
    fd: false,
    ts: expect.stringMatching(/\.\d{6}Z$/),
  })
})

test('if there are more frames than a viewer can receive, it gets the exact number of dropped ones', async () => {
  const { post, viewer } = await fleet('Firehose')
  await post([position('HOSE', 1, 1)])
  const can = viewer.subscribe('msoc.can', { vehicle: 'HOSE' })
  await can.snapshot()
  const ts = Date.now() - 30_000
  for (let i = 0; i < 4; i++)
    await post([{ type: 'can', vehicle: 'HOSE', ts: ts + i * 1_000, bus: 'can0', frames: frames(5_000) }])

  await can.until((one) => one.changes.length + dropped(one) === 20_000, 'frames and gaps to add up')
  expect(can.changes.length).toBeGreaterThan(0)
  expect(dropped(can)).toBeGreaterThan(0)
})

test('log lines are streamed as they are stored, of one vehicle or of all, and dropped ones are counted', async () => {
  const { post, viewer } = await fleet('Lines')
  const line = (vehicle: string, message: string) => ({
    type: 'syslog',
    vehicle,
    ts: Date.now(),
    hostname: 'h',
    message,
  })
  await post([line('LOGS', 'before')])
  const one = viewer.subscribe('msoc.syslog', { vehicle: 'LOGS' })
  const all = viewer.subscribe('msoc.syslog')
  expect((await one.snapshot()).data).toMatchObject({ events: [{ message: 'before', vin: 'LOGS' }] })
  await all.snapshot()
  await post([line('LOGS', 'mine'), line('OTHERS', 'theirs')])
  await all.until(({ changes }) => changes.length === 2, 'two lines')
  expect((one.changes as SyslogRow[]).map(({ message, vin }) => [message, vin])).toEqual([['mine', 'LOGS']])

  await post(Array.from({ length: 3_000 }, (_, i) => line('LOGS', `line ${i}`)))
  await Promise.all(
    [one, all].map((some, i) =>
      some.until((lines) => lines.changes.length + dropped(lines) === 3_001 + i, 'lines and gaps to add up'),
    ),
  )
})

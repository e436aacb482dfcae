import { expect, test } from 'vitest'
import { createRandom } from '@carapace/shared/core/random.fixture'
import type { MapChange } from '@carapace/shared/msoc/vehicles/vehicles.contract'
import { MapChange as MapChangeShape } from '@carapace/shared/msoc/vehicles/vehicles.contract'
import { createClusters } from './clusters.ts'
import { drivenFleet } from './fleet.fixture.ts'
import type { Bbox } from './grid.ts'
import { createWindow, inParts } from './positions.live.ts'

const city: Bbox = [11, 48, 12, 49]
const world: Bbox = [-180, -90, 180, 90]
const inside = { lat: 48.5, lon: 11.5 }
const outside = { lat: 52.5, lon: 13.4 }

/** Everything in a window, of all slices. */
function wholeOf({ whole }: ReturnType<typeof createWindow>) {
  const slices = whole()
  for (;;) {
    const slice = slices.next()
    if (slice.done) return slice.value
  }
}

/** A fleet and one viewer's window on it; `seen` returns the changes as the viewer receives them. */
async function looking(bbox: Bbox, zoom?: number) {
  const fleet = await drivenFleet()
  const clock = { now: 1_000 }
  const clustersAt = createClusters(fleet.fleet, () => clock.now)
  const window = createWindow(fleet.fleet, bbox, zoom === undefined ? undefined : () => clustersAt(zoom))
  const seen = (): MapChange[] | undefined => window.changes()?.data.map((text) => JSON.parse(text) as MapChange)
  const recount = () => (clock.now += 1_000)
  return { ...fleet, window, seen, recount, vins: () => wholeOf(window).vehicles.map(({ vin }) => vin) }
}

const vinsOf = (changes: MapChange[] | undefined) =>
  changes?.map((change) =>
    'vehicle' in change ? change.vehicle.vin : 'gone' in change ? `-${change.gone}` : change.cluster.id,
  )

test('[MAP-5] a viewer starts with the vehicles in its window', async () => {
  const { put, vins } = await looking(city)
  put(1, inside)
  put(2, outside)
  put(3, { lat: 48, lon: 12 })
  expect(vins().toSorted()).toEqual(['VIN1', 'VIN3'])
})

test('[MAP-8] nothing is sent without changes, or for changes outside of the window', async () => {
  const { put, vins, seen } = await looking(city)
  put(1, inside)
  vins()
  expect(seen()).toBeUndefined()
  put(2, outside)
  expect(seen()).toEqual([])
})

test('[MAP-5] a vehicle is first sent whole, then only with moving fields, and removed by its VIN', async () => {
  const { put, vins, seen } = await looking(city)
  put(1, outside)
  vins()
  put(1, inside)
  expect(seen()).toMatchObject([{ vehicle: { vin: 'VIN1', uuid: 'uuid-1', model: 'Model', lat: 48.5 } }])
  put(1, { lat: 48.6, speedKph: 50 })
  const [moved] = seen()!
  expect(moved).toMatchObject({ vehicle: { vin: 'VIN1', lat: 48.6, speed_kph: 50 } })
  expect(moved).not.toHaveProperty('vehicle.uuid')
  put(1, outside)
  expect(seen()).toEqual([{ gone: 'VIN1' }])
  expect(seen()).toBeUndefined()
})

test('[MAP-5] a vehicle that entered and left between two turns is not sent', async () => {
  const { put, vins, seen } = await looking(city)
  put(1, outside)
  vins()
  put(1, inside)
  put(1, outside)
  expect(seen()).toEqual([])
})

test('[MAP-5] a vehicle that moves between cells of the window is sent once', async () => {
  const { put, vins, seen } = await looking(city)
  put(1, inside)
  vins()
  put(1, { lat: 48.9, lon: 11.05 })
  expect(vinsOf(seen())).toEqual(['VIN1'])
})

test.for<{ what: string; bbox: Bbox }>([
  { what: 'a street', bbox: [11.512, 48.512, 11.518, 48.518] },
  { what: 'a few streets', bbox: [11.495, 48.495, 11.535, 48.525] },
  { what: 'a city', bbox: [11.4, 48.4, 11.9, 48.9] },
  { what: 'everything', bbox: world },
])('[MAP-5] a viewer of $what has after each turn exactly the vehicles in it', async ({ bbox }) => {
  const [west, south, east, north] = bbox
  const { put, vins, seen } = await looking(bbox)
  const draw = createRandom(7)
  const random = () => draw(1_000_000) / 1_000_000
  const places = new Map<string, { lat: number; lon: number }>()
  /** Mostly to the next street, sometimes out of the city or back. */
  const drive = () => {
    const id = draw(12)
    const from = places.get(`VIN${id}`)
    const isNear = from && random() < 0.7
    const { lat, lon } = isNear ? from : { lat: 48.515, lon: 11.515 }
    const reach = isNear || random() < 0.6 ? 0.01 : 2
    const to = { lat: lat + (random() - 0.5) * reach, lon: lon + (random() - 0.5) * reach }
    put(id, to)
    places.set(`VIN${id}`, to)
  }
  for (let i = 0; i < 30; i++) drive()
  const shown = new Set(vins())
  let came = 0
  let went = 0
  for (let turn = 0; turn < 500; turn++) {
    for (let i = Math.floor(random() * 4); i > 0; i--) drive()
    for (const change of seen() ?? []) {
      if ('vehicle' in change) {
        if (!shown.has(change.vehicle.vin)) came += 1
        shown.add(change.vehicle.vin)
      } else if ('gone' in change) {
        went += 1
        expect(shown.delete(change.gone)).toBe(true)
      }
    }
    const within = [...places].filter(([, { lat, lon }]) => lat >= south && lat <= north && lon >= west && lon <= east)
    expect([...shown].toSorted()).toEqual(within.map(([vin]) => vin).toSorted())
  }
  if (bbox !== world) expect(Math.min(came, went)).toBeGreaterThan(10)
})

test('[MAP-5] a change of health is sent, also without a move', async () => {
  const { put, vins, seen } = await looking(city)
  put(1, inside)
  vins()
  put(1, { health: 'compromised', openAlerts: 2 })
  expect(seen()).toMatchObject([{ vehicle: { vin: 'VIN1', health: 'compromised', open_alerts: 2, risk: 91 } }])
})

test.for([
  { what: 'the whole world', bbox: world },
  { what: 'a window over the antimeridian', bbox: [170, -10, -170, 10] as Bbox },
])('[MAP-5] $what shows the vehicles in it, and none that never reported a position', async ({ bbox }) => {
  const { put, vins, seen } = await looking(bbox)
  put(1, { lat: 0, lon: 179 })
  put(2, { lat: 0, lon: -179 })
  put(4, { lat: 1, lon: 175 })
  expect(vins()).toEqual(['VIN1', 'VIN2', 'VIN4'])
  put(3, { health: 'degraded' })
  expect(seen()).toEqual([])
})

test('[MAP-5] a window across the antimeridian shows nothing of the other side', async () => {
  const { put, vins } = await looking([170, -10, -170, 10])
  put(1, { lat: 0, lon: 0 })
  put(2, { lat: 20, lon: 179 })
  expect(vins()).toEqual([])
})

test('[MAP-6] vehicles in a cluster are not sent one by one', async () => {
  const { put, putMany, window } = await looking(city, 5)
  putMany(1, 10, inside)
  put(11, { ...inside, health: 'compromised', openAlerts: 1 })
  const { vehicles, clusters } = wholeOf(window)
  expect(vehicles.map(({ vin }) => vin)).toEqual(['VIN11'])
  expect(clusters).toMatchObject([{ count: 10 }])
})

test("[MAP-7] vehicles that leave or enter a cluster's square are sent or removed before the next count", async () => {
  const { put, putMany, window, seen } = await looking(world, 12)
  putMany(1, 10, inside)
  put(11, { lat: 48.9, lon: 11.1 })
  wholeOf(window)
  put(1, { lat: 48.9, lon: 11.1 })
  put(11, inside)
  expect(vinsOf(seen())!.toSorted()).toEqual(['-VIN11', 'VIN1'])
})

test('[MAP-8] a cluster that dissolves is removed, and its vehicles are sent though they did not move', async () => {
  const { put, putMany, window, seen, recount } = await looking(city, 12)
  putMany(1, 8, inside)
  const { clusters } = wholeOf(window)
  put(1, outside)
  recount()
  const changes = vinsOf(seen())!
  expect(changes.toSorted()).toEqual([`-${clusters[0]!.id}`, 'VIN2', 'VIN3', 'VIN4', 'VIN5', 'VIN6', 'VIN7', 'VIN8'])
})

test('[MAP-8] vehicles in a new cluster are removed, though they did not move', async () => {
  const { put, putMany, window, seen, recount } = await looking(city, 12)
  putMany(1, 7, inside)
  expect(wholeOf(window).vehicles).toHaveLength(7)
  put(8, inside)
  recount()
  const changes = seen()!
  expect(changes.filter((change) => 'gone' in change)).toHaveLength(7)
  expect(changes.filter((change) => 'cluster' in change)).toMatchObject([{ cluster: { count: 8 } }])
  expect(changes.filter((change) => 'vehicle' in change)).toEqual([])
})

test('[MAP-8] a cluster with unchanged counts is not sent again', async () => {
  const { put, putMany, window, seen, recount } = await looking(city, 12)
  putMany(1, 8, inside)
  put(9, outside)
  wholeOf(window)
  put(9, { lat: 53 })
  recount()
  expect(seen()).toEqual([])
})

test('[MAP-8] a viewer that applies every change has the same data as a new viewer', async () => {
  const { fleet, put, window, seen, recount } = await looking(city, 8)
  let random = 7
  const next = (below: number) => (random = (random * 48_271) % 2_147_483_647) % below
  for (let i = 0; i < 60; i++) put(i, { lat: 47.5 + next(200) / 100, lon: 10.5 + next(200) / 100 })
  const begun = wholeOf(window)
  const held = new Set([...begun.vehicles.map(({ vin }) => vin), ...begun.clusters.map(({ id }) => id)])
  for (let turn = 0; turn < 200; turn++) {
    for (let i = 0; i < 5; i++)
      put(next(60), {
        lat: 47.5 + next(200) / 100,
        lon: 10.5 + next(200) / 100,
        health: next(9) === 0 ? 'compromised' : 'healthy',
      })
    recount()
    for (const change of seen() ?? []) {
      expect(
        MapChangeShape.safeParse('vehicle' in change ? { vehicle: { ...change.vehicle, uuid: undefined } } : change)
          .error,
      ).toBeUndefined()
      if ('gone' in change) expect(held.delete(change.gone)).toBe(true)
      else held.add('vehicle' in change ? change.vehicle.vin : change.cluster.id)
    }
    const clusters = createClusters(fleet)
    const whole = wholeOf(createWindow(fleet, city, () => clusters(8)))
    expect([...held].toSorted()).toEqual(
      [...whole.vehicles.map(({ vin }) => vin), ...whole.clusters.map(({ id }) => id)].toSorted(),
    )
  }
})

test('[MAP-9] a large window is sent in parts, followed by the changes made in the meantime', async () => {
  const { fleet, put, putMany, window } = await looking(city)
  putMany(1, 8, inside)
  const { vehicles, turn } = inParts(wholeOf(window), window.changes, fleet, 3)
  const next = () => turn()?.data.map((text) => JSON.parse(text) as MapChange)
  expect(vehicles).toHaveLength(3)
  put(1, { lat: 48.6 })
  put(8, outside)
  const rest = next()!
  expect(rest).toHaveLength(5)
  expect(rest.every((change) => 'vehicle' in change && change.vehicle.uuid !== undefined)).toBe(true)
  expect(vinsOf(next())!.toSorted()).toEqual(['-VIN8', 'VIN1'])
  expect(next()).toBeUndefined()
})

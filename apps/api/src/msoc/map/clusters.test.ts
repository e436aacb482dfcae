import { expect, test } from 'vitest'
import { createClusters, squareOf } from './clusters.ts'
import { drivenFleet } from './fleet.fixture.ts'

/** Clusters of a fleet, with a clock that the test controls. */
async function clustering() {
  const clock = { now: 1_000 }
  const world = await drivenFleet()
  return { ...world, clock, clustersAt: createClusters(world.fleet, () => clock.now) }
}

const munich = { lat: 48.137, lon: 11.575 }
const berlin = { lat: 52.52, lon: 13.405 }

test('[MAP-6] eight vehicles in one square are a cluster at their mean position, seven are not', async () => {
  const { putMany, put, clustersAt, clock } = await clustering()
  putMany(1, 7, munich)
  expect(clustersAt(5).bySquare.size).toBe(0)
  put(8, { lat: 48.137, lon: 11.583 })
  clock.now += 1_000
  expect([...clustersAt(5).bySquare.values()]).toEqual([
    {
      id: `5/${squareOf(munich.lat, munich.lon, 5)}`,
      lat: 48.137,
      lon: 11.576,
      count: 8,
      compromised: 0,
      degraded: 0,
      offline: 0,
    },
  ])
})

test('[MAP-6] a cluster has the number of its degraded and offline vehicles', async () => {
  const { putMany, clustersAt } = await clustering()
  putMany(1, 6, munich)
  putMany(7, 2, { ...munich, health: 'degraded' })
  putMany(9, 3, { ...munich, health: 'offline' })
  expect([...clustersAt(5).bySquare.values()]).toMatchObject([{ count: 11, degraded: 2, offline: 3 }])
})

test('[MAP-6] compromised vehicles are never counted or hidden by a cluster, however close they are', async () => {
  const { putMany, put, clustersAt } = await clustering()
  putMany(1, 8, munich)
  const compromised = put(9, { ...munich, health: 'compromised' })
  const clusters = clustersAt(5)
  expect([...clusters.bySquare.values()]).toMatchObject([{ count: 8, compromised: 0 }])
  expect(clusters.holds(compromised)).toBe(false)
})

test('[MAP-5] vehicles that never reported a position form no cluster at 0, 0', async () => {
  const { putMany, clustersAt } = await clustering()
  putMany(1, 20, { health: 'degraded' })
  expect(clustersAt(3).bySquare.size).toBe(0)
})

test('[MAP-6] the higher the zoom, the smaller the squares', async () => {
  const { putMany, put, clustersAt } = await clustering()
  const held = putMany(1, 8, munich)
  const near = put(9, { lat: munich.lat, lon: munich.lon + 0.5 })
  expect(clustersAt(4).holds(near)).toBe(true)
  expect(clustersAt(12).holds(near)).toBe(false)
  expect(clustersAt(12).holds(held[0]!)).toBe(true)
})

test('[MAP-7] clusters are counted at most once a second, and only when something changed', async () => {
  const { putMany, clustersAt, clock } = await clustering()
  putMany(1, 8, munich)
  const first = clustersAt(5)
  putMany(9, 8, berlin)
  clock.now += 999
  expect(clustersAt(5)).toBe(first)
  clock.now += 1
  const second = clustersAt(5)
  expect(second).toMatchObject({ version: first.version + 1, bySquare: { size: 2 } })
  clock.now += 60_000
  expect(clustersAt(5)).toBe(second)
})

test('[MAP-7] each zoom is counted separately', async () => {
  const { putMany, clustersAt } = await clustering()
  putMany(1, 8, munich)
  const [four, five] = [clustersAt(4), clustersAt(5)]
  expect([...four.bySquare.values()][0]!.id).toMatch(/^4\//)
  expect([...five.bySquare.values()][0]!.id).toMatch(/^5\//)
})

test("[MAP-7] between counts a vehicle that enters a cluster's square is hidden, one that leaves is not", async () => {
  const { putMany, put, clustersAt } = await clustering()
  const [leaver] = putMany(1, 8, munich)
  const arriving = put(9, berlin)
  const clusters = clustersAt(5)
  expect([clusters.holds(leaver!), clusters.holds(arriving)]).toEqual([true, false])
  put(1, berlin)
  put(9, munich)
  expect([clusters.holds(leaver!), clusters.holds(arriving)]).toEqual([false, true])
})

test('[MAP-6] places in different squares never share a number, also at the poles and the antimeridian', () => {
  const places = [90, 85, 48, 0, -48, -85, -90].flatMap((lat) =>
    [-180, -179.9, 0, 179.9, 180].map((lon) => ({ lat, lon })),
  )
  for (const zoom of [0, 5, 12])
    for (const { lat, lon } of places) expect(Number.isSafeInteger(squareOf(lat, lon, zoom))).toBe(true)
  expect(squareOf(90, 0, 5)).toBe(squareOf(85, 0, 5))
  expect(squareOf(-48, -180, 12)).not.toBe(squareOf(-48, 179.9, 12))
  expect(squareOf(48, 179.9, 12)).not.toBe(squareOf(-48, 179.9, 12))
})

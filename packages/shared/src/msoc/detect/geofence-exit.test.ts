import { expect, test } from 'vitest'
import { area, position, square, t0, watching } from './detector.fixture.ts'
import { geofenceExit } from './geofence-exit.ts'

const depot = area('depot', square(48, 11, 0.1), 'critical')
const city = area('city', square(48, 11, 1))
const at = (lat: number, seconds: number) => position({ lat, ts: t0 + seconds * 1000 })

test('[GEOFENCE-1] leaving an area is one finding at its severity, and staying outside is none more', () => {
  const found = watching(geofenceExit, { areas: [depot] }).see(at(48, 0), at(48.5, 1), at(48.6, 2))
  expect(found).toMatchObject([
    {
      key: 'geofence-exit:depot',
      severity: 'critical',
      title: 'Left geofence Area depot',
      ts: t0 + 1000,
      evidence: 'position',
    },
  ])
})

test('[GEOFENCE-1] of nested areas each is left by itself', () => {
  const { see } = watching(geofenceExit, { areas: [depot, city] })
  expect(see(at(48, 0), at(48.5, 1)).map(({ key }) => key)).toEqual(['geofence-exit:depot'])
  expect(see(at(50, 2)).map(({ key }) => key)).toEqual(['geofence-exit:city'])
})

test('[GEOFENCE-1] a vehicle that never was inside leaves nothing', () => {
  expect(watching(geofenceExit, { areas: [depot] }).see(at(49, 0), at(50, 1))).toEqual([])
})

test('[GEOFENCE-1] who comes back and leaves again is told again', () => {
  expect(watching(geofenceExit, { areas: [depot] }).see(at(48, 0), at(49, 1), at(48, 2), at(49, 3))).toHaveLength(2)
})

test('[GEOFENCE-1] an area drawn around a vehicle counts from its next position on', () => {
  const areas = [city]
  const { see } = watching(geofenceExit, { areas })
  see(at(48, 0))
  areas.push(depot)
  expect(see(at(48, 1), at(48.5, 2)).map(({ key }) => key)).toEqual(['geofence-exit:depot'])
})

test('[GEOFENCE-2] an older position is not looked at', () => {
  expect(watching(geofenceExit, { areas: [depot] }).see(at(48, 10), at(49, 5))).toEqual([])
})

test('[GEOFENCE-2] a position of the same moment is looked at, one from before the stored position is not', () => {
  expect(watching(geofenceExit, { areas: [depot] }).see(at(48, 0), at(49, 0))).toHaveLength(1)
  const restarted = watching(geofenceExit, { areas: [depot], lastPosition: { lat: 48, lon: 11, ts: t0 + 10_000 } })
  expect(restarted.see(at(49, 5))).toEqual([])
})

test('[GEOFENCE-2] after a restart the stored position tells which areas the vehicle was in', () => {
  const inside = watching(geofenceExit, { areas: [depot], lastPosition: { lat: 48, lon: 11, ts: t0 - 1000 } })
  expect(inside.see(at(49, 0))).toHaveLength(1)
  const outside = watching(geofenceExit, { areas: [depot], lastPosition: { lat: 49, lon: 11, ts: t0 - 1000 } })
  expect(outside.see(at(49, 0))).toEqual([])
})

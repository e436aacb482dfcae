import { expect, test } from 'vitest'
import { area, position, square, t0, watching } from './detector.fixture.ts'
import { circleOutline } from './geo.ts'
import { geofence } from './geofence.ts'

const depot = area('depot', square(48, 11, 0.1), 'critical')
const city = area('city', square(48, 11, 1))
const at = (lat: number, seconds: number) => position({ lat, ts: t0 + seconds * 1000 })

test('[GEOFENCE-1] leaving an area is one finding with its severity, and staying outside gives no more', () => {
  const found = watching(geofence, { areas: [depot] }).see(at(48, 0), at(48.5, 1), at(48.6, 2))
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

test('[GEOFENCE-1] leaving nested areas gives one finding each', () => {
  const { see } = watching(geofence, { areas: [depot, city] })
  expect(see(at(48, 0), at(48.5, 1)).map(({ key }) => key)).toEqual(['geofence-exit:depot'])
  expect(see(at(50, 2)).map(({ key }) => key)).toEqual(['geofence-exit:city'])
})

test('[GEOFENCE-1] a vehicle that was never inside gives no finding', () => {
  expect(watching(geofence, { areas: [depot] }).see(at(49, 0), at(50, 1))).toEqual([])
})

test('[GEOFENCE-1] a vehicle that comes back and leaves again gives another finding', () => {
  expect(watching(geofence, { areas: [depot] }).see(at(48, 0), at(49, 1), at(48, 2), at(49, 3))).toHaveLength(2)
})

test('[GEOFENCE-1] an area drawn around a vehicle applies from its next position on', () => {
  const areas = [city]
  const { see } = watching(geofence, { areas })
  see(at(48, 0))
  areas.push(depot)
  expect(see(at(48, 1), at(48.5, 2)).map(({ key }) => key)).toEqual(['geofence-exit:depot'])
})

test('[GEOFENCE-2] an older position is ignored', () => {
  expect(watching(geofence, { areas: [depot] }).see(at(48, 10), at(49, 5))).toEqual([])
})

test('[GEOFENCE-2] a position with the same time is used, one before the stored position is not', () => {
  expect(watching(geofence, { areas: [depot] }).see(at(48, 0), at(49, 0))).toHaveLength(1)
  const restarted = watching(geofence, { areas: [depot], lastPosition: { lat: 48, lon: 11, ts: t0 + 10_000 } })
  expect(restarted.see(at(49, 5))).toEqual([])
})

test('[GEOFENCE-2] after a restart the stored position determines which areas the vehicle was in', () => {
  const inside = watching(geofence, { areas: [depot], lastPosition: { lat: 48, lon: 11, ts: t0 - 1000 } })
  expect(inside.see(at(49, 0))).toHaveLength(1)
  const outside = watching(geofence, { areas: [depot], lastPosition: { lat: 49, lon: 11, ts: t0 - 1000 } })
  expect(outside.see(at(49, 0))).toEqual([])
})

test('[GEOFENCE-4] an area that alerts on entry: entering is one finding, staying inside and leaving are none', () => {
  const yard = { ...depot, alertOn: 'enter' as const }
  const found = watching(geofence, { areas: [yard] }).see(at(49, 0), at(48, 1), at(48.01, 2), at(49, 3))
  expect(found).toMatchObject([
    {
      rule: 'geofence-entry',
      key: 'geofence-entry:depot',
      severity: 'critical',
      title: 'Entered geofence Area depot',
      ts: t0 + 1000,
      explanation: [{ field: 'position', observed: '48.00000, 11.00000', expected: 'outside Area depot' }],
    },
  ])
})

test('[GEOFENCE-4] an area that alerts on both gives a finding for each crossing, under different keys', () => {
  const yard = { ...depot, alertOn: 'both' as const }
  const found = watching(geofence, { areas: [yard] }).see(at(49, 0), at(48, 1), at(49, 2))
  expect(found.map(({ key }) => key)).toEqual(['geofence-entry:depot', 'geofence-exit:depot'])
})

test('[GEOFENCE-4] the first position of a vehicle enters nothing, and neither does an area drawn around it', () => {
  const areas = [{ ...city, alertOn: 'enter' as const }]
  const { see } = watching(geofence, { areas })
  expect(see(at(48, 0))).toEqual([])
  areas.push({ ...depot, alertOn: 'enter' as const })
  expect(see(at(48, 1))).toEqual([])
  const restarted = watching(geofence, { areas, lastPosition: { lat: 48, lon: 11, ts: t0 } })
  expect(restarted.see(at(48, 2))).toEqual([])
})

test('[GEOFENCE-5] a circle is left at its radius', () => {
  const circle = { lon: 11, lat: 48, radius_m: 10_000 }
  const yard = { ...area('yard', circleOutline(circle)), circle }
  const degreesPerMetre = 360 / (2 * Math.PI * 6_371_008.8)
  const { see } = watching(geofence, { areas: [yard] })
  expect(see(at(48, 0), at(48 + 9_990 * degreesPerMetre, 1))).toEqual([])
  expect(see(at(48 + 10_010 * degreesPerMetre, 2))).toHaveLength(1)
})

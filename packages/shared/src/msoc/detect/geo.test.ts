import fc from 'fast-check'
import { expect, test } from 'vitest'
import { area, square } from './detector.fixture.ts'
import { boxOf, circleOutline, distanceM, isInside } from './geo.ts'

test.for([
  { from: 'Munich', to: 'Berlin', a: [48.1372, 11.5755], b: [52.52, 13.405], km: 504 },
  {
    from: 'Sydney',
    to: 'Los Angeles, over the antimeridian',
    a: [-33.8688, 151.2093],
    b: [34.0522, -118.2437],
    km: 12_074,
  },
  { from: 'one pole', to: 'the other', a: [90, 0], b: [-90, 77], km: 20_015 },
] as const)('[MOVEMENT-1] the distance from $from to $to is $km km', ({ a, b, km }) => {
  expect(Math.round(distanceM(a[0], a[1], b[0], b[1]) / 1000)).toBe(km)
})

const place = fc.tuple(fc.double({ min: -90, max: 90, noNaN: true }), fc.double({ min: -180, max: 180, noNaN: true }))

test('[MOVEMENT-1] a distance is symmetric, not negative, and at most half the circumference of the earth', () => {
  fc.assert(
    fc.property(place, place, ([latA, lonA], [latB, lonB]) => {
      const there = distanceM(latA, lonA, latB, lonB)
      expect(there).toBeCloseTo(distanceM(latB, lonB, latA, lonA), 3)
      expect(there).toBeGreaterThanOrEqual(0)
      expect(there).toBeLessThanOrEqual(20_015_200)
    }),
  )
})

test('[GEOFENCE-3] the bounding box of a polygon is its outermost degrees, west first', () => {
  expect(
    boxOf([
      [11, 48],
      [12, 47.5],
      [11.5, 49],
    ]),
  ).toEqual([11, 47.5, 12, 49])
})

/** A U, open to the north. */
const bay = area('bay', [
  [0, 0],
  [3, 0],
  [3, 3],
  [2, 3],
  [2, 1],
  [1, 1],
  [1, 3],
  [0, 3],
])

test.for([
  { where: 'in the left arm', lat: 2, lon: 0.5, inside: true },
  { where: 'in the foot', lat: 0.5, lon: 1.5, inside: true },
  { where: 'in the opening, within the box', lat: 2, lon: 1.5, inside: false },
  { where: 'beside the box', lat: 2, lon: 3.5, inside: false },
  { where: 'level with a corner, outside', lat: 1, lon: -1, inside: false },
])('[GEOFENCE-3] a position $where is inside: $inside', ({ lat, lon, inside }) => {
  expect(isInside(bay, lat, lon)).toBe(inside)
})

test('[GEOFENCE-3] a square contains exactly the points less than half its side away from its centre', () => {
  const home = area('home', square(48, 11, 1))
  fc.assert(
    fc.property(
      fc.double({ min: -2, max: 2, noNaN: true }),
      fc.double({ min: -2, max: 2, noNaN: true }),
      (north, east) => {
        fc.pre(Math.abs(Math.abs(north) - 1) > 1e-6 && Math.abs(Math.abs(east) - 1) > 1e-6)
        expect(isInside(home, 48 + north, 11 + east)).toBe(Math.abs(north) < 1 && Math.abs(east) < 1)
      },
    ),
  )
})

test('[GEOFENCE-5] the corners of a circle’s outline are at its radius, the first of them in the north', () => {
  const circle = { lon: 24.9, lat: 60.2, radius_m: 25_000 }
  const outline = circleOutline(circle)
  expect(outline).toHaveLength(64)
  expect(outline[0]![0]).toBeCloseTo(24.9, 5)
  expect(outline[0]![1]).toBeGreaterThan(60.2)
  for (const [lon, lat] of outline) expect(distanceM(lat, lon, circle.lat, circle.lon)).toBeCloseTo(25_000, -1)
})

test('[GEOFENCE-5] a circle across the antimeridian contains places on both sides of it', () => {
  const circle = { lon: 179.9, lat: 0, radius_m: 50_000 }
  const around = { ...area('dateline', circleOutline(circle)), circle }
  expect([179.8, -179.8, 179, -179].map((lon) => isInside(around, 0, lon))).toEqual([true, true, false, false])
  for (const [lon] of around.polygon) expect(lon).toBeLessThanOrEqual(180)
})

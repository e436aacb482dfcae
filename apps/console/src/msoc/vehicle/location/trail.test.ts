import { expect, test } from 'vitest'
import { type Place, trailLines, withPlace } from './trail.ts'

const place = (minute: number, lat = minute): Place => ({ lat, lon: 8, at: minute * 60_000 })

test('[VEHICLE-UI-15] a long pause splits the trail, and a single position makes no line', () => {
  const { features } = trailLines([place(0), place(1), place(30), place(31), place(60)])
  expect(features.map(({ geometry }) => geometry.type === 'LineString' && geometry.coordinates)).toEqual([
    [
      [8, 0],
      [8, 1],
    ],
    [
      [8, 30],
      [8, 31],
    ],
  ])
})

test('[VEHICLE-UI-15] a newer and different position is added, and those before the window are removed', () => {
  const places = [place(0), place(5)]
  expect(withPlace(places, place(5), 0)).toBe(places)
  expect(withPlace(places, place(6, 5), 0)).toBe(places)
  expect(withPlace(places, place(6), 60_000)).toEqual([place(5), place(6)])
})

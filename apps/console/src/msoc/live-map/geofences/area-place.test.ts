import { expect, test } from 'vitest'
import { placeOfArea } from './area-place.ts'

test('an area is shown in the middle of the map, with a higher zoom for a smaller area', () => {
  const square = (side: number) =>
    placeOfArea([
      [9, 48],
      [9 + side, 48],
      [9 + side, 48 + side],
      [9, 48 + side],
    ]).search
  expect(square(0.5)).toEqual({ lat: '48.2500', lon: '9.2500', zoom: '9.5' })
  expect([square(0.0001).zoom, square(60).zoom]).toEqual(['16.0', '3.0'])
})

import { expect, test } from 'vitest'
import { firstKnown, poseAt, stepAt, type Track, trackOf, trailBehind, turned } from './replay.ts'
import { trailMs, walk } from '../overlay/trails.ts'

const from = Date.UTC(2025, 10, 18, 10)
const track: Track = trackOf(
  {
    vin: 'A',
    uuid: '6f1d3f5e-3f7e-4b43-9a57-0d6b4c1f2a10',
    model: 'EQX-24',
    t: [0, 10_000, 20_000, 200_000],
    lat: [48, 49, 50, 51],
    lon: [8, 9, 9, 9],
    speed_kph: [0, 100, null, 50],
    heading_deg: [350, 10, 180, 180],
  },
  from,
)

test('[MAP-UI-50] between two positions a vehicle moves straight at constant speed, and turns the short way', () => {
  expect(poseAt(track, from + 5_000, 1_000)).toEqual({
    lat: 48.5,
    lon: 8.5,
    speedKph: 50,
    headingDeg: 0,
    knownAt: from + 5_000,
  })
  expect(turned(10, 350, 0.5)).toBe(0)
  expect(turned(90, 180, 0.5)).toBe(135)
  expect(turned(null, 180, 0.5)).toBeNull()
})

test('[MAP-UI-50] across the antimeridian it takes the short way', () => {
  const pacific = { ...track, lat: [0, 0, 0, 0], lon: [179, -179, -178, -177] }
  expect(poseAt(pacific, from + 2_500, 1_000)?.lon).toBeCloseTo(179.5)
  expect(poseAt(pacific, from + 7_500, 1_000)?.lon).toBeCloseTo(-179.5)
})

test('[MAP-UI-51] before its first position a vehicle is not shown, in a silence it stays where it was', () => {
  expect(poseAt(track, from - 1, 1_000)).toBeUndefined()
  expect(poseAt(track, from + 150_000, 1_000)).toMatchObject({ lat: 50, lon: 9, knownAt: from + 20_000 })
  expect(poseAt(track, from + 150_000, 60_000)).toMatchObject({ knownAt: from + 150_000 })
  expect(poseAt(track, from + 900_000, 1_000)).toMatchObject({ lat: 51, knownAt: from + 200_000 })
})

test('[MAP-UI-52] the step is found from any previous lookup position', () => {
  for (const near of [-1, 0, 1, 2, 3]) {
    expect([-1, 0, 9_999, 10_000, 25_000, 199_999, 200_000, 1e9].map((ms) => stepAt(track, from + ms, near))).toEqual([
      -1, 0, 0, 1, 2, 2, 3, 3,
    ])
  }
})

test('[MAP-UI-53] the trail ends at the vehicle, and its length depends on the steps', () => {
  const ages = (time: number, stepMs: number) => {
    const found: number[] = []
    walk(trailBehind(track, time, stepMs), time, (_x, _y, oldness) => found.push(oldness))
    return found
  }
  expect(ages(from + 15_000, 1_000)).toEqual([15_000 / trailMs, 5_000 / trailMs, 0])
  expect(ages(from + 200_000, 1_000)).toEqual([0]) // earlier positions are older than two minutes
  expect(ages(from + 200_000, 60_000)).toHaveLength(4)
})

test('[MAP-UI-54] a replay begins at the first known position', () => {
  expect(firstKnown([{ ...track, at: [from + 5] }, track])).toBe(from)
  expect(firstKnown([])).toBeUndefined()
})

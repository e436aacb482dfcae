import { describe, expect, test } from 'vitest'
import { extend, newTrail, type Trail, trailMs, trailPlaces, walk } from './trails.ts'

const step = 1e-7
const drive = (places: number) => {
  const trail = newTrail()
  for (let each = 0; each < places; each++) extend(trail, 0.5 + each * step, 0.3, each * 1_000)
  return trail
}
const seen = (trail: Trail, now: number) => {
  const places: [number, number][] = []
  walk(trail, now, (x, _y, oldness) => places.push([Math.round((x - 0.5) / step), oldness]))
  return places
}

describe('a trail', () => {
  test('[MAP-UI-22] is read oldest first and fades with age', () => {
    expect(seen(drive(3), 2_000)).toEqual([
      [0, 2_000 / trailMs],
      [1, 1_000 / trailMs],
      [2, 0],
    ])
  })

  test('[MAP-UI-22] keeps the latest positions when it is full', () => {
    const places = seen(drive(trailPlaces + 30), (trailPlaces + 29) * 1_000)
    expect(places).toHaveLength(trailPlaces)
    expect([places[0]?.[0], places.at(-1)?.[0]]).toEqual([30, trailPlaces + 29])
  })

  test('[MAP-UI-22] excludes positions older than two minutes', () => {
    expect(seen(drive(3), trailMs + 1_500)).toEqual([[2, (trailMs - 500) / trailMs]])
  })

  test('[MAP-UI-23] ignores late and unchanged positions', () => {
    const trail = drive(3)
    expect(extend(trail, 0.6, 0.3, 1_000)).toBe(false)
    expect(extend(trail, 0.5 + 2 * step, 0.3, 9_000)).toBe(false)
    expect(trail.length).toBe(3)
  })

  test('[MAP-UI-23] starts again after a jump', () => {
    const trail = drive(3)
    expect(extend(trail, 0.6, 0.3, 4_000)).toBe(true)
    expect(trail.length).toBe(1)
  })
})

import { describe, expect, test } from 'vitest'
import { cities, leastRank } from './cities.ts'
import { declutter } from './declutter.ts'

const name = (left: number, top: number) => ({ left, top, width: 60, height: 16 })

describe('names on the map', () => {
  test('a name stands centred under its place', () => {
    expect(declutter([name(100, 100)], [])).toEqual([{ left: 70, right: 130, top: 103, bottom: 119 }])
  })

  test('[MP9] the first of two that touch wins', () => {
    const [first, second, third] = declutter([name(100, 100), name(140, 105), name(200, 100)], [])
    expect(first).toBeDefined()
    expect(second).toBeUndefined()
    expect(third).toBeDefined()
  })

  test('[MP9] a name that would lie on a bubble is left out', () => {
    expect(declutter([name(100, 100)], [{ left: 100, top: 130, radius: 20 }])).toEqual([undefined])
    expect(declutter([name(100, 100)], [{ left: 100, top: 160, radius: 20 }])[0]).toBeDefined()
  })

  test('[MP10] a city under a bubble is named below the bubble', () => {
    const [box] = declutter([name(100, 100)], [{ left: 105, top: 98, radius: 30 }])
    expect(box?.top).toBe(131)
    expect((box!.left + box!.right) / 2).toBe(105)
  })
})

describe('the table of cities', () => {
  test('has whole entries, the biggest first', () => {
    expect(cities.length).toBeGreaterThan(150)
    for (const { name: city, lon, lat } of cities) {
      expect(city).toMatch(/^\p{L}/u)
      expect(Math.abs(lon)).toBeLessThanOrEqual(180)
      expect(Math.abs(lat)).toBeLessThanOrEqual(85)
    }
    expect(cities.map(({ rank }) => rank)).toEqual(cities.map(({ rank }) => rank).toSorted((a, b) => a - b))
  })

  test('[MP11] a world map names fewer than a country map', () => {
    expect([2, 4, 7].map(leastRank)).toEqual([1, 2, 3])
  })
})

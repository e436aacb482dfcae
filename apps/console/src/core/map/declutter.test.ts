import { describe, expect, test } from 'vitest'
import { cities, leastRank } from './cities.ts'
import { declutter, type Disc, type Wish } from './declutter.ts'

const among = (wishes: Wish[], bubbles: Disc[]) => declutter(wishes, { bubbles, rings: [], names: [] })
const name = (left: number, top: number) => ({ left, top, width: 60, height: 16 })

describe('names on the map', () => {
  test('a name is centred under its place', () => {
    expect(among([name(100, 100)], [])).toEqual([{ left: 70, right: 130, top: 103, bottom: 119 }])
  })

  test('[MAP-UI-9] the first of two touching names wins', () => {
    const [first, second, third] = among([name(100, 100), name(140, 105), name(200, 100)], [])
    expect(first).toBeDefined()
    expect(second).toBeUndefined()
    expect(third).toBeDefined()
  })

  test('[MAP-UI-9] a name that would overlap a bubble is left out', () => {
    expect(among([name(100, 100)], [{ left: 100, top: 130, radius: 20 }])).toEqual([undefined])
    expect(among([name(100, 100)], [{ left: 100, top: 160, radius: 20 }])[0]).toBeDefined()
  })

  test('[MAP-UI-10] the name of a city under a bubble is below the bubble', () => {
    const [box] = among([name(100, 100)], [{ left: 105, top: 98, radius: 30 }])
    expect(box?.top).toBe(131)
    expect((box!.left + box!.right) / 2).toBe(105)
  })

  test('[MAP-UI-10] the name of a city under the rings of an alert is below them, centred on the city', () => {
    const [box] = declutter([name(100, 100)], {
      bubbles: [],
      rings: [
        { left: 110, top: 95, radius: 27 },
        { left: 90, top: 140, radius: 27 },
      ],
      names: [],
    })
    expect(box).toEqual({ left: 70, right: 130, top: 130, bottom: 146 })
  })

  test('[MAP-UI-9] the name of an area has priority over the name of a city', () => {
    expect(
      declutter([name(100, 100)], { bubbles: [], rings: [], names: [{ left: 60, right: 180, top: 110, bottom: 122 }] }),
    ).toEqual([undefined])
  })
})

describe('the table of cities', () => {
  test('has complete entries, the biggest first', () => {
    expect(cities.length).toBeGreaterThan(150)
    for (const { name: city, lon, lat } of cities) {
      expect(city).toMatch(/^\p{L}/u)
      expect(Math.abs(lon)).toBeLessThanOrEqual(180)
      expect(Math.abs(lat)).toBeLessThanOrEqual(85)
    }
    expect(cities.map(({ rank }) => rank)).toEqual(cities.map(({ rank }) => rank).toSorted((a, b) => a - b))
  })

  test('[MAP-UI-11] a world map labels fewer cities than a country map', () => {
    expect([2, 4, 7].map(leastRank)).toEqual([1, 2, 3])
  })
})

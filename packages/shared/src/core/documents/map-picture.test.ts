import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mapPicture, type Point } from './map-picture.ts'
import type { BlockOf, Place } from './report.ts'

const width = 440
const drawn = (
  places: readonly Place[],
  lines: readonly (readonly Place[])[] = [],
  outlines: readonly (readonly Place[])[] = [],
) => {
  const block: BlockOf<'map'> = {
    is: 'map',
    title: 'Map',
    lines,
    places: places.map((at) => ({ at, name: 'x', details: '', tone: 'level-3' })),
  }
  return mapPicture(block, outlines, width)
}
const isInside = ([x, y]: Point) => x >= -1e-6 && x <= width + 1e-6 && y >= -1e-6 && y <= 242 + 1e-6

test('[DOCUMENT-33] one place is in the middle of a map that is wider than a kilometre', () => {
  const { marks, scale, grid, height } = drawn([[9.18, 48.78]])
  expect(marks).toEqual([{ at: [expect.closeTo(220, 6), height / 2], text: '1', tone: 'level-3' }])
  expect(scale.text).toBe('200 m')
  expect(scale.width).toBeCloseTo((200 / (1_000 / 0.76)) * width, 0)
  expect(grid.map(({ text }) => text)).toEqual(
    expect.arrayContaining([expect.stringMatching(/^48\.\d+° N$/), expect.stringMatching(/^9\.\d+° E$/)]),
  )
})

test('[DOCUMENT-33] north is up, east is right, and distances are in proportion', () => {
  const { marks } = drawn([
    [9, 48],
    [9.1, 48],
    [9, 48.1],
  ])
  const [origin, east, north] = marks.map(({ at }) => at)
  expect(east![0] - origin![0]).toBeGreaterThan(50)
  expect(east![1]).toBeCloseTo(origin![1], 6)
  expect(north![1]).toBeLessThan(origin![1])
  // a degree of longitude is cos 48° as long as one of latitude
  const ratio = (east![0] - origin![0]) / (origin![1] - north![1])
  expect(ratio).toBeCloseTo(Math.cos((48.05 * Math.PI) / 180), 2)
})

test('[DOCUMENT-33] places whose marks would cover each other share one', () => {
  const { marks } = drawn([
    [9, 48],
    [9.5, 48],
    [9.0001, 48],
  ])
  expect(marks.map(({ text }) => text)).toEqual(['1+', '2'])
})

test('[DOCUMENT-33] a way across the antimeridian stays in one piece', () => {
  const { lines, marks } = drawn(
    [[179.9, -18]],
    [
      [
        [179.9, -18],
        [-179.9, -18],
      ],
    ],
  )
  const [[from, to]] = lines as unknown as [[Point, Point]]
  expect(to[0]).toBeGreaterThan(from[0])
  expect(to[0] - from[0]).toBeLessThan(width)
  expect(marks[0]!.at[0]).toBeCloseTo(from[0], 6)
})

test('[DOCUMENT-33] nothing is drawn outside of the frame, and no outline joins both sides of the world', () => {
  const place = fc.tuple(fc.double({ min: -180, max: 180, noNaN: true }), fc.double({ min: -85, max: 85, noNaN: true }))
  const line = fc.array(place, { minLength: 2, maxLength: 6 })
  fc.assert(
    fc.property(fc.array(place, { minLength: 1, maxLength: 8 }), fc.array(line, { maxLength: 5 }), (places, lines) => {
      const picture = drawn(places, [places], lines)
      const points = [
        ...picture.outlines.flat(),
        ...picture.lines.flat(),
        ...picture.marks.map(({ at }) => at),
        ...picture.grid.flatMap(({ line: ends }) => ends),
      ]
      expect(points.filter((point) => !isInside(point))).toEqual([])
      expect(picture.scale.width).toBeLessThanOrEqual(width / 4)
    }),
  )
})

test('[DOCUMENT-33] an outline is cut at the edges of the frame', () => {
  const { outlines } = drawn(
    [[9, 48]],
    [],
    [
      [
        [0, 48],
        [20, 48],
      ],
      [
        [0, 10],
        [20, 10],
      ],
    ],
  )
  expect(outlines).toHaveLength(1)
  expect(outlines[0]!.map(([x]) => Math.round(x))).toEqual([0, width])
})

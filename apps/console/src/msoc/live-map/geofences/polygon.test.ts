import { expect, test } from 'vitest'
import { type Corner, crosses, middlesOf, problemOf } from './polygon.ts'

const square: Corner[] = [
  [0, 0],
  [2, 0],
  [2, 2],
  [0, 2],
]

test('[MAP-UI-40] the sides of a square, a concave outline and a triangle do not cross', () => {
  expect(crosses(square)).toBe(false)
  expect(
    crosses([
      [0, 0],
      [4, 0],
      [4, 4],
      [2, 1],
      [0, 4],
    ]),
  ).toBe(false)
  expect(
    crosses([
      [0, 0],
      [1, 0],
      [0, 1],
    ]),
  ).toBe(false)
})

test.for<{ what: string; corners: Corner[] }>([
  {
    what: 'a bow tie',
    corners: [
      [0, 0],
      [2, 2],
      [2, 0],
      [0, 2],
    ],
  },
  {
    what: 'a corner on another side',
    corners: [
      [0, 0],
      [4, 0],
      [4, 4],
      [2, 0],
      [0, 4],
    ],
  },
  {
    what: 'a side that runs back over the one before',
    corners: [
      [0, 0],
      [4, 0],
      [2, 0],
      [2, 2],
    ],
  },
  {
    what: 'two corners in one place',
    corners: [
      [0, 0],
      [0, 0],
      [2, 0],
      [2, 2],
    ],
  },
  {
    what: 'a last side through the first corner’s neighbour',
    corners: [
      [0, 0],
      [1, 1],
      [3, 0],
      [2, 2],
    ].map(([lon, lat]) => [lon!, lat!]),
  },
])('[MAP-UI-40] $what is refused', ({ corners }) => {
  expect(problemOf(corners)).toMatch(/crosses itself/)
})

test('[MAP-UI-41] fewer than three corners, more than 200, and positions off the globe are refused with a text', () => {
  expect(problemOf(square)).toBeUndefined()
  expect(problemOf(square.slice(0, 2))).toMatch(/at least three/)
  const ring = (count: number): Corner[] =>
    Array.from({ length: count }, (_, at) => [
      Math.cos((at / count) * 2 * Math.PI),
      Math.sin((at / count) * 2 * Math.PI),
    ])
  expect(problemOf(ring(200))).toBeUndefined()
  expect(problemOf(ring(201))).toMatch(/at most 200 corners, this one has 201/)
  expect(
    problemOf([
      [0, 0],
      [200, 0],
      [0, 5],
    ]),
  ).toMatch(/-180 to 180/)
  expect(
    problemOf([
      [0, 0],
      [NaN, 0],
      [0, 5],
    ]),
  ).toMatch(/-180 to 180/)
})

test('[MAP-UI-42] each side has a middle, including the closing side', () => {
  expect(middlesOf(square)).toEqual([
    [1, 0],
    [2, 1],
    [1, 2],
    [0, 1],
  ])
})

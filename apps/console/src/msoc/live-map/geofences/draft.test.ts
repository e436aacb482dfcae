import { expect, test } from 'vitest'
import { finished, newDraft, withCorner, withCornerAfter, withCornerAt, withoutCorner } from './draft.ts'

const drawn = [
  [8, 48],
  [9, 48],
  [9, 49],
].reduce((draft, [lon, lat]) => withCorner(draft, lon!, lat!), newDraft())

test('[MAP-UI-43] an outline is drawn corner by corner, and can be closed only if it encloses an area', () => {
  expect(drawn.corners).toEqual([
    [8, 48],
    [9, 48],
    [9, 49],
  ])
  expect(finished(drawn).drawing).toBe(false)
  expect(finished(withoutCorner(drawn, 2)).drawing).toBe(true)
})

test('[MAP-UI-42] a corner is moved, inserted between two others, or removed', () => {
  expect(withCornerAt(drawn, 1, 9.5, 48).corners).toEqual([
    [8, 48],
    [9.5, 48],
    [9, 49],
  ])
  expect(withCornerAfter(drawn, 0, 8.5, 47).corners).toEqual([
    [8, 48],
    [8.5, 47],
    [9, 48],
    [9, 49],
  ])
  expect(withCornerAfter(drawn, 2, 8.5, 48.5).corners.at(-1)).toEqual([8.5, 48.5])
  expect(withoutCorner(drawn, 0).corners).toEqual([
    [9, 48],
    [9, 49],
  ])
})

test('[MAP-UI-41] an outline with the maximum of corners takes no more, and none is off the map', () => {
  const full = Array.from({ length: 200 }).reduce<typeof drawn>(
    (draft, _, at) => withCorner(draft, at / 10, 0),
    newDraft(),
  )
  expect(withCorner(full, 1, 1)).toBe(full)
  expect(withCornerAfter(full, 3, 1, 1)).toBe(full)
  expect(withCorner(newDraft(), 190, 89).corners).toEqual([[180, 85]])
})

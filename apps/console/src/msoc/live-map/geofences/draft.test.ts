import { expect, test } from 'vitest'
import { distanceM } from '@carapace/shared/msoc/detect/geo'
import type { Geofence } from '@carapace/shared/msoc/vehicles/vehicles.contract'
import {
  draftOf,
  draftProblem,
  finished,
  inShape,
  newDraft,
  outlineOf,
  withClick,
  withCorner,
  withCornerAfter,
  withCornerAt,
  withoutCorner,
} from './draft.ts'
import { dragged } from './grips.ts'

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

/** A circle around 9° east, 48° north that was drawn by two clicks. */
const circled = withClick(withClick(inShape(drawn, 'circle'), 9, 48), 9, 48.1)

test('[MAP-UI-68] the first click sets a circle’s centre, the second how far it reaches', () => {
  expect(inShape(drawn, 'circle')).toMatchObject({ corners: [], drawing: true })
  expect(circled).toMatchObject({ shape: 'circle', drawing: false, corners: [[9, 48]] })
  expect(circled.circle).toEqual({ lon: 9, lat: 48, radius_m: Math.round(distanceM(48, 9, 48.1, 9)) })
  expect(outlineOf(circled)).toHaveLength(64)
  expect(draftProblem(circled)).toBeUndefined()
})

test('[MAP-UI-68] a circle is moved by its centre, and its edge changes the radius', () => {
  const moved = dragged(circled, { kind: 'centre' }, [10, 49])
  expect(moved).toMatchObject({ corners: [[10, 49]], circle: { lon: 10, lat: 49, radius_m: circled.circle!.radius_m } })
  const wider = dragged(circled, { kind: 'edge' }, [9, 48.2])
  expect(wider.circle).toMatchObject({ lon: 9, lat: 48, radius_m: Math.round(distanceM(48, 9, 48.2, 9)) })
})

test('[MAP-UI-68] a circle is never smaller than 10 m or larger than 500 km', () => {
  expect(dragged(circled, { kind: 'edge' }, [9, 48]).circle?.radius_m).toBe(10)
  expect(dragged(circled, { kind: 'edge' }, [9, 60]).circle?.radius_m).toBe(500_000)
  expect(draftProblem({ ...circled, circle: { ...circled.circle!, radius_m: 5 } })).toContain('10 m to 500 km')
})

test('[MAP-UI-69] a saved area keeps its crossings and vehicles in the form', () => {
  const saved: Geofence = {
    uuid: crypto.randomUUID(),
    revision: 2,
    name: 'Port',
    severity: 'low',
    active: true,
    polygon: drawn.corners.map(([lon, lat]): [number, number] => [lon, lat]),
    circle: circled.circle!,
    alert_on: 'both',
    vins: ['A'],
    models: ['Halo 7'],
  }
  expect(draftOf(saved)).toMatchObject({
    shape: 'circle',
    circle: circled.circle,
    alertOn: 'both',
    vins: ['A'],
    models: ['Halo 7'],
    drawing: false,
  })
})

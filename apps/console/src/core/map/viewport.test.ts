import { describe, expect, test } from 'vitest'
import {
  type Camera,
  cameraAt,
  covers,
  latOf,
  lonOf,
  paddedBbox,
  screenOf,
  viewOf,
  visibleWorlds,
  worldX,
  worldY,
  wrappedLon,
} from './viewport.ts'

const size = { width: 1024, height: 512 }
const at = (lng: number, lat: number, zoom: number): Camera => cameraAt({ lng, lat }, zoom, size)

describe('the world as a square', () => {
  test.for([
    [0, 0],
    [9.18, 48.78],
    [-74.01, 40.71],
    [179.9, -80],
    [-180, 85],
  ] as const)('a place at %f, %f is unchanged after a round trip', ([lon, lat]) => {
    expect(lonOf(worldX(lon))).toBeCloseTo(lon, 9)
    expect(latOf(worldY(lat))).toBeCloseTo(lat, 9)
  })

  test('the centre of the camera is the centre of the screen', () => {
    expect(screenOf(at(9, 48, 6), worldX(9), worldY(48))).toEqual({ left: 512, top: 256 })
  })

  test('north is up and east is right', () => {
    const { left, top } = screenOf(at(9, 48, 6), worldX(10), worldY(49))
    expect(left).toBeGreaterThan(512)
    expect(top).toBeLessThan(256)
  })
})

describe('the requested area', () => {
  test('[MAP-UI-1] is a quarter larger than the screen on every side', () => {
    const [west, , east] = paddedBbox(at(0, 0, 3), 0)
    const padded = paddedBbox(at(0, 0, 3), 0.25)
    expect(padded[2] - padded[0]).toBeCloseTo((east - west) * 1.5, 6)
  })

  test('[MAP-UI-2] has a west greater than its east across the antimeridian', () => {
    const [west, , east] = paddedBbox(at(179, 0, 5), 0)
    expect(west).toBeGreaterThan(0)
    expect(east).toBeLessThan(0)
    expect(west).toBeGreaterThan(east)
  })

  test('[MAP-UI-2] is the same for a camera that went round the world', () => {
    expect(paddedBbox(at(9 + 360, 48, 6), 0.25)[0]).toBeCloseTo(paddedBbox(at(9, 48, 6), 0.25)[0], 9)
  })

  test('[MAP-UI-2] is the whole world for a view as wide as the world, without the missing poles', () => {
    const [west, south, east, north] = paddedBbox(at(120, 0, 1), 0.25)
    expect([west, east]).toEqual([-180, 180])
    expect(south).toBeGreaterThan(-90)
    expect(north).toBeLessThan(90)
  })

  test.for([
    [181, -179],
    [-190, 170],
    [540, -180],
    [180, 180],
  ] as const)('[MAP-UI-2] longitude %f becomes %f', ([lon, wrapped]) => {
    expect(wrappedLon(lon)).toBe(wrapped)
  })
})

describe('whether to request again', () => {
  test('[MAP-UI-3] a small pan stays inside the requested area, a big pan does not', () => {
    const requested = paddedBbox(at(9, 48, 6), 0.25)
    expect(covers(requested, paddedBbox(at(10, 48, 6), 0))).toBe(true)
    expect(covers(requested, paddedBbox(at(19, 48, 6), 0))).toBe(false)
    expect(covers(requested, paddedBbox(at(9, 54, 6), 0))).toBe(false)
  })

  test('[MAP-UI-3] zooming out leaves the requested area', () => {
    expect(covers(paddedBbox(at(9, 48, 6), 0.25), paddedBbox(at(9, 48, 5), 0))).toBe(false)
  })

  test('[MAP-UI-3] the same holds across the antimeridian', () => {
    const requested = paddedBbox(at(179.5, 0, 6), 0.25)
    expect(covers(requested, paddedBbox(at(-179.5, 0, 6), 0))).toBe(true)
    expect(covers(requested, paddedBbox(at(-160, 0, 6), 0))).toBe(false)
  })

  test('[MAP-UI-3] the whole world covers any view, and no smaller area covers the whole world', () => {
    expect(covers([-180, -85, 180, 85], [170, -10, -170, 10])).toBe(true)
    expect(covers([0, -85, 179, 85], [-180, -10, 180, 10])).toBe(false)
  })
})

describe('copies of the world', () => {
  test('usually there is one; across the antimeridian there are two', () => {
    expect(visibleWorlds(at(9, 48, 6))).toEqual([0])
    expect(visibleWorlds(at(179.9, 0, 6))).toEqual([0, 1])
  })

  test('a place beyond the antimeridian is drawn in the nearest copy', () => {
    expect(screenOf(at(179, 0, 5), worldX(-179), worldY(0)).left).toBeGreaterThan(512)
  })
})

describe('[MAP-UI-4] opening on the fleet', () => {
  const germany = Array.from({ length: 40 }, (_, each) => ({ lat: 48 + each / 10, lon: 8 + each / 10 }))

  test('shows nearly all vehicles', () => {
    const view = viewOf(germany, size)!
    expect(view.lat).toBeCloseTo(50, 0)
    expect(view.lon).toBeCloseTo(10, 0)
    expect(view.zoom).toBeGreaterThan(5)
  })

  test('one vehicle at null island has no effect', () => {
    const with1 = viewOf([...germany, { lat: 0, lon: 0 }], size)!
    expect(with1.zoom).toBeGreaterThan(5)
  })

  test('no vehicle: no view; one vehicle: not closer than a town', () => {
    expect(viewOf([], size)).toBeUndefined()
    expect(viewOf([{ lat: 48, lon: 9 }], size)?.zoom).toBe(11)
  })
})

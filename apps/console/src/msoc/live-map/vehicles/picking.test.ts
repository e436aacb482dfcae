import type { MapVehicle } from '@carapace/shared/msoc/vehicles/vehicles.contract'
import { describe, expect, test } from 'vitest'
import { cameraAt, screenOf, worldX, worldY } from '../../../core/map/viewport.ts'
import { inViewByRisk } from '../vehicle-list/fleet-order.ts'
import { frontRow } from './front-row.ts'
import { allShown, pick } from './picking.ts'
import { codeOf, stride, VehicleStore } from './vehicle-store.ts'

const camera = cameraAt({ lng: 9, lat: 48 }, 8, { width: 1000, height: 600 })
const vehicle = (vin: string, lon: number, change: Partial<MapVehicle> = {}): MapVehicle => ({
  vin,
  lat: 48,
  lon,
  speed_kph: 1,
  heading_deg: 1,
  health: 'healthy',
  risk: 0,
  open_alerts: 0,
  ts: 0,
  received_at: 0,
  ...change,
})
/** The longitude that is this number of pixels to the right of the centre. */
const right = (pixels: number) => 9 + (pixels / camera.worldSize) * 360
const storeOf = (...vehicles: MapVehicle[]) => {
  const store = new VehicleStore(4)
  for (const each of vehicles) store.put(each)
  return store
}

describe('picking', () => {
  test('[MAP-UI-18] the nearest within reach', () => {
    const store = storeOf(vehicle('A', right(0)), vehicle('B', right(9)))
    expect(store.vinAt(pick(store, camera, 501, 300, allShown)!)).toBe('A')
    expect(store.vinAt(pick(store, camera, 507, 301, allShown)!)).toBe('B')
    expect(pick(store, camera, 480, 300, allShown)).toBeUndefined()
  })

  test('[MAP-UI-18] a vehicle in trouble wins at a similar distance, and only there', () => {
    const store = storeOf(vehicle('fine', right(0)), vehicle('bad', right(4), { health: 'compromised' }))
    expect(store.vinAt(pick(store, camera, 500, 300, allShown)!)).toBe('bad')
    const apart = storeOf(vehicle('fine', right(0)), vehicle('bad', right(8), { health: 'compromised' }))
    expect(apart.vinAt(pick(apart, camera, 500, 300, allShown)!)).toBe('fine')
  })

  test('[MAP-UI-19] filtered and removed vehicles are not picked', () => {
    const store = storeOf(vehicle('A', right(0)), vehicle('B', right(1)))
    expect(pick(store, camera, 500, 300, 1 << codeOf('degraded'))).toBeUndefined()
    store.remove('A')
    store.remove('B')
    expect(pick(store, camera, 500, 300, allShown)).toBeUndefined()
  })

  test('[MAP-UI-18] works beyond the antimeridian', () => {
    const far = cameraAt({ lng: 179.99, lat: 0 }, 8, { width: 1000, height: 600 })
    const store = storeOf(vehicle('A', -179.9, { lat: 0 }))
    const { left, top } = screenOf(far, worldX(-179.9), worldY(0))
    expect(pick(store, far, left, top, allShown)).toBe(0)
  })
})

describe('the list', () => {
  const vins = (store: VehicleStore, shown = allShown, words = '') =>
    Array.from(inViewByRisk(store, camera, shown, words).slots, (slot) => store.vinAt(slot))

  test('[MAP-UI-20] is ordered by risk, then by health, and contains only vehicles on screen', () => {
    const store = storeOf(
      vehicle('low', 9, { risk: 5 }),
      vehicle('even', 9, { risk: 50 }),
      vehicle('worse', 9, { risk: 50, health: 'compromised' }),
      vehicle('top', 9, { risk: 100 }),
      vehicle('outside', 20, { risk: 99 }),
    )
    expect(vins(store)).toEqual(['top', 'worse', 'even', 'low'])
  })

  test('[MAP-UI-19] excludes vehicles that are filtered out or do not match the words', () => {
    const store = storeOf(
      vehicle('NHV1', 9, { model: 'Halo 7' }),
      vehicle('NHV2', 9, { model: 'Tern Van', health: 'degraded' }),
    )
    expect(vins(store, 1 << codeOf('degraded'))).toEqual(['NHV2'])
    expect(vins(store, allShown, ' halo ')).toEqual(['NHV1'])
    expect(vins(store, allShown, 'nhv')).toHaveLength(2)
  })

  test('stale vehicles are counted, in view only', () => {
    const store = storeOf(vehicle('A', 9), vehicle('B', 9, { received_at: 100_000 }), vehicle('C', 30))
    store.sweep(100_000)
    expect(inViewByRisk(store, camera, allShown, '').stale).toBe(1)
  })
})

describe('the front row', () => {
  test('[MAP-UI-36] contains degraded, then compromised vehicles; none that is healthy, stale or removed', () => {
    const store = storeOf(
      vehicle('A', 9, { health: 'compromised' }),
      vehicle('B', 9),
      vehicle('C', 9, { health: 'degraded' }),
      vehicle('D', 9, { health: 'offline' }),
      vehicle('E', 9, { health: 'compromised', received_at: -1e9 }),
      vehicle('F', 9, { health: 'degraded' }),
    )
    store.sweep(0)
    store.remove('F')
    const { front, count } = frontRow(store, new Float32Array(0))
    expect(count).toBe(2)
    expect([front[5], front[stride + 5]]).toEqual([codeOf('degraded'), codeOf('compromised')])
    expect(frontRow(store, front).front).toBe(front)
  })
})

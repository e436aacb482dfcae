import type { MapVehicle } from '@carapace/shared/msoc/vehicles/vehicles.contract'
import { describe, expect, test } from 'vitest'
import { worldX, worldY } from '../../../core/map/viewport.ts'
import { staleAfterMs, stride, VehicleStore } from './vehicle-store.ts'

const at = 1_700_000_000_000
const vehicle = (vin: string, change: Partial<MapVehicle> = {}): MapVehicle => ({
  vin,
  lat: 48.78,
  lon: 9.18,
  speed_kph: 84,
  heading_deg: 90,
  health: 'healthy',
  risk: 3,
  open_alerts: 0,
  ts: at,
  received_at: at,
  ...change,
})
const vinsIn = (store: VehicleStore) =>
  Array.from({ length: store.end }, (_, slot) => store.vinAt(slot))
    .filter((vin) => vin !== undefined)
    .sort()

describe('slots', () => {
  test('[MAP-UI-12] a vehicle keeps its slot as it moves', () => {
    const store = new VehicleStore()
    const slot = store.put(vehicle('A'))
    store.put(vehicle('B'))
    expect(store.put(vehicle('A', { lat: 49 }))).toBe(slot)
    expect(store.size).toBe(2)
    expect(store.y[slot]).toBe(worldY(49))
  })

  test('[MAP-UI-12] a freed slot is reused before the arrays grow', () => {
    const store = new VehicleStore(2)
    const slot = store.put(vehicle('A'))
    store.put(vehicle('B'))
    expect(store.remove('A')).toBe(true)
    expect(store.put(vehicle('C'))).toBe(slot)
    expect(store.capacity).toBe(2)
    expect(store.read(slot)).toMatchObject({ vin: 'C', model: '', uuid: undefined })
  })

  test('[MAP-UI-12] growth keeps all vehicles', () => {
    const store = new VehicleStore(2)
    for (let each = 0; each < 100; each++) store.put(vehicle(`V${each}`, { lon: each, risk: each }))
    expect(store.capacity).toBe(128)
    expect(store.read(store.slotOf('V7')!)).toMatchObject({ vin: 'V7', risk: 7 })
    expect(store.x[store.slotOf('V7')!]).toBe(worldX(7))
    expect(store.instances[120 * stride + 5]).toBe(-1)
  })

  test('removing an unknown vehicle returns false', () => {
    expect(new VehicleStore().remove('A')).toBe(false)
  })

  test('[MAP-UI-12] any sequence of additions and removals leaves exactly the vehicles not removed', () => {
    const store = new VehicleStore(1)
    const expected = new Set<string>()
    let dice = 1
    for (let step = 0; step < 2_000; step++) {
      dice = (dice * 48_271) % 0x7fffffff
      const vin = `V${dice % 13}`
      if (dice % 29 < 15) {
        store.put(vehicle(vin))
        expected.add(vin)
      } else {
        expect(store.remove(vin)).toBe(expected.delete(vin))
      }
      expect(store.size).toBe(expected.size)
    }
    expect(vinsIn(store)).toEqual([...expected].sort())
    expect(store.end).toBeLessThanOrEqual(13)
  })
})

describe('changes', () => {
  test('[MAP-UI-13] fields sent only at the start are kept', () => {
    const store = new VehicleStore()
    const slot = store.put(vehicle('A', { uuid: 'u', model: 'EQX-24' }))
    store.put(vehicle('A', { speed_kph: null, heading_deg: null, health: 'compromised', open_alerts: 4 }))
    expect(store.read(slot)).toMatchObject({
      uuid: 'u',
      model: 'EQX-24',
      speedKph: null,
      headingDeg: null,
      health: 'compromised',
      openAlerts: 4,
    })
  })

  test('[MAP-UI-14] a snapshot replaces everything', () => {
    const store = new VehicleStore()
    store.replace([vehicle('A', { model: 'Halo 7' }), vehicle('B')])
    store.replace([vehicle('B'), vehicle('C')])
    expect(vinsIn(store)).toEqual(['B', 'C'])
    store.replace([])
    expect(store.size).toBe(0)
  })

  test('[MAP-UI-14] a snapshot in parts removes no vehicle before its last part', () => {
    const store = new VehicleStore()
    store.replace([vehicle('A'), vehicle('B')])
    store.begin()
    store.put(vehicle('C'))
    expect(vinsIn(store)).toEqual(['A', 'B', 'C'])
    store.put(vehicle('A'))
    store.settle()
    expect(vinsIn(store)).toEqual(['A', 'C'])
  })

  test('[MAP-UI-15] only the slots that changed are uploaded, and once', () => {
    const store = new VehicleStore()
    for (const vin of ['A', 'B', 'C', 'D']) store.put(vehicle(vin))
    expect(store.takeDirty()).toEqual([0, 4])
    expect(store.takeDirty()).toBeUndefined()
    store.put(vehicle('B'))
    store.remove('C')
    expect(store.takeDirty()).toEqual([1, 3])
  })

  test('[MAP-UI-29] the newest position is kept, also when older ones follow, until its vehicle leaves', () => {
    const store = new VehicleStore()
    store.put(vehicle('A', { ts: at + 500, received_at: at + 500 }))
    store.put(vehicle('B', { received_at: at }))
    expect(store.newest).toBe(at + 500)
    store.remove('A')
    store.sweep(at)
    expect(store.newest).toBe(at)
  })

  test('[MAP-UI-66] a late position is as old as its measurement; one ahead of its arrival as old as that', () => {
    const store = new VehicleStore()
    store.put(vehicle('LATE', { ts: at - 240_000, received_at: at }))
    expect(store.newest).toBe(at - 240_000)
    expect(store.sweep(at)).toBe(0) // late, not silent
    expect(store.read(store.slotOf('LATE')!)).toMatchObject({ ts: at - 240_000, receivedAt: at, stale: false })
    store.put(vehicle('AHEAD', { ts: at + 240_000, received_at: at }))
    expect(store.newest).toBe(at)
  })
})

describe('what is drawn', () => {
  test('[MAP-UI-17] two 32-bit floats hold a position to centimetres', () => {
    const store = new VehicleStore()
    const slot = store.put(vehicle('A', { lon: 9.181_234_5, lat: 48.781_234_5 }))
    const [x = 0, rest = 0] = store.instances.subarray(slot * stride)
    expect(Math.abs(x + rest - worldX(9.181_234_5)) * 40_075_000).toBeLessThan(0.01)
  })

  test('[MAP-UI-16] silence makes a vehicle stale, a report makes it fresh', () => {
    const store = new VehicleStore()
    const slot = store.put(vehicle('A', { health: 'degraded' }))
    expect(store.sweep(at + staleAfterMs)).toBe(0)
    store.takeDirty()
    expect(store.sweep(at + staleAfterMs + 1)).toBe(1)
    expect(store.takeDirty()).toEqual([slot, slot + 1])
    expect(store.instances[slot * stride + 5]).toBe(5)
    expect(store.read(slot)).toMatchObject({ stale: true, health: 'degraded' })
    store.put(vehicle('A', { health: 'degraded', received_at: at + 60_000 }))
    expect(store.instances[slot * stride + 5]).toBe(1)
  })

  test('[MAP-UI-16] a sweep that changes nothing uploads nothing', () => {
    const store = new VehicleStore()
    store.put(vehicle('A'))
    store.sweep(at)
    store.takeDirty()
    store.sweep(at + 1)
    expect(store.takeDirty()).toBeUndefined()
  })
})

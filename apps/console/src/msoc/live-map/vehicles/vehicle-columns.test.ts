import { expect, test } from 'vitest'
import type { MapVehicle } from '@carapace/shared/msoc/vehicles/vehicles.contract'
import { columnBook } from '../../../core/live/columns.ts'
import { vehicleColumns, vehiclePlan } from './vehicle-columns.ts'
import { VehicleStore } from './vehicle-store.ts'

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

/** The worker's table and the page's store, connected. */
function joined() {
  const store = new VehicleStore()
  const book = columnBook(vehiclePlan)
  const moved: (string | undefined)[] = []
  const take = vehicleColumns(store, (slot) => moved.push(store.vinAt(slot)))
  return { store, book, moved, take: () => take(book.take()) }
}

test('[MAP-UI-13] [MAP-UI-38] a vehicle from columns reads like a vehicle from a single message', () => {
  const { store, book, take } = joined()
  const sample = vehicle('A', {
    uuid: 'u',
    model: 'Halo 7',
    health: 'compromised',
    risk: 91,
    open_alerts: 2,
    heading_deg: null,
  })
  book.begin({ vehicles: [sample], clusters: [] })
  take()
  const alone = new VehicleStore()
  alone.put(sample)
  expect(store.read(store.slotOf('A')!)).toEqual(alone.read(0))
  expect(store.instances.subarray(0, 6)).toEqual(alone.instances.subarray(0, 6))
})

test('[MAP-UI-13] [MAP-UI-38] fields sent only at the start are kept while it moves', () => {
  const { store, book, take, moved } = joined()
  book.begin({ vehicles: [vehicle('A', { uuid: 'u', model: 'Halo 7' })], clusters: [] })
  take()
  book.apply([{ vehicle: vehicle('A', { speed_kph: 12, health: 'degraded' }) }])
  take()
  expect(store.read(store.slotOf('A')!)).toMatchObject({ uuid: 'u', model: 'Halo 7', speedKph: 12, health: 'degraded' })
  expect(moved).toEqual(['A', 'A'])
})

test('[MAP-UI-38] a vehicle that left is removed, and its slot is reused', () => {
  const { store, book, take } = joined()
  book.begin({ vehicles: [vehicle('A'), vehicle('B')], clusters: [] })
  take()
  book.apply([{ gone: 'A' }, { vehicle: vehicle('C', { uuid: 'c', model: 'Tern Van' }) }])
  take()
  expect(store.slotOf('A')).toBeUndefined()
  expect(store.read(store.slotOf('C')!)).toMatchObject({ vin: 'C', uuid: 'c' })
  expect(store.size).toBe(2)
})

test('[MAP-UI-14] a complete new snapshot removes the vehicles that it does not contain', () => {
  const { store, book, take } = joined()
  store.replace([vehicle('old'), vehicle('A')])
  store.begin()
  book.begin({ vehicles: [vehicle('A'), vehicle('B')], clusters: [] })
  take()
  expect(store.slotOf('old')).toBeUndefined()
  expect(store.size).toBe(2)
})

import type { VehicleId } from '@carapace/shared/msoc/vehicles/vehicles.table'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openFleet, stored } from './fleet.fixture.ts'

const now = new Date('2026-10-22T17:00:00Z')
beforeEach(() => void vi.useFakeTimers({ now }))
afterEach(() => void vi.useRealTimers())

const one = 1 as VehicleId
const parked = (ms: number) => ({
  lat: 48,
  lon: 11,
  positionTs: new Date(now.getTime() + ms),
  positionAt: now,
  lastSeen: now,
})
const at = (lat: number, ms: number) => [lat, 11, 50, null, now.getTime() + ms, now.getTime()] as const

/** The vehicles of a cell, the last changed one first, read in both directions; the same in every grid. */
function inCell({ grids }: Awaited<ReturnType<typeof openFleet>>['fleet'], lat: number, lon: number): string[] {
  const [fine, coarse] = grids.map(({ cellAt }) => {
    const vins: string[] = []
    for (let spot = cellAt(lat, lon)?.newest; spot; spot = spot.older) {
      vins.push(spot.entry.vin)
      if (spot.older) expect(spot.older.newer).toBe(spot)
    }
    return vins
  })
  expect(coarse).toEqual(fine)
  return fine!
}

test('[MAP-1] the view starts with the data of the tables', async () => {
  const { fleet } = await openFleet([stored(1, { ...parked(0), openAlerts: 2, worst: 'critical' }), stored(2)])
  expect(fleet.entries.get(one)).toMatchObject({ vin: 'VIN1', lat: 48, lon: 11, health: 'compromised', openAlerts: 2 })
  expect(fleet.entries.get(2 as VehicleId)).toMatchObject({ receivedAt: 0, health: 'offline' })
  expect(inCell(fleet, 48, 11)).toEqual(['VIN1'])
})

test('[MAP-2] the position with the newer vehicle time wins, and the last-seen time never goes back', async () => {
  const { fleet, seen } = await openFleet([stored(1, parked(0))])
  const entry = fleet.entries.get(one)!
  seen([one, now.getTime() + 500, at(49, 1_000)], [one, now.getTime() - 60_000, at(50, 999)])
  expect(entry).toMatchObject({ lat: 49, ts: now.getTime() + 1_000, lastSeen: now.getTime() + 500 })
})

test('[MAP-2] news without a position make a silent vehicle healthy again', async () => {
  const { fleet, seen } = await openFleet([stored(1, { ...parked(0), lastSeen: new Date(0) })])
  const entry = fleet.entries.get(one)!
  expect(entry.health).toBe('offline')
  const before = fleet.version()
  seen([one, now.getTime(), null])
  expect(entry.health).toBe('healthy')
  expect(fleet.version()).toBe(before + 1)
})

test('[MAP-3] each change increments the version, also that of the cell that a vehicle leaves', async () => {
  const { fleet, seen } = await openFleet([stored(1, parked(0)), stored(2, parked(0))])
  const left = fleet.grids.map(({ cellAt }) => cellAt(48, 11)!)
  const before = fleet.version()
  seen([one, now.getTime(), at(48.001, 1)])
  expect(left.map(({ leftAt }) => leftAt)).toEqual([0, 0])
  seen([one, now.getTime(), at(49, 2)])
  expect(fleet.version()).toBe(before + 2)
  expect(left.map(({ leftAt }) => leftAt)).toEqual([before + 2, before + 2])
  expect(fleet.entries.get(one)!.version).toBe(before + 2)
  expect([inCell(fleet, 48, 11), inCell(fleet, 49, 11)]).toEqual([['VIN2'], ['VIN1']])
})

test('[MAP-3] a cell without vehicles is removed, and the layout of its grid is a new one', async () => {
  const { fleet, seen } = await openFleet([stored(1, parked(0))])
  const [fine, coarse] = fleet.grids
  const layouts = () => fleet.grids.map(({ layout }) => layout())
  const before = layouts()
  seen([one, now.getTime(), at(48.02, 1)])
  expect(fine!.cellAt(48, 11)).toBeUndefined()
  expect(coarse!.cellAt(48, 11)).toBe(coarse!.cellAt(48.02, 11))
  expect(layouts()).toEqual([before[0]! + 2, before[1]])
})

test('[MAP-3] a cell lists its vehicles by their latest change, newest first', async () => {
  const { fleet, seen } = await openFleet([1, 2, 3, 4].map((id) => stored(id, parked(0))))
  const moved = (id: number, lat: number, ms: number) => seen([id as VehicleId, now.getTime(), at(lat, ms)])
  expect(inCell(fleet, 48, 11)).toEqual(['VIN4', 'VIN3', 'VIN2', 'VIN1'])
  moved(2, 48.001, 1)
  moved(2, 48.002, 2)
  moved(1, 48.001, 3)
  expect(inCell(fleet, 48, 11)).toEqual(['VIN1', 'VIN2', 'VIN4', 'VIN3'])
  moved(4, 49, 4)
  moved(1, 49, 5)
  expect([inCell(fleet, 48, 11), inCell(fleet, 49, 11)]).toEqual([
    ['VIN2', 'VIN3'],
    ['VIN1', 'VIN4'],
  ])
})

test("[MAP-3] a vehicle's JSON is discarded after a change", async () => {
  const { fleet, applyHealth } = await openFleet([stored(1, parked(0))])
  const entry = fleet.entries.get(one)!
  entry.text = 'old'
  applyHealth([one, 3, 4])
  expect(entry).toMatchObject({ text: undefined, health: 'compromised', worst: 'critical', openAlerts: 3 })
})

test('[MAP-3] a vehicle that stops sending is offline within five seconds after its five minutes', async () => {
  const { fleet } = await openFleet([stored(1, parked(0))])
  vi.advanceTimersByTime(300_000)
  expect(fleet.entries.get(one)!.health).toBe('healthy')
  const before = fleet.version()
  vi.advanceTimersByTime(5_000)
  expect(fleet.entries.get(one)!.health).toBe('offline')
  expect(fleet.version()).toBe(before + 1)
  fleet.close()
})

test('[MAP-1] a vehicle registered in the meantime is looked up and shown', async () => {
  const rows = [stored(1, parked(0))]
  const { fleet, seen } = await openFleet(rows)
  rows.push(stored(2))
  seen([2 as VehicleId, now.getTime(), at(48.05, 1)])
  seen([2 as VehicleId, now.getTime(), at(48.06, 2)])
  await vi.advanceTimersByTimeAsync(0)
  expect(fleet.entries.get(2 as VehicleId)).toMatchObject({ vin: 'VIN2', health: 'healthy' })
})

test('[MAP-4] after a gap the tables are read again, and newer data from the bus is kept', async () => {
  const rows = [stored(1, parked(0)), stored(2, parked(0))]
  const { fleet, seen, gap } = await openFleet(rows)
  seen([one, now.getTime(), at(49, 2_000)])
  Object.assign(rows[0]!, parked(1_000), { lat: 47 })
  Object.assign(rows[1]!, parked(1_000), { lat: 47 })
  gap()
  await vi.advanceTimersByTimeAsync(0)
  expect(fleet.entries.get(2 as VehicleId)!.lat).toBe(47)
  expect(fleet.entries.get(one)!.lat).toBe(49)
})

test('[MAP-4] after a gap, alert data of the tables is shown, and unchanged vehicles are not sent again', async () => {
  const rows = [stored(1, parked(0)), stored(2, parked(0)), stored(3)]
  const { fleet, gap } = await openFleet(rows)
  const before = fleet.version()
  // a position older than that of the view is no reason to ignore alerts raised since then
  Object.assign(rows[0]!, { openAlerts: 2, worst: 'critical', positionTs: new Date(0) })
  gap()
  await vi.advanceTimersByTimeAsync(0)
  expect(fleet.entries.get(one)).toMatchObject({ openAlerts: 2, health: 'compromised', version: before + 1 })
  expect(fleet.version()).toBe(before + 1)
})

test('[MAP-4] a gap while the tables are read makes them be read once more', async () => {
  const rows = [stored(1, parked(0))]
  const { fleet, gap } = await openFleet(rows)
  gap()
  gap()
  rows.push(stored(2, parked(0)))
  await vi.advanceTimersByTimeAsync(1_000)
  expect(fleet.entries.size).toBe(2)
})

test('[MAP-10] alert news of two processes can arrive in wrong order: the tables decide within a second', async () => {
  const rows = [stored(1, { ...parked(0), openAlerts: 1, worst: 'high' })]
  const { fleet, applyHealth } = await openFleet(rows)
  rows[0]!.openAlerts = 0
  rows[0]!.worst = null
  applyHealth([one, 0, null])
  applyHealth([one, 2, 4])
  expect(fleet.entries.get(one)!.health).toBe('compromised')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(fleet.entries.get(one)).toMatchObject({ openAlerts: 0, health: 'healthy' })
})

test('[MAP-10] alert news of a vehicle that the view does not know makes it look up the vehicle', async () => {
  const rows = [stored(1, parked(0))]
  const { fleet, applyHealth } = await openFleet(rows)
  rows.push(stored(2, { ...parked(0), openAlerts: 1, worst: 'critical' }))
  applyHealth([2 as VehicleId, 1, 4])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(fleet.entries.get(2 as VehicleId)).toMatchObject({ openAlerts: 1, health: 'compromised' })
})

test('a closed view no longer listens', async () => {
  const { fleet, listeners } = await openFleet([stored(1, parked(0))])
  fleet.close()
  expect(listeners.size).toBe(0)
  vi.advanceTimersByTime(3_600_000)
  expect(fleet.entries.get(one)!.health).toBe('healthy')
})

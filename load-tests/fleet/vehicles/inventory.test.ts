import { expect, test } from 'vitest'
import { delivered, inventoriesIn, softwareOf } from './inventory.ts'
import { fleetOf } from './vehicles.ts'

const vehicles = fleetOf(1, 24)
const noon = Date.UTC(2026, 10, 20, 12)
const days = 86_400_000

test('a vehicle reports its software once a day', () => {
  const [vehicle] = vehicles
  const reports = inventoriesIn(vehicle!, noon, noon + 3 * days)
  expect(reports.map((report) => report.type === 'inventory' && report.ecus)).toEqual(
    Array.from({ length: 3 }, () => softwareOf(vehicle!)),
  )
})

test('vehicles run the newest version of what their model has, except a quarter that lags behind by one', () => {
  const newest = new Map(delivered.map(({ software, versions }) => [software, versions.at(-1)]))
  for (const vehicle of vehicles) {
    const units = softwareOf(vehicle)
    const old = units.filter(({ software, version }) => newest.get(software) !== version)
    expect(units.length).toBeGreaterThan(2)
    expect(old.map(({ ecu }) => ecu).every((ecu) => ['TCU', 'GTW'].includes(ecu))).toBe(true)
    expect(old.length > 0).toBe(vehicle.index % 4 === 3)
  }
})

import { expect, test } from 'vitest'
import { declaredSoftware, inventoriesIn, softwareOf } from './inventory.ts'
import { fleetOf } from './vehicles.ts'

const vehicles = fleetOf(1, 24)
const noon = Date.UTC(2026, 10, 20, 12)
const days = 86_400_000

test('a vehicle reports its software when it changes, and only then', () => {
  const [vehicle] = vehicles
  const reports = inventoriesIn(vehicle!, noon, noon + 84 * days)
  expect(reports).toHaveLength(3)
  for (const report of reports) {
    if (report.type !== 'inventory') throw new Error('another event')
    expect(report.ecus).toEqual(softwareOf(vehicle!, report.ts))
    expect(report.ecus).not.toEqual(softwareOf(vehicle!, report.ts - 1))
  }
})

test('once an update is installed, vehicles run what is declared, except a few whose body control module lags', () => {
  const release = Math.floor(noon / (28 * days)) * 28 * days
  const ts = release + 27 * days
  const lagging = vehicles.filter((vehicle) => {
    const declared = new Map(declaredSoftware(vehicle, ts).map(({ ecu, version }) => [ecu, version]))
    const different = softwareOf(vehicle, ts).filter(({ ecu, version }) => declared.get(ecu) !== version)
    expect(different.every(({ ecu }) => ecu === 'BCM')).toBe(true)
    return different.length > 0
  })
  expect(lagging).toHaveLength(2)
})

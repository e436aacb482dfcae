import { expect, test } from 'vitest'
import { distanceM } from '../roads/geo.ts'
import { fixAt, stateAt } from './state.ts'
import { fleetOf } from './vehicles.ts'

const vehicles = fleetOf(1, 30)
const NOON = Date.UTC(2026, 10, 20, 12)

/** The highest apparent speed of any vehicle between two fixes, km/h. */
function fastest(from: number, everyMs: number, samples: number): number {
  return Math.max(
    ...vehicles.map((vehicle) => {
      let [last, most] = [fixAt(vehicle, from), 0]
      for (let i = 1; i <= samples; i++) {
        const fix = fixAt(vehicle, from + i * everyMs)
        most = Math.max(most, (distanceM(last, fix) / everyMs) * 3600)
        last = fix
      }
      return most
    }),
  )
}

test.for([
  { everyMs: 20, samples: 2000 },
  { everyMs: 1000, samples: 2400 },
  { everyMs: 15_000, samples: 3000 },
])('no vehicle moves faster than 200 km/h between fixes $everyMs ms apart', ({ everyMs, samples }) => {
  expect(fastest(NOON, everyMs, samples)).toBeLessThan(200)
})

test('laps join without a jump', () => {
  for (const vehicle of vehicles) {
    const { periodS } = vehicle.track
    const lapBegins = (Math.ceil((NOON / 1000 + vehicle.shiftS) / periodS) * periodS - vehicle.shiftS) * 1000
    expect(distanceM(fixAt(vehicle, lapBegins - 10), fixAt(vehicle, lapBegins + 10))).toBeLessThan(1)
  }
})

test('the position of a vehicle depends only on its seed and the clock: a restarted fleet continues', () => {
  const again = fleetOf(1, 30)
  expect(again.map((vehicle) => stateAt(vehicle, NOON))).toEqual(vehicles.map((vehicle) => stateAt(vehicle, NOON)))
})

test('measured values stay in range all day', () => {
  for (const vehicle of vehicles) {
    for (let minute = 0; minute < 1440; minute += 29) {
      const state = stateAt(vehicle, NOON + minute * 60_000)
      for (const value of Object.values(state)) expect(typeof value === 'boolean' || Number.isFinite(value)).toBe(true)
      expect(state.lat).toBeGreaterThan(44)
      expect(state.lat).toBeLessThan(57)
      expect(state.lon).toBeGreaterThan(1)
      expect(state.lon).toBeLessThan(22)
      expect(state.headingDeg).toBeGreaterThanOrEqual(0)
      expect(state.headingDeg).toBeLessThanOrEqual(360)
      expect(state.speed).toBeGreaterThanOrEqual(0)
      expect(state.chargePercent).toBeGreaterThan(5)
      expect(state.chargePercent).toBeLessThanOrEqual(100)
      expect(state.brakePercent).toBeLessThanOrEqual(100)
    }
  }
})

test('the odometer matches the distance driven', () => {
  for (const vehicle of vehicles) {
    const before = stateAt(vehicle, NOON)
    const after = stateAt(vehicle, NOON + vehicle.track.periodS * 1000)
    expect(after.odometerM - before.odometerM).toBeCloseTo(vehicle.track.lengthM, 0)
  }
})

test('most of the fleet drives, some vehicles stand', () => {
  const moving = vehicles.filter((vehicle) => fixAt(vehicle, NOON).speed > 0).length
  expect(moving).toBeGreaterThan(vehicles.length * 0.4)
  expect(moving).toBeLessThan(vehicles.length)
})

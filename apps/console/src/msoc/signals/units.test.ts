import { expect, test } from 'vitest'
import { claimText, withUnit } from './units.ts'

test.for([
  ['Vehicle.Speed', '88', '88 km/h'],
  ['Vehicle.Powertrain.TractionBattery.Temperature.Average', '31.2', '31.2 °C'],
  ['Vehicle.Powertrain.ElectricMotor.Speed', '4,100', '4,100 rpm'],
  ['Vehicle.Chassis.SteeringWheel.Angle', '−12', '−12°'],
  ['Vehicle.Bench.Signal', '7', '7'],
] as const)('[VEHICLE-UI-17] %s: %s reads %s', ([path, value, text]) => {
  expect(withUnit(value, path)).toBe(text)
})

test('[VEHICLE-UI-17] a claim is yes or no', () => {
  expect([
    claimText('Vehicle.Cabin.Door.Row1.DriverSide.IsOpen', 1),
    claimText('Vehicle.IsMoving', 0),
    claimText('Vehicle.Speed', 1),
  ]).toEqual(['yes', 'no', undefined])
})

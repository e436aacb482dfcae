import { expect, test } from 'vitest'
import { checkDigit, fleetOf } from './vehicles.ts'

const fleet = fleetOf(1, 300)

test('every VIN has 17 characters without I, O and Q, our prefix and the right check digit', () => {
  for (const { vin } of fleet) {
    expect(vin).toMatch(/^NHV[A-HJ-NPR-Z0-9]{14}$/)
    expect(vin[8]).toBe(checkDigit(vin))
  }
})

test('the check digit follows 49 CFR 565', () => {
  expect(checkDigit('1M8GDM9AXKP042788')).toBe('X')
  expect(checkDigit('11111111111111111')).toBe('1')
})

test('no two vehicles share a VIN', () => {
  expect(new Set(fleet.map(({ vin }) => vin)).size).toBe(fleet.length)
})

test('a seed always gives the same fleet, and vehicle n does not depend on the size of the fleet', () => {
  const small = fleetOf(1, 5)
  expect(small).toEqual(fleet.slice(0, 5))
})

test('another seed gives another fleet', () => {
  expect(fleetOf(2, 5).map(({ vin }) => vin)).not.toEqual(fleet.slice(0, 5).map(({ vin }) => vin))
})

test('a fleet has all models and many home towns', () => {
  expect(new Set(fleet.map(({ model }) => model.name)).size).toBe(4)
  expect(new Set(fleet.map(({ home }) => home)).size).toBeGreaterThan(10)
})

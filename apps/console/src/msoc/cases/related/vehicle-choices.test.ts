import { expect, test } from 'vitest'
import { vehicleChoices } from './vehicle-choices.ts'

const vehicle = (vin: string, name = '') => ({ uuid: vin, vin, name })
const ofCase = [vehicle('VIN-7', 'Lot 11'), vehicle('VIN-2'), vehicle('VIN-7', 'Lot 11')]
const vins = (found: readonly ReturnType<typeof vehicle>[], words: string) =>
  vehicleChoices(ofCase, found, words).map(({ vin }) => vin)

test('[CASE-UI-53] the vehicles of the case come first, each vehicle once', () => {
  expect(vins([vehicle('VIN-1'), vehicle('VIN-2')], '')).toEqual(['VIN-7', 'VIN-2', 'VIN-1'])
})

test('[CASE-UI-53] of the vehicles of the case, those are offered whose VIN or name has the words', () => {
  expect(vins([vehicle('VIN-1')], ' vin-2')).toEqual(['VIN-2', 'VIN-1'])
  expect(vins([], 'LOT')).toEqual(['VIN-7'])
})

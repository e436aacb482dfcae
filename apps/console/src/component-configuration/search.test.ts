import { expect, test } from 'vitest'
import { ListSearch, VehiclesSearch, vehiclesQueryOf } from './search.ts'

test('[VARIANT-UI-1] invalid values in the address are ignored', () => {
  expect(VehiclesSearch.parse({ q: 123, different: 'yes', variant: 'x', version: ' 1.0 ', vehicle: '' })).toEqual({
    q: '123',
    version: '1.0',
  })
  expect(ListSearch.parse({ q: {} })).toEqual({})
})

test('[VARIANT-UI-1] the filters of the address are those of the query', () => {
  expect(vehiclesQueryOf({ q: 'V', software: 'SW', version: '1', different: true, vehicle: 'V1' })).toEqual({
    q: 'V',
    software: 'SW',
    version: '1',
    different: true,
  })
})

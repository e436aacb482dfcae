import { expect, test } from 'vitest'
import { vehicleFilterOf, cleared, countFilters, healthsIn, sortIn, VehicleSearch, viewSearch } from './search.ts'

const read = (input: object) => VehicleSearch.parse(input)
const now = Date.parse('2025-11-18T12:00:00Z')

test('[FLEET-UI-1] an invalid part of the address is dropped, and the rest applies', () => {
  expect(
    read({ q: 42, health: 'well,compromised', by: 'nobody', risk: 'high', seen: '9y', sort: 'shoe size', model: ' ' }),
  ).toEqual({ q: '42', health: 'well,compromised' })
  expect(healthsIn(read({ health: 'well,compromised,healthy' }))).toEqual(['healthy', 'compromised'])
})

test('[FLEET-UI-2] the requested filter contains exactly what the address contains', () => {
  expect(vehicleFilterOf(read({}), now)).toEqual({})
  expect(
    vehicleFilterOf(
      read({ q: 'x', health: 'offline', model: 'A,B', by: 'person', risk: '50', seen: '1h', silent: '5min' }),
      now,
    ),
  ).toEqual({
    q: 'x',
    health: ['offline'],
    model: ['A', 'B'],
    registered_by: 'person',
    risk: 50,
    seen_since: '2025-11-18T11:00:00.000Z',
    silent_since: '2025-11-18T11:55:00.000Z',
  })
})

test('[FLEET-UI-3] the highest risk comes first; names begin with A, figures with the greatest', () => {
  expect(sortIn(read({}))).toEqual({ key: 'risk', order: 'desc' })
  expect(sortIn(read({ sort: 'vin' }))).toEqual({ key: 'vin', order: 'asc' })
  expect(sortIn(read({ sort: 'last_seen', order: 'asc' }))).toEqual({ key: 'last_seen', order: 'asc' })
})

test('[FLEET-UI-1] clearing the filters keeps the order; a view stores both, but not its own name', () => {
  const search = read({ view: 'v', q: 'x', risk: 25, sort: 'vin' })
  expect(countFilters(search)).toBe(2)
  expect(countFilters(cleared(search))).toBe(0)
  expect(cleared(search).sort).toBe('vin')
  expect(viewSearch(search)).toEqual({ q: 'x', risk: '25', sort: 'vin' })
})

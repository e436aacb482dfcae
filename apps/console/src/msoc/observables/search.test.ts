import { expect, test } from 'vitest'
import { chosen, filtersOf, ObservablesSearch, queryOf, searchOfView } from './search.ts'

test('[OBSERVABLE-UI-1] filters of an address are read, and unknown ones dropped', () => {
  const search = ObservablesSearch.parse({ q: 7, type: 'vin,colour', tlp: 'RED', ioc: 'yes', days: 0, tab: 'x' })
  expect(search).toMatchObject({ q: '7', type: 'vin', tlp: 'RED' })
  expect(search.ioc).toBeUndefined()
  expect(search.days).toBeUndefined()
  expect(search.tab).toBeUndefined()
  expect(chosen(search.type)).toEqual(['vin'])
})

test('[OBSERVABLE-UI-1] a view has the filters as texts, and gives them back', () => {
  const search = ObservablesSearch.parse({ ioc: true, days: 7, expired: false, tag: 'c2', view: 'mine', tab: 'lists' })
  expect(filtersOf(search)).toEqual({ ioc: 'true', days: '7', expired: 'false', tag: 'c2' })
  expect(filtersOf(searchOfView(filtersOf(search)))).toEqual(filtersOf(search))
})

test('[OBSERVABLE-UI-1] days become a time of whole minutes', () => {
  expect(queryOf(ObservablesSearch.parse({ days: 1 }), 86_400_000 + 61_000).seen_from).toBe('60000')
})

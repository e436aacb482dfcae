import { expect, test } from 'vitest'
import { casesQueryOf, CasesSearch, filtersOf, narrowed } from './search.ts'

test('[CASE-UI-1] the address parameters are those of the list request; an empty filter is in neither', () => {
  const search = CasesSearch.parse({ stage: 'NEW,IN_PROGRESS', severity: '', owner: 'me', q: 1204 })
  expect(casesQueryOf(search)).toEqual({ stage: ['NEW', 'IN_PROGRESS'], owner: 'me', q: '1204' })
  expect(filtersOf(search)).toEqual({ stage: 'NEW,IN_PROGRESS', owner: 'me', q: '1204' })
  expect(casesQueryOf(narrowed(search, 'stage', []))).toEqual({ owner: 'me', q: '1204' })
})

test('[CASE-UI-2] unknown values are dropped, and equal filters are equal addresses', () => {
  expect(CasesSearch.parse({ stage: 'CLOSED,OPENED,NEW', owner: 'somebody' })).toEqual({ stage: 'NEW,CLOSED' })
  expect(narrowed({}, 'severity', ['low', 'critical'])).toEqual(narrowed({}, 'severity', ['critical', 'low']))
})

test('[CASE-UI-1] the further filters reach the list request; the form of the list is no filter', () => {
  const search = CasesSearch.parse({ tlp: 'RED,AMBER', overdue: true, tag: 'lot-11', member: 'me', as: 'board' })
  expect(casesQueryOf(search)).toEqual({ tlp: ['AMBER', 'RED'], overdue: true, tag: 'lot-11', member: 'me' })
  expect(filtersOf(search)).toEqual({ tlp: 'AMBER,RED', overdue: 'true', tag: 'lot-11', member: 'me' })
  expect(CasesSearch.parse({ overdue: false, as: 'tiles', member: 'x' })).toEqual({})
})

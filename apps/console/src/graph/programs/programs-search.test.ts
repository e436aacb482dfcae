import { programOrders } from '@carapace/shared/graph/programs/list-orders'
import { expect, test } from 'vitest'
import { listQueryOf, lastPage, narrowed, passing, placeOf, ProgramsSearch, sorted, sortIn } from './programs-search.ts'

test.for([
  { input: {}, search: {}, query: { perPage: 10, page: 1 } },
  { input: { page: 1, perPage: 10 }, search: {}, query: { perPage: 10, page: 1 } },
  { input: { page: '3', perPage: '25' }, search: { page: 3, perPage: 25 }, query: { perPage: 25, page: 3 } },
  { input: { page: 0, perPage: 101 }, search: {}, query: { perPage: 10, page: 1 } },
  { input: { page: 'two', perPage: -1 }, search: {}, query: { perPage: 10, page: 1 } },
  {
    input: { q: 24, phase: 'PRODUCTION' },
    search: { q: '24', phase: 'PRODUCTION' },
    query: { perPage: 10, page: 1, q: '24', phase: 'PRODUCTION' },
  },
  {
    input: { sort: 'members', order: 'asc' },
    search: { sort: 'members', order: 'asc' },
    query: { perPage: 10, page: 1, sort: 'members', order: 'asc' },
  },
  { input: { sort: 'risk', order: 'up' }, search: {}, query: { perPage: 10, page: 1 } },
  { input: { q: '  ', phase: 'NO_PHASE' }, search: {}, query: { perPage: 10, page: 1 } },
])('[PROGRAM-LIST-1] $input requests $query', ({ input, search, query }) => {
  const parsed = ProgramsSearch.parse(input)
  expect(JSON.parse(JSON.stringify(parsed))).toEqual(search)
  expect(listQueryOf(parsed)).toEqual(query)
})

test('[PROGRAM-LIST-2] a new search text starts at the first page; another page keeps the search text', () => {
  const search = ProgramsSearch.parse({ q: 'van', page: 3 })
  expect(listQueryOf(narrowed(search, { q: 'truck' }))).toEqual({ perPage: 10, page: 1, q: 'truck' })
  expect(listQueryOf(narrowed(search, { page: 2 }))).toEqual({ perPage: 10, page: 2, q: 'van' })
})

test('[PROGRAM-LIST-4] the default order is the latest change first; defaults are left out of the address', () => {
  const search = ProgramsSearch.parse({ q: 'van', page: 3 })
  expect(sortIn(programOrders, search)).toEqual({ key: 'changed', order: 'desc' })
  const byMembers = sorted(search, { key: 'members', order: 'asc' })
  expect(JSON.parse(JSON.stringify(byMembers))).toEqual({ q: 'van', sort: 'members' })
  expect(sortIn(programOrders, byMembers)).toEqual({ key: 'members', order: 'desc' })
  const turned = sorted(byMembers, { key: 'members', order: 'asc' })
  expect([listQueryOf(turned), passing(turned)]).toEqual([
    { perPage: 10, page: 1, q: 'van', sort: 'members', order: 'asc' },
    { q: 'van', sort: 'members', order: 'asc' },
  ])
  expect(JSON.parse(JSON.stringify(sorted(turned, { key: 'changed', order: 'desc' })))).toEqual({ q: 'van' })
  expect(JSON.parse(JSON.stringify(sorted(search, { key: 'changed', order: 'asc' })))).toEqual({
    q: 'van',
    order: 'asc',
  })
})

test('[PROGRAM-LIST-2] the last page of the list', () => {
  expect([0, 10, 11, 23].map((total) => lastPage(total, 10))).toEqual([1, 1, 2, 3])
  expect([placeOf(23, 10, 3), placeOf(23, 10, 1), placeOf(0, 10, 1)]).toEqual(['21–23 of 23', '1–10 of 23', '0 of 0'])
})

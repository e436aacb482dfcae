import { projectOrders } from '@carapace/shared/graph/programs/list-orders'
import { expect, test } from 'vitest'
import { sortIn } from '../../graph/programs/programs-search.ts'
import { listQueryOf, narrowed, passing, ProjectsSearch, sorted } from './search.ts'
import { phasesOf, statusOf } from './status.ts'

const programId = '6f2c5a4e-3a52-4f0c-9a57-5d3f0d6a1b11'

test.for([
  { input: {}, search: {}, query: { perPage: 10, page: 1 } },
  {
    input: { programId, type: 'COMPONENT', page: '2' },
    search: { programId, type: 'COMPONENT', page: 2 },
    query: { perPage: 10, page: 2, program_uuid: programId, type: 'COMPONENT' },
  },
  { input: { programId: 'x', type: 'WHEEL', phase: 'NONE', perPage: 10 }, search: {}, query: { perPage: 10, page: 1 } },
])('[PROGRAM-LIST-1] $input requests $query', ({ input, search, query }) => {
  const parsed = ProjectsSearch.parse(input)
  expect(JSON.parse(JSON.stringify(parsed))).toEqual(search)
  expect(listQueryOf(parsed)).toEqual(query)
})

test('[PROGRAM-LIST-2] another type starts at the first page and keeps the program', () => {
  expect(listQueryOf(narrowed(ProjectsSearch.parse({ programId, page: 3 }), { type: 'SYSTEM' }))).toEqual({
    perPage: 10,
    page: 1,
    program_uuid: programId,
    type: 'SYSTEM',
  })
})

test('[PROGRAM-LIST-4] projects can also be sorted by properties that programs do not have', () => {
  const search = ProjectsSearch.parse({ programId, page: 3, sort: 'members' })
  const byRisk = sorted(search, { key: 'risk', order: 'asc' })
  expect([JSON.parse(JSON.stringify(byRisk)), sortIn(projectOrders, byRisk)]).toEqual([
    { programId, sort: 'risk' },
    { key: 'risk', order: 'desc' },
  ])
  expect(passing(sorted(byRisk, { key: 'risk', order: 'asc' }))).toEqual({
    program_uuid: programId,
    sort: 'risk',
    order: 'asc',
  })
  expect(listQueryOf(search)).toEqual({ perPage: 10, page: 3, program_uuid: programId })
})

test('[PROJECT-3] the status of a project is that of its current phase', () => {
  const project = {
    concept_phase_status: 'COMPLETED',
    product_development_phase_status: 'IN_PROCESS',
    production_phase_status: null,
    incidence_response_phase_status: null,
    decommissioning_phase_status: null,
  } as const
  expect(statusOf({ ...project, current_phase: 'PRODUCT_DEVELOPMENT' })).toBe('IN_PROCESS')
  expect(statusOf({ ...project, current_phase: 'INCIDENCE_RESPONCE' })).toBeNull()
  expect(phasesOf(project).map(({ status }) => status)).toEqual(['COMPLETED', 'IN_PROCESS', null, null, null])
})

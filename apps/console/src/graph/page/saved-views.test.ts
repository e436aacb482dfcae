import { expect, test } from 'vitest'
import { turnedTo, viewIn } from './saved-views.ts'
import { ArtefactSearch } from './search.ts'

const programId = '6f2c5a4e-3a52-4f0c-9a57-5d3f0d6a1b11'

test('[GRAPH-UI-16] a view keeps filters, sorting and grouping, but not the program or the open artefact', () => {
  const search = ArtefactSearch.parse({
    programId,
    open: 'TS-031',
    part: 'history',
    q: 'torque',
    tab: 'high',
    where: 'treatment:reduce',
    sort: 'risk',
    order: 'desc',
    group: 'none',
    saved: programId,
  })
  expect(viewIn(search)).toEqual({
    q: 'torque',
    tab: 'high',
    where: 'treatment:reduce',
    sort: 'risk',
    order: 'desc',
    group: 'none',
  })
})

test('[GRAPH-UI-16] showing a view replaces the previous filters, sorting and grouping', () => {
  const search = ArtefactSearch.parse({ programId, open: 'TS-031', q: 'torque', sort: 'risk', order: 'desc' })
  expect(ArtefactSearch.parse({ ...search, ...turnedTo({ where: 'treatment:reduce' }, programId) })).toEqual({
    programId,
    where: 'treatment:reduce',
    saved: programId,
  })
})

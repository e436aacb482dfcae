import { expect, test } from 'vitest'
import { turnedTo, viewIn } from './saved-views.ts'
import { ArtefactSearch } from './search.ts'

const programId = '6f2c5a4e-3a52-4f0c-9a57-5d3f0d6a1b11'

test('[GRAPH-UI-16] a view keeps how a list is narrowed, sorted and grouped; not of which program, nor what lies open', () => {
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

test('[GRAPH-UI-16] a view that is shown takes the place of what was said before', () => {
  const search = ArtefactSearch.parse({ programId, open: 'TS-031', q: 'torque', sort: 'risk', order: 'desc' })
  expect(ArtefactSearch.parse({ ...search, ...turnedTo({ where: 'treatment:reduce' }, programId) })).toEqual({
    programId,
    where: 'treatment:reduce',
    saved: programId,
  })
})

import { expect, test } from 'vitest'
import { changesIn } from './history-words.ts'

test.for([
  { before: { name: 'TCU' }, after: { name: 'Telematics unit' }, told: ['Name: TCU → Telematics unit'] },
  {
    before: { currentPhase: 'CONCEPT', phaseStatuses: { CONCEPT: 'CREATED' } },
    after: { currentPhase: 'PRODUCTION', phaseStatuses: { CONCEPT: 'CREATED', PRODUCTION: 'CREATED' } },
    told: ['Current phase: Concept Phase → Production Phase', 'Production Phase: undefined → Created'],
  },
  {
    before: { phaseStatuses: { CONCEPT: 'CREATED' } },
    after: { phaseStatuses: { CONCEPT: 'IN_PROCESS' } },
    told: ['Concept Phase: Created → In process'],
  },
  { before: null, after: { user: 'a-uuid', role: 'EDITOR' }, told: ['Role: undefined → Editor'] },
  { before: { name: 'TCU', artefacts: 3 }, after: null, told: ['Name: TCU → undefined', 'Artefacts: 3 → undefined'] },
  {
    before: { regulation_types: ['un-r155'] },
    after: { regulation_types: ['un-r155', 'iso-21434'] },
    told: ['Regulation types: UN R155 → UN R155, ISO/SAE 21434'],
  },
  {
    before: null,
    after: { seq: 10, decision: 'approved', name: 'gate' },
    told: ['Decision: undefined → Approved', 'Name: undefined → gate'],
  },
  { before: null, after: { name: '', description: '' }, told: [] },
  {
    before: { milestone: null, milestoneOn: null },
    after: { milestone: 'SOP', milestoneOn: '2025-12-12' },
    told: ['Milestone: undefined → SOP', 'Milestone on: undefined → 12 Dec 2025'],
  },
])('[PROGRAM-PAGE-7] $before, $after reads $told', ({ before, after, told }) => {
  expect(changesIn({ before, after }).map((change) => `${change.what}: ${change.before} → ${change.after}`)).toEqual(
    told,
  )
})

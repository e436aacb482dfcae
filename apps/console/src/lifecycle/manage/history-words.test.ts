import { expect, test } from 'vitest'
import { changesIn } from './history-words.ts'

test.for([
  { before: { name: 'TCU' }, after: { name: 'Telematics unit' }, expected: ['Name: TCU → Telematics unit'] },
  {
    before: { currentPhase: 'CONCEPT', phaseStatuses: { CONCEPT: 'CREATED' } },
    after: { currentPhase: 'PRODUCTION', phaseStatuses: { CONCEPT: 'CREATED', PRODUCTION: 'CREATED' } },
    expected: ['Current phase: Concept Phase → Production Phase', 'Production Phase: undefined → Created'],
  },
  {
    before: { phaseStatuses: { CONCEPT: 'CREATED' } },
    after: { phaseStatuses: { CONCEPT: 'IN_PROCESS' } },
    expected: ['Concept Phase: Created → In process'],
  },
  { before: null, after: { user: 'a-uuid', role: 'EDITOR' }, expected: ['Role: undefined → Editor'] },
  {
    before: { name: 'TCU', artefacts: 3 },
    after: null,
    expected: ['Name: TCU → undefined', 'Artefacts: 3 → undefined'],
  },
  {
    before: { regulation_types: ['un-r155'] },
    after: { regulation_types: ['un-r155', 'iso-21434'] },
    expected: ['Regulation types: UN R155 → UN R155, ISO/SAE 21434'],
  },
  {
    before: null,
    after: { seq: 10, decision: 'approved', name: 'gate' },
    expected: ['Decision: undefined → Approved', 'Name: undefined → gate'],
  },
  { before: null, after: { name: '', description: '' }, expected: [] },
  {
    before: { milestone: null, milestoneOn: null },
    after: { milestone: 'SOP', milestoneOn: '2025-12-12' },
    expected: ['Milestone: undefined → SOP', 'Milestone on: undefined → 12 Dec 2025'],
  },
])('[PROGRAM-PAGE-7] $before, $after is shown as $expected', ({ before, after, expected }) => {
  expect(changesIn({ before, after }).map((change) => `${change.what}: ${change.before} → ${change.after}`)).toEqual(
    expected,
  )
})

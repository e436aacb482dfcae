import { expect, test } from 'vitest'
import { planProject } from './projects.ts'

const before = {
  name: 'Telematics unit',
  type: 'COMPONENT',
  description: '',
  leadUuid: null,
  milestone: null,
  milestoneOn: null,
  currentPhase: 'CONCEPT',
  phaseStatuses: { CONCEPT: 'CREATED' },
} as const

test.for([
  { ask: {}, plan: {} },
  { ask: { name: 'Telematics unit', type: 'COMPONENT', currentPhase: 'CONCEPT', leadUuid: null }, plan: {} },
  { ask: { name: 'TCU', description: undefined }, plan: { name: 'TCU' } },
  { ask: { status: 'IN_PROCESS' }, plan: { phaseStatuses: { CONCEPT: 'IN_PROCESS' } } },
  { ask: { status: 'CREATED' }, plan: {} },
  {
    ask: { milestone: 'Assessment', milestoneOn: '2025-12-12' },
    plan: { milestone: 'Assessment', milestoneOn: '2025-12-12' },
  },
  { ask: { milestone: null, milestoneOn: null }, plan: {} },
  { ask: { status: 'OPEN', phase: 'PRODUCTION' }, plan: { phaseStatuses: { CONCEPT: 'CREATED', PRODUCTION: 'OPEN' } } },
  {
    ask: { currentPhase: 'PRODUCTION' },
    plan: { currentPhase: 'PRODUCTION', phaseStatuses: { CONCEPT: 'CREATED', PRODUCTION: 'CREATED' } },
  },
  {
    ask: { currentPhase: 'PRODUCTION', status: 'IN_PROCESS' },
    plan: { currentPhase: 'PRODUCTION', phaseStatuses: { CONCEPT: 'CREATED', PRODUCTION: 'IN_PROCESS' } },
  },
  {
    ask: { currentPhase: 'PRODUCTION', status: 'COMPLETED', phase: 'CONCEPT' },
    plan: { currentPhase: 'PRODUCTION', phaseStatuses: { CONCEPT: 'COMPLETED', PRODUCTION: 'CREATED' } },
  },
] as const)('[PROJECT-2] [PROJECT-3] $ask changes $plan', ({ ask, plan }) => {
  expect(planProject(before, ask as Parameters<typeof planProject>[1])).toEqual(plan)
})

test('[PROJECT-3] a phase that was left keeps its status, and is entered again with it', () => {
  const moved = {
    ...before,
    currentPhase: 'PRODUCTION',
    phaseStatuses: { CONCEPT: 'COMPLETED', PRODUCTION: 'IN_PROCESS' },
  } as const
  expect(planProject(moved, { currentPhase: 'CONCEPT' })).toEqual({ currentPhase: 'CONCEPT' })
})

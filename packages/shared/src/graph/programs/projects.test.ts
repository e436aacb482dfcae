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
  { input: {}, plan: {} },
  { input: { name: 'Telematics unit', type: 'COMPONENT', currentPhase: 'CONCEPT', leadUuid: null }, plan: {} },
  { input: { name: 'TCU', description: undefined }, plan: { name: 'TCU' } },
  { input: { status: 'IN_PROCESS' }, plan: { phaseStatuses: { CONCEPT: 'IN_PROCESS' } } },
  { input: { status: 'CREATED' }, plan: {} },
  {
    input: { milestone: 'Assessment', milestoneOn: '2025-12-12' },
    plan: { milestone: 'Assessment', milestoneOn: '2025-12-12' },
  },
  { input: { milestone: null, milestoneOn: null }, plan: {} },
  {
    input: { status: 'OPEN', phase: 'PRODUCTION' },
    plan: { phaseStatuses: { CONCEPT: 'CREATED', PRODUCTION: 'OPEN' } },
  },
  {
    input: { currentPhase: 'PRODUCTION' },
    plan: { currentPhase: 'PRODUCTION', phaseStatuses: { CONCEPT: 'CREATED', PRODUCTION: 'CREATED' } },
  },
  {
    input: { currentPhase: 'PRODUCTION', status: 'IN_PROCESS' },
    plan: { currentPhase: 'PRODUCTION', phaseStatuses: { CONCEPT: 'CREATED', PRODUCTION: 'IN_PROCESS' } },
  },
  {
    input: { currentPhase: 'PRODUCTION', status: 'COMPLETED', phase: 'CONCEPT' },
    plan: { currentPhase: 'PRODUCTION', phaseStatuses: { CONCEPT: 'COMPLETED', PRODUCTION: 'CREATED' } },
  },
] as const)('[PROJECT-2] [PROJECT-3] $input changes $plan', ({ input, plan }) => {
  expect(planProject(before, input as Parameters<typeof planProject>[1])).toEqual(plan)
})

test('[PROJECT-3] a phase that is entered again has its earlier status', () => {
  const moved = {
    ...before,
    currentPhase: 'PRODUCTION',
    phaseStatuses: { CONCEPT: 'COMPLETED', PRODUCTION: 'IN_PROCESS' },
  } as const
  expect(planProject(moved, { currentPhase: 'CONCEPT' })).toEqual({ currentPhase: 'CONCEPT' })
})

import { expect, test } from 'vitest'
import { type FmeaCounts, type FmeaStep, fmeaSteps, stepsOf, stepTitles } from './steps.ts'

const nothing: FmeaCounts = {
  planned: 0,
  elements: 0,
  focusElements: 0,
  placedElements: 0,
  elementsWithFunction: 0,
  functions: 0,
  functionsWithRequirement: 0,
  functionsWithFailure: 0,
  failureModes: 0,
  modesWithEffect: 0,
  modesWithCause: 0,
  chains: 0,
  chainsWithControls: 0,
  ratedChains: 0,
  urgentChains: 0,
  answeredChains: 0,
  actions: 0,
  completedActions: 0,
  confirmedActions: 0,
  isReported: false,
  isApproved: false,
}
const finished: FmeaCounts = {
  planned: 5,
  elements: 6,
  focusElements: 2,
  placedElements: 2,
  elementsWithFunction: 2,
  functions: 3,
  functionsWithRequirement: 3,
  functionsWithFailure: 3,
  failureModes: 5,
  modesWithEffect: 5,
  modesWithCause: 5,
  chains: 9,
  chainsWithControls: 9,
  ratedChains: 9,
  urgentChains: 2,
  answeredChains: 2,
  actions: 3,
  completedActions: 3,
  confirmedActions: 3,
  isReported: true,
  isApproved: true,
}
const states = (counts: FmeaCounts) => Object.fromEntries(stepsOf(counts).map(({ step, state }) => [step, state]))

test('[FMEA-7] of a new FMEA every step is open, and of a finished one every step is done', () => {
  expect(new Set(Object.values(states(nothing)))).toEqual(new Set(['open']))
  expect(stepsOf(nothing).find(({ step }) => step === 'planning')!.share).toBe(0)
  expect(stepsOf(finished).map(({ step }) => step)).toEqual(Object.keys(stepTitles))
  for (const { state, share, waitsFor } of stepsOf(finished))
    expect([state, share, waitsFor]).toEqual(['done', 1, null])
})

test.for<readonly [FmeaStep, Partial<FmeaCounts>]>([
  ['planning', { planned: 4 }],
  ['structure', { placedElements: 1 }],
  ['function', { elementsWithFunction: 1 }],
  ['function', { functionsWithRequirement: 2 }],
  ['failure', { functionsWithFailure: 2 }],
  ['failure', { modesWithEffect: 4 }],
  ['failure', { modesWithCause: 4 }],
  ['risk', { chainsWithControls: 8 }],
  ['risk', { ratedChains: 8 }],
  ['optimisation', { answeredChains: 1 }],
  ['optimisation', { completedActions: 2 }],
  ['optimisation', { confirmedActions: 0 }],
  ['documentation', { isApproved: false }],
])('[FMEA-7] [FMEA-8] the step %s is not done with %j, and the steps behind wait for it', ([step, change]) => {
  const steps = stepsOf({ ...finished, ...change })
  const at = fmeaSteps.indexOf(step)
  expect(steps.map(({ state }) => state)).toEqual(fmeaSteps.map((_, i) => (i < at ? 'done' : 'started')))
  expect(steps.map(({ waitsFor }) => waitsFor)).toEqual(fmeaSteps.map((_, i) => (i > at ? step : null)))
})

test('[FMEA-7] without focus elements, functions or chains the steps that need them are not done', () => {
  for (const none of [{ elements: 0 }, { focusElements: 0, placedElements: 0, elementsWithFunction: 0 }])
    expect(states({ ...finished, ...none }).structure).toBe('started')
  expect(states({ ...finished, functions: 0, functionsWithRequirement: 0, functionsWithFailure: 0 })).toMatchObject({
    structure: 'done',
    function: 'started',
  })
  expect(states({ ...finished, chains: 0, chainsWithControls: 0, ratedChains: 0 }).risk).toBe('open')
})

test('[FMEA-7] nothing urgent and no action is nothing to optimise', () => {
  const calm = { urgentChains: 0, answeredChains: 0, actions: 0, completedActions: 0, confirmedActions: 0 }
  expect(states({ ...finished, ...calm }).optimisation).toBe('done')
  // while the risk is not analysed, nobody knows whether something is urgent
  const optimisation = stepsOf({ ...finished, ...calm, ratedChains: 3 }).find(({ step }) => step === 'optimisation')!
  expect([optimisation.state, optimisation.waitsFor]).toEqual(['open', 'risk'])
})

test('[FMEA-7] the share of a step is that of its checks', () => {
  const [, , , failure] = stepsOf({ ...finished, modesWithEffect: 0, modesWithCause: 2, failureModes: 4 })
  expect(failure!.share).toBeCloseTo((1 + 0 + 0.5) / 3)
})

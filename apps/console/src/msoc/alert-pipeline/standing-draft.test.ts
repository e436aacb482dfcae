import { shippedSteps } from '@carapace/shared/msoc/alerts/pipeline/standing-steps'
import type { StandingStep } from '@carapace/shared/msoc/alerts/pipeline/standing-steps.contract'
import { expect, test } from 'vitest'
import { newFolding, standingDraftOf, standingInput, standingProblem, triedInput } from './standing-draft.ts'
import { standingText } from './standing-texts.ts'

const shipped = (name: keyof typeof shippedSteps): StandingStep => {
  const { kind, settings, position, ...step } = shippedSteps[name]
  return {
    ...step,
    uuid: null,
    kind,
    built_in: name,
    order: position,
    folding: kind === 'folding' ? settings : null,
    risk: kind === 'risk' ? settings : null,
    proposal: kind === 'proposal' ? settings : null,
    author: null,
    changed_at: null,
    revision: 0,
  }
}

test.for(['silence', 'same-rule', 'risk', 'proposals'] as const)(
  '[ALERT-PIPELINE-UI-11] the step %s that is edited and saved unchanged stays the same',
  (name) => {
    const { kind, settings, matchers, active, position } = shippedSteps[name]
    const draft = standingDraftOf(shipped(name))
    expect(standingProblem(draft)).toBeUndefined()
    expect(standingInput(draft)).toEqual({
      built_in: name,
      kind,
      name: shippedSteps[name].name,
      order: position,
      active,
      matchers,
      [kind]: settings,
    })
  },
)

test('[ALERT-PIPELINE-UI-11] a changed step is named by its uuid and revision', () => {
  const step = { ...shipped('risk'), uuid: '8e2d0f0e-7c64-4b6e-8a54-0b6f6b7e7a11', revision: 3 }
  expect(standingInput(standingDraftOf(step))).toMatchObject({ uuid: step.uuid, revision: 3 })
})

test('[ALERT-PIPELINE-UI-11] what is missing or wrong is named', () => {
  const folding = newFolding()
  expect(standingProblem(folding)).toBe('Give it a name.')
  const named = { ...folding, name: 'Floods' }
  expect(standingProblem(named)).toBeUndefined()
  expect(standingProblem({ ...named, numbers: { ...named.numbers, seconds: '' } })).toBe('Within, s: give a number.')
  expect(standingProblem({ ...named, numbers: { ...named.numbers, vehicles: '1' } })).toMatch(/^Vehicles, at least: /)
  const risk = standingDraftOf(shipped('risk'))
  expect(standingProblem({ ...risk, numbers: { ...risk.numbers, clear_below: '200' } })).toBe(
    'Clears below: It clears below a lower score than it is raised at.',
  )
})

test('[ALERT-PIPELINE-UI-11] folding and risk are tried, a proposal is not', () => {
  expect(triedInput(newFolding())).toMatchObject({ kind: 'folding', matchers: null, folding: { vehicles: 10 } })
  expect(triedInput(standingDraftOf(shipped('proposals')))).toBeUndefined()
})

test('[ALERT-PIPELINE-UI-11] a step is described in one line', () => {
  expect(standingText(shipped('silence'))).toBe('rule silence: 5 vehicles or more, 25% of those heard, within 60 s')
  expect(standingText(shipped('risk'))).toBe('alert from a score of 200, cleared below 100; half of it after 6 h')
  expect(standingText(shipped('proposals'))).toBe('5 of the last 6 closed as harmless within 90 days')
})

import { expect, test } from 'vitest'
import { draftOf, draftProblem, newDraft, savedInput, selectionOf, silenceLike } from './step-draft.ts'

const noon = Date.UTC(2026, 4, 1, 12)
const hourMs = 3_600_000
const empty = newDraft(noon).matchers

test('[ALERT-PIPELINE-UI-5] a silence like an alert has its rule and vehicle, for four hours from now', () => {
  const draft = silenceLike({ rule: 'can-flood', vehicle: { vin: 'VIN1' } as never }, noon)
  expect(savedInput({ ...draft, reason: ' A known test ' })).toEqual({
    kind: 'silence',
    matchers: { rules: ['can-flood'], vehicles: ['VIN1'] },
    from: new Date(noon).toISOString(),
    until: new Date(noon + 4 * hourMs).toISOString(),
    reason: 'A known test',
  })
  expect(selectionOf(silenceLike({ rule: 'fleet-silence', vehicle: null }, noon))).toEqual({
    matchers: { rules: ['fleet-silence'] },
  })
})

test('[ALERT-PIPELINE-UI-3] values are separated by commas, and maintenance has vehicles and models only', () => {
  const matchers = { ...empty, rules: 'a, b,,', vehicles: 'V1,V2', severities: ['high' as const], title: ' x ' }
  const draft = { ...newDraft(noon), matchers, inhibitors: { ...empty, rules: 'c' } }
  const selected = { rules: ['a', 'b'], vehicles: ['V1', 'V2'], severities: ['high'], title: 'x' }
  expect(selectionOf(draft)).toEqual({ matchers: selected })
  expect(selectionOf({ ...draft, kind: 'maintenance' })).toEqual({ matchers: { vehicles: ['V1', 'V2'] } })
  expect(selectionOf({ ...draft, kind: 'inhibition' })).toEqual({ matchers: selected, inhibitors: { rules: ['c'] } })
})

test.for([
  [{ matchers: empty }, 'Name at least one condition.'],
  [{ kind: 'inhibition' as const }, 'Name at least one condition of either.'],
  [{ kind: 'inhibition' as const, inhibitors: { ...empty, rules: 'b' }, until: '' }, undefined],
  [{ kind: 'maintenance' as const }, 'Name vehicles or models.'],
  [{ from: '' }, 'Give the time at which it begins.'],
  [{ until: '' }, 'Give the time at which it ends.'],
  [{ until: '2026-05-01T12:00' }, 'The end must be after the beginning.'],
  [{ reason: ' ' }, 'Give a reason.'],
  [{ order: 'x' }, 'The order is a number.'],
  [{ order: '3' }, undefined],
] as const)('[ALERT-PIPELINE-UI-3] %o: %s', ([fields, problem]) => {
  expect(draftProblem({ ...newDraft(noon), matchers: { ...empty, rules: 'a' }, reason: 'b', ...fields })).toBe(problem)
})

test('[ALERT-PIPELINE-UI-2] a step that is edited and saved unchanged stays the same', () => {
  const step = {
    uuid: '8e2d0f0e-7c64-4b6e-8a54-0b6f6b7e7a11',
    kind: 'silence' as const,
    order: 3,
    matchers: { rules: ['a'], observables: ['bus:can0'] },
    inhibitors: null,
    assignment: null,
    escalation: null,
    from: new Date(noon).toISOString(),
    until: new Date(noon + hourMs).toISOString(),
    reason: 'A known test',
    author: 'Ann',
    active: true,
    in_effect: true,
    suppressed: 0,
    created_at: new Date(noon).toISOString(),
    revision: 4,
  }
  const { uuid, kind, order, matchers, from, until, reason, revision } = step
  expect(savedInput(draftOf(step))).toEqual({ uuid, kind, order, matchers, from, until, reason, revision })
})

import { expect, test } from 'vitest'
import { aCase, uuidOf } from '../a-case.ts'
import { outcomeText, undoOf } from './bulk.ts'

const triage = { uuid: uuidOf(90), name: 'Triage', stage: 'IN_PROGRESS', colour: 'blue' } as const

test('[CASE-UI-41] undo gives each case what it had, in one step for all that had the same', () => {
  const before = [aCase(1), aCase(2, { stage: 'IN_PROGRESS', status: triage }), aCase(3)]
  expect(undoOf(before, { stage: 'CLOSED' })).toEqual([
    { uuids: [uuidOf(1), uuidOf(3)], change: { stage: 'NEW', status: null } },
    { uuids: [uuidOf(2)], change: { status: triage.uuid } },
  ])
  expect(undoOf([aCase(1, { owner: { uuid: uuidOf(7), name: 'A' } })], { owner: 'me', severity: 'low' })).toEqual([
    { uuids: [uuidOf(1)], change: { owner: uuidOf(7), severity: 'high' } },
  ])
})

test('[CASE-UI-41] undo removes only the tags that the change had added', () => {
  const before = [aCase(1, { tags: ['lot-11'] }), aCase(2)]
  expect(undoOf(before, { add_tags: ['lot-11'] })).toEqual([
    { uuids: [uuidOf(2)], change: { remove_tags: ['lot-11'] } },
  ])
})

test('[CASE-UI-41] the result states how many changed, and why others did not', () => {
  const outcome = (n: number, word: 'changed' | 'unchanged' | 'refused', message: string | null = null) => ({
    uuid: uuidOf(n),
    outcome: word,
    message,
  })
  expect(outcomeText([outcome(1, 'changed')], 'closed')).toBe('1 case closed.')
  expect(
    outcomeText([outcome(1, 'changed'), outcome(2, 'unchanged'), outcome(3, 'refused', 'It is merged.')], 'closed'),
  ).toBe('1 case closed, 1 unchanged, 1 refused: It is merged.')
})

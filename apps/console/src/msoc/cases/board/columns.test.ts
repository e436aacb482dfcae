import type { BoardColumn } from '@carapace/shared/msoc/cases/cases.contract'
import { expect, test } from 'vitest'
import { aCase, uuidOf } from '../a-case.ts'
import { changeFor, movedTo, placed, stepped } from './columns.ts'

const triage = { uuid: uuidOf(90), name: 'Triage', stage: 'IN_PROGRESS', colour: 'blue' } as const
const board = (): BoardColumn[] => [
  { stage: 'NEW', status: null, total: 2, cases: [aCase(2), aCase(1)] },
  { stage: 'IN_PROGRESS', status: null, total: 0, cases: [] },
  { stage: 'IN_PROGRESS', status: triage, total: 9, cases: [aCase(5, { stage: 'IN_PROGRESS', status: triage })] },
]
const numbers = (columns: readonly BoardColumn[]) =>
  columns.map(({ total, cases }) => [total, cases.map(({ number }) => number)])

test('[CASE-UI-45] a case is in the column of its status and in no other', () => {
  const moved = movedTo(aCase(2, { revision: 2 }), { stage: 'IN_PROGRESS', status: triage })
  const after = placed(board(), moved)
  expect(numbers(after)).toEqual([
    [1, [1]],
    [0, []],
    [10, [5, 2]],
  ])
  expect(numbers(placed(after, moved))).toEqual(numbers(after))
})

test('[CASE-UI-45] an older message does not bring a card back', () => {
  const after = placed(board(), movedTo(aCase(2, { revision: 3 }), { stage: 'IN_PROGRESS', status: null }))
  expect(numbers(placed(after, aCase(2, { revision: 2 })))).toEqual(numbers(after))
})

test('[CASE-UI-45] a column without a status sets the stage alone', () => {
  expect(changeFor({ stage: 'IN_PROGRESS', status: triage })).toEqual({ status: triage.uuid })
  expect(changeFor({ stage: 'NEW', status: null })).toEqual({ stage: 'NEW', status: null })
})

test.for([
  ['j', { column: 0, row: 0 }, { column: 0, row: 1 }],
  ['k', { column: 0, row: 0 }, undefined],
  ['l', { column: 0, row: 1 }, { column: 2, row: 0 }],
  ['ArrowLeft', { column: 2, row: 0 }, { column: 0, row: 0 }],
  ['l', { column: 2, row: 0 }, undefined],
  ['q', { column: 0, row: 0 }, undefined],
] as const)('[CASE-UI-46] %s from %j goes to %j', ([key, from, to]) => {
  expect(stepped(board(), from, key)).toEqual(to)
})

import { expect, test } from 'vitest'
import { type AlertState, undoOf } from './undo.ts'

const before: AlertState = {
  status: 'NEW',
  resolution: null,
  ownerUuid: null,
  isAcknowledged: false,
  isInCase: false,
  tags: ['fleet'],
}
const closed = { ...before, status: 'CLOSED', resolution: 'LEGITIMATE', isAcknowledged: true } as const

test.for([
  { before, after: before, change: undefined },
  { before, after: closed, change: { acknowledge: false, status: 'NEW' } },
  { before, after: { ...before, ownerUuid: 'ana', status: 'ASSIGNED' }, change: { owner: null, status: 'NEW' } },
  { before, after: { ...before, tags: [] }, change: { tags: ['fleet'] } },
  { before: closed, after: { ...closed, status: 'NEW' }, change: { status: 'CLOSED', resolution: 'LEGITIMATE' } },
  { before: { ...before, status: 'ESCALATED' }, after: closed, change: { acknowledge: false, status: 'IN_PROGRESS' } },
  {
    before: { ...before, status: 'ESCALATED', isInCase: true },
    after: closed,
    change: { acknowledge: false, status: 'ESCALATED' },
  },
] as const)('[ALERT-11] from $after.status back to $before.status: $change', ({ before: was, after, change }) => {
  expect(undoOf(was, after)).toEqual(change)
})

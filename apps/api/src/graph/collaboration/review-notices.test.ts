import { expect, test } from 'vitest'
import type { Caller } from '../../core/http/caller.ts'
import type { ArtefactRow } from '../artefacts/artefacts.queries.ts'
import { reviewDecided, reviewRequested } from './review-notices.ts'

const row = { kind: 'goal', number: 7, title: 'Brake as asked', programUuid: 'the program' } as ArtefactRow
const caller = { user: { uuid: 'ada', name: 'Ada' } } as Caller

test('[REVIEW-NOTICE-1] a reviewer is notified of a request, with its note, and led to the artefact', () => {
  const notification = reviewRequested(row, caller, 'bob', 'Please look at the wording.')
  expect(notification).toMatchObject({
    kind: 'review-requested',
    text: 'Ada: Please look at the wording.',
    to: { users: ['bob'] },
    except: 'ada',
  })
  expect(notification.title).toMatch(/^Review requested: [A-Z]+-0*7 Brake as asked$/)
  expect(notification.href).toMatch(/^\/org\/[a-z/-]+\?programId=the\+program&open=[A-Z]+-0*7$/)
  expect(reviewRequested(row, caller, 'bob', '').text).toBe('Ada requests your review.')
})

test('[REVIEW-NOTICE-1] a requester is notified of the decision', () => {
  const rejected = reviewDecided(row, caller, 'bob', { decision: 'rejected', reason: 'Too vague.' })
  expect(rejected).toMatchObject({ kind: 'review-decided', urgency: 'normal', text: 'Ada: Too vague.' })
  expect(rejected.title).toMatch(/^Rejected: /)
  expect(reviewDecided(row, caller, 'bob', { decision: 'approved', reason: '' })).toMatchObject({
    urgency: 'low',
    text: 'By Ada.',
    to: { users: ['bob'] },
  })
})

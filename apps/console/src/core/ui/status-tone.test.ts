import { rejectStates } from '@carapace/shared/msoc/history/history'
import { jobStatuses } from '@carapace/shared/account/jobs'
import { alertStatuses } from '@carapace/shared/msoc/alerts/alerts'
import { expect, test } from 'vitest'
import { toneOf } from './status-tone.ts'

test("the product's statuses have the colours that the specification defines, however they are separated", () => {
  expect(['APPROVED', 'UNDER-REVIEW', 'COMPLETED', 'RESOLVED'].map(toneOf)).toEqual([
    'green',
    'green',
    'green',
    'green',
  ])
  expect(['REJECTED', 'CLOSE'].map(toneOf)).toEqual(['red', 'red'])
  expect(['IN-PROCESS', 'IN_PROCESS', 'PENDING'].map(toneOf)).toEqual(['purple', 'purple', 'purple'])
  expect(['CREATED', 'NOT COMPLETED', 'OPEN'].map(toneOf)).toEqual(['yellow', 'yellow', 'yellow'])
})

test('every status of an alert has its colour', () => {
  expect(alertStatuses.map(toneOf)).toEqual(['yellow', 'grey', 'purple', 'purple', 'purple', 'red', 'grey'])
})

test('every status of a job and every state of a rejected event has its colour', () => {
  expect(jobStatuses.map(toneOf)).toEqual(['grey', 'purple', 'green', 'red', 'grey'])
  expect(rejectStates.map(toneOf)).toEqual(['yellow', 'purple', 'green', 'red'])
})

test('free text is grey', () => {
  expect(toneOf('waiting for Anna')).toBe('grey')
})

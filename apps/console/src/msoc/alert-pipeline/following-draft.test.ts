import { expect, test } from 'vitest'
import {
  assignmentDraftOf,
  assignmentOf,
  assignmentProblem,
  escalationDraftOf,
  escalationOf,
  escalationProblem,
  newAssignment,
  newEscalation,
} from './following-draft.ts'

const chosen = { ...newAssignment, members: ['a'] }

test.for([
  [newAssignment, 'Choose at least one member.'],
  [chosen, undefined],
  [{ ...chosen, inShift: true, days: [] }, 'Choose at least one day of the shift.'],
  [{ ...chosen, inShift: true, to: '' }, 'Give the hours of the shift.'],
  [{ ...chosen, inShift: true, zone: ' ' }, 'Give the time zone of the shift.'],
  [{ ...chosen, inShift: true }, undefined],
] as const)('[ALERT-PIPELINE-UI-8] %o: %s', ([draft, problem]) => {
  expect(assignmentProblem(draft)).toBe(problem)
})

test.for([
  [{ minutes: '0' }, 'The time is a number of minutes, at most 30 days.'],
  [{ minutes: '43201' }, 'The time is a number of minutes, at most 30 days.'],
  [{ minutes: '43200' }, undefined],
  [{ handsOver: true }, 'Choose at least one member.'],
] as const)('[ALERT-PIPELINE-UI-9] %o: %s', ([fields, problem]) => {
  expect(escalationProblem({ ...newEscalation, ...fields }, newAssignment)).toBe(problem)
})

test('[ALERT-PIPELINE-UI-8] [ALERT-PIPELINE-UI-9] what is edited and saved unchanged stays the same', () => {
  const shift = { days: [6, 7], from: '22:00', to: '06:00', zone: 'Asia/Kolkata' }
  const assignment = { method: 'fewest_open' as const, members: ['b', 'a'], shift }
  expect(assignmentOf(assignmentDraftOf(assignment))).toEqual(assignment)
  const escalation = { after_minutes: 30, unless: 'closed' as const, hand_over: assignment }
  expect(escalationOf(escalationDraftOf(escalation), assignmentDraftOf(assignment))).toEqual(escalation)
})

import { programRoles } from '@carapace/shared/graph/members/membership'
import { expect, test } from 'vitest'
import { refusalsOf } from './refusals.ts'

const byRole = 'Your role can look. Administrators and engineers can change programs.'

test.for([null, ...programRoles])('[PROGRAM-UI-2] an administrator who is %s may all', (programRole) => {
  expect(refusalsOf('ADMIN', { my_role: programRole })).toEqual({ edit: undefined, lead: undefined })
})

test.for(['ANALYST', 'VIEWER'] as const)(
  '[PROGRAM-UI-2] %s learns that it is their role, whatever they are in the program',
  (role) => {
    for (const programRole of programRoles)
      expect(refusalsOf(role, { my_role: programRole })).toEqual({ edit: byRole, lead: byRole })
  },
)

test('[PROGRAM-UI-2] an engineer learns what they would have to be', () => {
  expect(programRoles.map((programRole) => refusalsOf('ENGINEER', { my_role: programRole }))).toEqual([
    { edit: undefined, lead: undefined },
    { edit: undefined, lead: 'Its leads choose who works on this program.' },
    {
      edit: 'You can look at this program. Its leads and editors can change it.',
      lead: 'Its leads choose who works on this program.',
    },
  ])
})

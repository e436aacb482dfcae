import { programRoles } from '@carapace/shared/graph/members/membership'
import { expect, test } from 'vitest'
import { refusalsOf } from './refusals.ts'

const byRole = 'Your role can look. Administrators and engineers can change programs.'

test.for([null, ...programRoles])('[PROGRAM-UI-2] an administrator who is %s may do everything', (programRole) => {
  expect(refusalsOf('ADMIN', { my_role: programRole })).toEqual({ edit: undefined, lead: undefined })
})

test.for(['ANALYST', 'VIEWER'] as const)(
  '[PROGRAM-UI-2] %s sees that their role does not permit it, whatever their program role',
  (role) => {
    for (const programRole of programRoles)
      expect(refusalsOf(role, { my_role: programRole })).toEqual({ edit: byRole, lead: byRole })
  },
)

test('[PROGRAM-UI-2] an engineer sees which program role is needed', () => {
  expect(programRoles.map((programRole) => refusalsOf('ENGINEER', { my_role: programRole }))).toEqual([
    { edit: undefined, lead: undefined },
    { edit: undefined, lead: 'Its leads choose the members of this program.' },
    {
      edit: 'You can look at this program. Its leads and editors can change it.',
      lead: 'Its leads choose the members of this program.',
    },
  ])
})

import { expect, test } from 'vitest'
import { roles } from '../../modules.ts'
import { mayEditProgram, mayLeadProgram, maySeeProgram, programRoles } from './membership.ts'

const everyPlace = [null, ...programRoles]

test.for(everyPlace)(
  '[MEMBER-1] an administrator sees, changes and leads a program with program role %s',
  (programRole) => {
    const requester = { role: 'ADMIN', programRole } as const
    expect([maySeeProgram(requester), mayEditProgram(requester), mayLeadProgram(requester)]).toEqual([true, true, true])
  },
)

test.for(roles.filter((role) => role !== 'ADMIN'))(
  '[MEMBER-1] %s sees only the programs of which they are a member',
  (role) => {
    expect(everyPlace.filter((programRole) => maySeeProgram({ role, programRole }))).toEqual([...programRoles])
  },
)

test('[MEMBER-2] among engineers, only leads and editors can change a program', () => {
  expect(everyPlace.filter((programRole) => mayEditProgram({ role: 'ENGINEER', programRole }))).toEqual([
    'LEAD',
    'EDITOR',
  ])
})

test('[MEMBER-3] among engineers, only leads can choose the members', () => {
  expect(everyPlace.filter((programRole) => mayLeadProgram({ role: 'ENGINEER', programRole }))).toEqual(['LEAD'])
})

test.for(['ANALYST', 'VIEWER'] as const)(
  '[MEMBER-2] [MEMBER-3] %s can change nothing, with any program role',
  (role) => {
    expect(
      everyPlace.filter(
        (programRole) => mayEditProgram({ role, programRole }) || mayLeadProgram({ role, programRole }),
      ),
    ).toEqual([])
  },
)

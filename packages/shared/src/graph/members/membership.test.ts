import { expect, test } from 'vitest'
import { roles } from '../../modules.ts'
import { mayEditProgram, mayLeadProgram, maySeeProgram, programRoles } from './membership.ts'

const everyPlace = [null, ...programRoles]

test.for(everyPlace)(
  '[MEMBER-1] an administrator sees, changes and leads a program in which they are %s',
  (programRole) => {
    const requester = { role: 'ADMIN', programRole } as const
    expect([maySeeProgram(requester), mayEditProgram(requester), mayLeadProgram(requester)]).toEqual([true, true, true])
  },
)

test.for(roles.filter((role) => role !== 'ADMIN'))(
  '[MEMBER-1] %s sees the programs that they are a member of, and no other',
  (role) => {
    expect(everyPlace.filter((programRole) => maySeeProgram({ role, programRole }))).toEqual([...programRoles])
  },
)

test('[MEMBER-2] of engineers, leads and editors change a program', () => {
  expect(everyPlace.filter((programRole) => mayEditProgram({ role: 'ENGINEER', programRole }))).toEqual([
    'LEAD',
    'EDITOR',
  ])
})

test('[MEMBER-3] of engineers, leads choose the members', () => {
  expect(everyPlace.filter((programRole) => mayLeadProgram({ role: 'ENGINEER', programRole }))).toEqual(['LEAD'])
})

test.for(['ANALYST', 'VIEWER'] as const)(
  '[MEMBER-2] [MEMBER-3] %s changes nothing, whatever they are in the program',
  (role) => {
    expect(
      everyPlace.filter(
        (programRole) => mayEditProgram({ role, programRole }) || mayLeadProgram({ role, programRole }),
      ),
    ).toEqual([])
  },
)

import { expect, test } from 'vitest'
import { isComplete, newMember, withAccess, withPerson } from './member-draft.ts'

const maya = { uuid: '7c9d1f04-5cc5-4a36-9a73-0e4f0b1f8b11', name: 'Maya Rao', email: 'maya@nordhaven.example' }

test('[AGREEMENT-UI-12] a member of the organisation takes part, somebody without an account is listed', () => {
  const person = withPerson(newMember, maya)
  expect(person).toMatchObject({ user_uuid: maya.uuid, name: 'Maya Rao', email: maya.email, access: 'member' })
  expect(withPerson({ ...person, access: 'named', is_signatory: true }, undefined)).toMatchObject({
    user_uuid: null,
    access: 'contact',
    is_signatory: false,
  })
})

test.for([
  ['member', true],
  ['named', true],
  ['third-party', false],
  ['contact', false],
] as const)('[AGREEMENT-UI-12] a signatory who becomes a %s still signs: %s', ([access, signs]) => {
  expect(withAccess({ ...newMember, access: 'member', is_signatory: true }, access).is_signatory).toBe(signs)
})

test('[AGREEMENT-UI-12] a person has a name and a role, and a third party has rows', () => {
  const whole = { ...newMember, name: 'Ida Berg', role: 'Assessor' }
  expect([
    isComplete(whole),
    isComplete({ ...whole, role: ' ' }),
    isComplete({ ...whole, access: 'third-party' }),
    isComplete({ ...whole, access: 'third-party', rows: [14] }),
  ]).toEqual([true, false, false, true])
})

import { expect, test } from 'vitest'
import { refusalOf } from './licence.ts'

const msoc = { title: 'MSOC', licence: 'MSOC' } as const

function organization(license: { is_active?: boolean; is_expired?: boolean; modules?: 'MSOC'[] }) {
  return { name: 'Nordhaven', is_demo_mode: false, license: { days_left: 9, is_active: true, is_expired: false, modules: ['MSOC' as const], ...license } }
}

test('a good licence refuses nothing', () => {
  expect(refusalOf(organization({}), msoc)).toBeUndefined()
})

test('[D4] an inactive licence allows nothing', () => {
  expect(refusalOf(organization({ is_active: false }), undefined)).toEqual({ said: 'Not allowed to access the Workspace app', action: undefined })
})

test('[D5] an expired licence asks for a renewal', () => {
  expect(refusalOf(organization({ is_expired: true }), msoc)).toEqual({ said: 'License Expired - Your Workspace app license expired', action: 'Renew' })
})

test('[D6] a module that the licence leaves out is named', () => {
  expect(refusalOf(organization({ modules: [] }), msoc)).toEqual({
    said: "It seems your account doesn't have permission to access the MSOC",
    action: 'Contact Sales',
  })
})

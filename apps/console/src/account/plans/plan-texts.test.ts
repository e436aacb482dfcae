import type { Plan } from '@carapace/shared/account/organisation.contract'
import { expect, test } from 'vitest'
import { supportEmail } from '../../core/product.ts'
import { activates, featureOf, inquiryMail, paidPlans, plannedText, upgradeMail } from './plan-texts.ts'

test.for([
  ['Live map', { name: 'Live map', isIncluded: true }],
  ['EV simulation (not included)', { name: 'EV simulation', isIncluded: false }],
  ['EV simulation (Not included) ', { name: 'EV simulation', isIncluded: false }],
  ['EV simulation(not included)', { name: 'EV simulation', isIncluded: false }],
  ['(not included) EV simulation', { name: '(not included) EV simulation', isIncluded: true }],
  ['', { name: '', isIncluded: true }],
] as const)('[PLAN-8] the feature "%s" is %o', ([text, feature]) => {
  expect(featureOf(text)).toEqual(feature)
})

const plan = (amount: number): Plan => ({
  uuid: '00000000-0000-4000-8000-000000000001',
  name: 'Fleet & more',
  description: '',
  amount,
  allowed_days: 365,
  features: [],
  planned: [],
})

test('[PLAN-10] a feature that is not available yet is marked, and not ticked', () => {
  expect(featureOf('EV simulation (not available yet)')).toEqual({
    name: 'EV simulation (not available yet)',
    isIncluded: false,
  })
})

test('[PLAN-8] only plans that cost something are shown', () => {
  expect(paidPlans([plan(0), plan(1), plan(-1), plan(0.5)]).map(({ amount }) => amount)).toEqual([1, 0.5])
})

test('[PLAN-10] a card names the modules that this version does not have yet', () => {
  expect(plannedText(['CTI'])).toBe('Not in this version yet: CTI.')
  expect(plannedText(['FMEA', 'PSIRT', 'CTI'])).toBe('Not in this version yet: FMEA, PSIRT, and CTI.')
})

test.for([
  [1, 'Activates 1 Day'],
  [14, 'Activates 14 Days'],
  [365, 'Activates 365 Days'],
] as const)('[PLAN-8] %i: %s', ([days, text]) => {
  expect(activates(days)).toBe(text)
})

test('[PLAN-9] the mail about a plan goes to support with its name and id, whatever characters they have', () => {
  const mail = new URL(upgradeMail(plan(1)))
  expect(mail.pathname).toBe(supportEmail)
  expect(mail.searchParams.get('subject')).toBe('Upgrade to the plan Fleet & more')
  expect(mail.searchParams.get('body')).toContain(
    'Plan name: Fleet & more\r\nPlan id: 00000000-0000-4000-8000-000000000001\r\n',
  )
})

test('[PLAN-9] the general question contains no plan name', () => {
  const mail = new URL(inquiryMail())
  expect(mail.pathname).toBe(supportEmail)
  expect(mail.searchParams.get('subject')).toBe('Question about your plans')
})

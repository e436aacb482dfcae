import { completeRegistration } from '@carapace/shared/account/auth.contract'
import { expect, test } from 'vitest'
import {
  changed,
  type Completion,
  completionProblem,
  emptyCompletion,
  payloadOf,
  phoneProblemOf,
} from './completion.ts'

const full: Completion = {
  firstName: 'Maya',
  lastName: 'Rao',
  company: 'Nordhaven',
  jobTitle: 'CISO',
  hearAboutUs: '',
  hearAboutUsOther: '',
  jobFunction: 'Security',
  orgFunction: 'Engineering',
  country: 'India',
  phone: '9876543210',
  consent: true,
}

test.for([
  [{ phone: '98765 432-10x' }, { phone: '9876543210' }],
  [{ country: 'Chile' }, { country: 'Chile', phone: '' }],
  [{ country: 'India' }, { phone: '9876543210' }],
  [{ country: '' }, { country: '', phone: '' }],
  [{ firstName: 'Mia' }, { firstName: 'Mia' }],
] as const)('[REGISTRATION-UI-4] after %o was typed the form has %o', ([part, different]) => {
  expect(changed(full, part)).toEqual({ ...full, ...different })
})

const range = 'Phone number should be between 10 and 10 digits.'

test.for([
  [{}, undefined],
  [{ phone: '987654321' }, range],
  [{ phone: '98765432101' }, range],
  [{ phone: '' }, undefined],
  [{ country: '', phone: '1' }, undefined],
  [{ country: 'Atlantis', phone: '1' }, undefined],
] as const)('[REGISTRATION-UI-4] the phone number of %o: %s', ([part, problem]) => {
  expect(phoneProblemOf({ ...full, ...part })).toBe(problem)
})

const missing = 'Please fill in all required fields.'
const unticked = 'Please agree to the Privacy Policy.'

test.for([
  [{}, undefined],
  [{ firstName: '' }, missing],
  [{ lastName: ' ' }, missing],
  [{ company: '' }, missing],
  [{ jobTitle: '' }, missing],
  [{ jobFunction: '' }, missing],
  [{ orgFunction: '' }, missing],
  [{ country: '' }, missing],
  [{ phone: '' }, missing],
  [{ hearAboutUs: '' }, undefined],
  [{ hearAboutUs: 'other', hearAboutUsOther: '' }, undefined],
  [{ phone: '1' }, range],
  [{ consent: false }, unticked],
  [{ firstName: '', phone: '1', consent: false }, missing],
  [{ phone: '1', consent: false }, range],
  [emptyCompletion, missing],
] as const)('[REGISTRATION-UI-5] with %o the form shows %s', ([part, problem]) => {
  expect(completionProblem({ ...full, ...part })).toBe(problem)
})

const sent = {
  organizationUuid: 'secret',
  firstName: 'Maya',
  lastName: 'Rao',
  company: 'Nordhaven',
  jobTitle: 'CISO',
  hearAboutUs: '',
  hearAboutUsOther: '',
  jobFunction: 'Security',
  orgFunction: 'Engineering',
  country: 'India',
  mobileNumber: '9876543210',
  privacyConsent: true,
}

test.for([
  [{}, {}],
  [{ firstName: ' Maya ', company: 'Nordhaven\t' }, {}],
  [{ hearAboutUs: 'linkedin', hearAboutUsOther: 'left over' }, { hearAboutUs: 'linkedin' }],
  [
    { hearAboutUs: 'other', hearAboutUsOther: ' A friend ' },
    { hearAboutUs: 'other', hearAboutUsOther: 'A friend' },
  ],
  [{ jobFunction: '' }, { jobFunction: 'Default' }],
] as const)('[REGISTRATION-UI-6] with %o the request has %o', ([part, different]) => {
  const payload = payloadOf('secret', { ...full, ...part })
  expect(payload).toEqual({ ...sent, ...different })
  expect(completeRegistration.input.parse(payload)).toEqual(payload)
})

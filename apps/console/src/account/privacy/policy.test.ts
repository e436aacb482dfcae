import { expect, test } from 'vitest'
import { copyright, supportEmail } from '../../core/product.ts'
import { policy } from './policy.ts'

const text = JSON.stringify(policy)

test('[PRIVACY-11] the policy has all its parts, each once', () => {
  expect(policy.map(({ title }) => title)).toEqual([
    'What this policy is about',
    'Definitions',
    'Data that we collect',
    'Cookies and what is kept in your browser',
    'How we use data',
    'How long we keep data',
    'Where data is, and transfer to other countries',
    'Whom we disclose data to',
    'Security',
    'Your rights (GDPR)',
    'Children under 13',
    'Links to other sites',
    'Changes of this policy',
    'Contact',
  ])
  expect(policy.filter(({ parts }) => parts.length === 0)).toEqual([])
})

test.for([
  'XSRF-TOKEN',
  'Local storage',
  'session token',
  'audit log',
  'reCAPTCHA',
  'Google',
  'Sentry',
  'personal data by default',
  'carapace-google',
  'Download my data',
  'Erase my account',
  'Settings > Profile',
  supportEmail,
  copyright.split(' ').at(-1)!,
])('[PRIVACY-11] it mentions %s', (phrase) => {
  expect(text).toContain(phrase)
})

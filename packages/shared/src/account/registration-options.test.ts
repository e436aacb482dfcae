import { expect, test } from 'vitest'
import { hearAboutUsOptions, orgFunctions } from './registration-options.ts'

test('[REGISTRATION-3] the sources from which users may have heard of the product, in order', () => {
  expect(hearAboutUsOptions.map(({ value }) => value)).toEqual([
    'google',
    'linkedin',
    'direct-website',
    'search-engine',
    'social-media',
    'word-of-mouth',
    'online-advertisement',
    'industry-publication',
    'conference-event',
    'partner-referral',
    'email-campaign',
    'other',
  ])
})

test.for(hearAboutUsOptions)('[REGISTRATION-3] $value is shown as "$label"', ({ value, label }) => {
  expect(label.toLowerCase().replaceAll(/ or | /g, '-')).toBe(value)
})

test('[REGISTRATION-3] the functions of an organisation', () => {
  expect(orgFunctions).toEqual(['Development', 'Testing', 'Sales', 'Engineering', 'Other Business Function'])
})

import { expect, test } from 'vitest'
import { countries, countryNamed } from './countries.ts'

test('[REGISTRATION-1] there are about 240 countries, sorted by name, each once', () => {
  const names = countries.map(({ country }) => country)
  expect(names.length).toBeGreaterThanOrEqual(235)
  expect(names.length).toBeLessThanOrEqual(250)
  expect(new Set(names).size).toBe(names.length)
  expect(names).toEqual(names.toSorted((one, other) => one.localeCompare(other, 'en')))
})

test.for(countries)(
  '[REGISTRATION-1] $country: $code, $phoneLength.min to $phoneLength.max digits',
  ({ country, code, phoneLength: { min, max }, allowedChars }) => {
    expect(country).toBe(country.trim())
    expect(code).toMatch(/^\+[1-9]\d{0,2}$/)
    expect(min).toBeGreaterThanOrEqual(4)
    expect(min).toBeLessThanOrEqual(11)
    expect(max).toBeGreaterThanOrEqual(min)
    expect(max).toBeLessThanOrEqual(15)
    expect(allowedChars).toBe('digits')
  },
)

test.for([
  ['Canada', '+1', 10, 10],
  ['United States', '+1', 10, 10],
  ['India', '+91', 10, 10],
  ['Japan', '+81', 10, 10],
  ['United Kingdom', '+44', 10, 11],
  ['China', '+86', 11, 15],
  ['Chile', '+56', 8, 12],
  ['Egypt', '+20', 9, 12],
  ['Afghanistan', '+93', 9, 15],
  ['Belgium', '+32', 8, 12],
  ['Brazil', '+55', 10, 11],
  ['Argentina', '+54', 10, 15],
  ['Germany', '+49', 5, 15],
  ["Côte d'Ivoire", '+225', 10, 15],
] as const)('[REGISTRATION-1] %s is %s with %i to %i digits', ([country, code, min, max]) => {
  expect(countryNamed(country)).toEqual({ country, code, phoneLength: { min, max }, allowedChars: 'digits' })
})

test.for(['', 'india', 'Atlantis', 'constructor'])('[REGISTRATION-1] "%s" is no country', (name) => {
  expect(countryNamed(name)).toBeUndefined()
})

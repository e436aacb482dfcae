import { expect, test } from 'vitest'
import { countries, countryNamed } from './countries.ts'
import { phoneDigits, phoneProblem } from './phone.ts'

test.for([
  ['98765 43210', '9876543210'],
  ['(020) 7946-0123', '02079460123'],
  ['+32.2.555', '322555'],
  ['abc', ''],
  ['', ''],
  ['٣٤٥', ''],
] as const)('[REGISTRATION-2] the digits of "%s" are "%s"', ([typed, digits]) => {
  expect(phoneDigits(typed)).toBe(digits)
})

test.for([
  ['India', '987654321', 'Phone number should be between 10 and 10 digits.'],
  ['India', '9876543210', undefined],
  ['India', '98765432101', 'Phone number should be between 10 and 10 digits.'],
  ['United Kingdom', '207946012', 'Phone number should be between 10 and 11 digits.'],
  ['United Kingdom', '02079460123', undefined],
  ['Afghanistan', '', 'Phone number should be between 9 and 15 digits.'],
  ['India', '98765-43210', undefined],
  ['India', '98765-4321x', 'Phone number should be between 10 and 10 digits.'],
] as const)('[REGISTRATION-2] in %s "%s" is answered with %s', ([name, digits, problem]) => {
  expect(phoneProblem(countryNamed(name)!, digits)).toBe(problem)
})

test.for(countries)('[REGISTRATION-2] $country accepts only $phoneLength.min to $phoneLength.max digits', (country) => {
  const { min, max } = country.phoneLength
  const problem = `Phone number should be between ${min} and ${max} digits.`
  const answers = [min - 1, min, max, max + 1].map((length) => phoneProblem(country, '5'.repeat(length)))
  expect(answers).toEqual([problem, undefined, undefined, problem])
})

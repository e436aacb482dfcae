import { expect, test } from 'vitest'
import { countryNamed } from './countries.ts'
import { phonePlanProblem } from './phone-validity.ts'

test.for([
  ['India', '9876543210', undefined],
  ['Germany', '15112345678', undefined],
  ['Germany', '015112345678', undefined],
  ['United States', '2025550123', undefined],
  ['United States', '1111111111', 'This is not a phone number of United States.'],
  ['India', '0000000000', 'This is not a phone number of India.'],
] as const)('[REGISTRATION-2] %s: %s', ([country, digits, problem]) => {
  expect(phonePlanProblem(countryNamed(country)!, digits)).toBe(problem)
})

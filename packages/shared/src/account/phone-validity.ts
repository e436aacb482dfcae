import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import type { Country } from './countries.ts'
import { phoneDigits } from './phone.ts'

/**
 * What is wrong with a number of valid length, by the numbering plan of its dial code; undefined: nothing (rule
 * REGISTRATION-2). Only the api checks this: the plans are 80 KB, which no form needs to load.
 */
export function phonePlanProblem({ country, code }: Country, digits: string): string | undefined {
  const number = parsePhoneNumberFromString(`${code}${phoneDigits(digits)}`)
  return number?.isValid() ? undefined : `This is not a phone number of ${country}.`
}

import type { Country } from './countries.ts'

/** The digits of what the user typed, without spaces, dashes and brackets (rule REGISTRATION-2). */
export function phoneDigits(typed: string): string {
  return typed.replaceAll(/\D/g, '')
}

/**
 * What is wrong with a number of this country, given without its dial code; undefined: nothing (rule REGISTRATION-2).
 */
export function phoneProblem({ phoneLength: { min, max } }: Country, digits: string): string | undefined {
  const { length } = phoneDigits(digits)
  return length >= min && length <= max ? undefined : `Phone number should be between ${min} and ${max} digits.`
}

import type { Country } from './countries.ts'

/** The digits of what was typed: spaces, dashes and brackets are habits of writing (rule REGISTRATION-2). */
export function phoneDigits(typed: string): string {
  return typed.replaceAll(/\D/g, '')
}

/**
 * What is wrong with a number of this country, given without its dial code; nothing: undefined (rule REGISTRATION-2).
 */
export function phoneProblem({ phoneLength: { min, max } }: Country, digits: string): string | undefined {
  const { length } = phoneDigits(digits)
  return length >= min && length <= max ? undefined : `Phone number should be between ${min} and ${max} digits.`
}

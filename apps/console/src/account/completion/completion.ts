import type { completeRegistration } from '@carapace/shared/account/auth.contract'
import { countryNamed } from '@carapace/shared/account/countries'
import { phoneDigits, phoneProblem } from '@carapace/shared/account/phone'
import { defaultJobFunction, otherSource } from '@carapace/shared/account/registration-options'
import type { z } from 'zod'

/** The values of the form, as the user typed them. */
export interface Completion {
  readonly firstName: string
  readonly lastName: string
  readonly company: string
  readonly jobTitle: string
  readonly hearAboutUs: string
  /** Free text, for an answer that the list does not have. */
  readonly hearAboutUsOther: string
  readonly jobFunction: string
  readonly orgFunction: string
  /** A country's name. */
  readonly country: string
  /** Digits, without the dial code. */
  readonly phone: string
  /** Whether the privacy policy is agreed to. */
  readonly consent: boolean
}

export const emptyCompletion: Completion = {
  firstName: '',
  lastName: '',
  company: '',
  jobTitle: '',
  hearAboutUs: '',
  hearAboutUsOther: '',
  jobFunction: '',
  orgFunction: '',
  country: '',
  phone: '',
  consent: false,
}

const required = [
  'firstName',
  'lastName',
  'company',
  'jobTitle',
  'jobFunction',
  'orgFunction',
  'country',
  'phone',
] as const

/**
 * The form after the user typed something: a phone number keeps its digits only, and another country clears it (rule
 * REGISTRATION-UI-4).
 */
export function changed(form: Completion, part: Partial<Completion>): Completion {
  const next = { ...form, ...part, phone: phoneDigits(part.phone ?? form.phone) }
  return next.country === form.country ? next : { ...next, phone: '' }
}

/** The error of the phone number; undefined while the number or its country is missing. */
export function phoneProblemOf({ country, phone }: Completion): string | undefined {
  const known = countryNamed(country)
  return known === undefined || phone === '' ? undefined : phoneProblem(known, phone)
}

/** The first error that prevents sending the form; undefined: it can be sent (rule REGISTRATION-UI-5). */
export function completionProblem(form: Completion): string | undefined {
  if (required.some((field) => form[field].trim() === '')) return 'Please fill in all required fields.'
  const problem = phoneProblemOf(form)
  if (problem !== undefined) return problem
  return form.consent ? undefined : 'Please agree to the Privacy Policy.'
}

/** The form as the request sends it (rule REGISTRATION-UI-6). */
export function payloadOf(organizationUuid: string, form: Completion): z.input<typeof completeRegistration.input> {
  const {
    firstName,
    lastName,
    company,
    jobTitle,
    hearAboutUs,
    hearAboutUsOther,
    jobFunction,
    orgFunction,
    country,
    phone,
  } = form
  return {
    organizationUuid,
    firstName: firstName.trim(),
    lastName: lastName.trim(),
    company: company.trim(),
    jobTitle: jobTitle.trim(),
    hearAboutUs,
    hearAboutUsOther: hearAboutUs === otherSource ? hearAboutUsOther.trim() : '',
    jobFunction: jobFunction.trim() || defaultJobFunction,
    orgFunction,
    country,
    mobileNumber: phoneDigits(phone),
    privacyConsent: true,
  }
}

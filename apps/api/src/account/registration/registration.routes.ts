import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { completeRegistration, register, verifyOrganization } from '@carapace/shared/account/auth.contract'
import { countryNamed } from '@carapace/shared/account/countries'
import { phoneProblem } from '@carapace/shared/account/phone'
import { phonePlanProblem } from '@carapace/shared/account/phone-validity'
import { createOrganisation } from '@carapace/shared/account/provision.queries'
import { hearAboutUsOptions, orgFunctions, otherSource } from '@carapace/shared/account/registration-options'
import { isBusinessEmail } from '@carapace/shared/account/rules'
import { Failure } from '@carapace/shared/core/failure'
import { licences } from '@carapace/shared/modules'
import type { Database, Tx } from '../../core/db.ts'
import type { CheckCaptcha } from '../../core/outgoing/recaptcha.ts'
import { serve } from '../../core/http/serve.ts'
import { linkOf, takeLink } from '../mail/links.queries.ts'
import { queueRequestedMail, refuseManyRequests, refuseNoEmail } from '../mail/mails-requested.ts'
import { queueMail } from '../mail/mails.queries.ts'
import { insertFirstAdmin } from './registration.queries.ts'
import { audit } from '../sign-in/sessions.queries.ts'

/** How long a demo licence is valid, ms. */
const demoMs = 14 * 86_400_000

/**
 * Registration of an organisation: request it, follow the mailed link, complete it (rules MAIL-6 to MAIL-10 of
 * packages/shared/src/account/SPEC.md).
 */
export async function registrationRoutes(
  app: FastifyInstance,
  { db, captcha }: { db: Database; captcha: CheckCaptcha },
): Promise<void> {
  serve(app, register).with(async ({ input: { email, recaptcha_token }, request }) => {
    refuseNoEmail(email)
    if (!isBusinessEmail(email))
      throw new Failure('INVALID_INPUT', {
        message: 'Please use your work email',
        errors: { email: 'We detected a personal email domain; sign up with your company or organization email.' },
      })
    await refuseManyRequests(db, 'register', request.ip)
    await captcha(recaptcha_token, request.ip)
    await queueRequestedMail(db, { org: null, recipient: email, template: 'verify-organization' })
    return { success: true, message: `A confirmation email is on its way to ${email}.` }
  })

  serve(app, verifyOrganization).with(async ({ input }) => {
    const link = await linkOf(db, 'verify-organization', input.organizationUuid)
    return { success: link !== undefined, email: link?.email ?? null }
  })

  serve(app, completeRegistration).with(async ({ input, request }) => {
    refuseFields(input)
    const email = await db.transaction((tx) => complete(tx, input, request.ip))
    return {
      success: true,
      message:
        'Your DEMO Trial is activated. A temporary password and an activation link are on their way ' + `to ${email}.`,
    }
  })
}

type Registration = z.output<typeof completeRegistration.input>

/** Throws if a field has a value that the form does not offer. */
function refuseFields({ hearAboutUs, orgFunction, country, mobileNumber }: Registration): void {
  const from = countryNamed(country)
  const problems = {
    hearAboutUs:
      hearAboutUs === '' || hearAboutUsOptions.some(({ value }) => value === hearAboutUs)
        ? undefined
        : 'Choose one of the list.',
    orgFunction: orgFunctions.includes(orgFunction) ? undefined : 'Choose one of the list.',
    country: from ? undefined : 'Choose one of the list.',
    mobileNumber: from && (phoneProblem(from, mobileNumber) ?? phonePlanProblem(from, mobileNumber)),
  }
  const errors = Object.fromEntries(
    Object.entries(problems).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
  if (Object.keys(errors).length > 0) throw new Failure('INVALID_INPUT', { errors })
}

/** Uses the link up and creates the organisation with its first administrator; returns the administrator's address. */
async function complete(tx: Tx, input: Registration, address: string): Promise<string> {
  const link = await takeLink(tx, 'verify-organization', input.organizationUuid)
  if (!link)
    throw new Failure('RULE_REFUSED', { message: 'This verification link is expired or has already been activated' })
  const { email } = link
  const name = `${input.firstName} ${input.lastName}`
  const org = await createOrganisation(tx, {
    name: input.company,
    isDemoMode: true,
    licenceUntil: new Date(Date.now() + demoMs),
    modules: [...licences],
  })
  const { jobTitle, jobFunction, orgFunction, country, mobileNumber, hearAboutUs, hearAboutUsOther } = input
  const heardFrom = hearAboutUs === otherSource ? hearAboutUsOther : hearAboutUs
  const uuid = await insertFirstAdmin(tx, org, {
    email,
    name,
    jobTitle,
    jobFunction,
    orgFunction,
    country,
    mobileNumber,
    heardFrom,
    consentedAt: new Date(),
  })
  if (uuid === undefined)
    throw new Failure('RULE_REFUSED', {
      message: `${email} has an account already. Sign in with it, or ask for a new password.`,
    })
  await queueMail(tx, { org, recipient: email, template: 'activate', facts: { organisation: input.company } })
  await audit(
    tx,
    org,
    { uuid, name, address },
    { action: 'register organisation', subject: 'organisation', after: { name: input.company } },
  )
  return email
}

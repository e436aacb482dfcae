import { z } from 'zod'
import { Failure } from '@carapace/shared/core/failure'
import { requestExternal } from './outgoing.ts'
import type { Settings } from '../settings.ts'

/** Refuses a captcha token that the captcha service rejects; accepts everything if no captcha is configured. */
export type CheckCaptcha = (token: string | null | undefined, address: string) => Promise<void>

/** The service's answer: https://developers.google.com/recaptcha/docs/verify */
const Verdict = z.object({ success: z.boolean(), 'error-codes': z.array(z.string()).default([]) })

/** Error codes of the captcha service that mean that our request is wrong. */
const ourFault = ['missing-input-secret', 'invalid-input-secret', 'bad-request']

const timeoutMs = 5_000

const thisMachine = ['localhost', '127.0.0.1', '[::1]']

/**
 * The captcha of the installation's settings (rule MAIL-6). On a developer's machine no captcha is required: the
 * console shows none there.
 */
export function createCaptcha({ recaptcha, publicUrl }: Pick<Settings, 'recaptcha' | 'publicUrl'>): CheckCaptcha {
  if (!recaptcha || thisMachine.includes(new URL(publicUrl).hostname)) return async () => {}
  const { secret, verifyUrl } = recaptcha
  return async (token, address) => {
    if (!token) throw refused()
    const { status, body } = await requestExternal(
      verifyUrl,
      {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: String(new URLSearchParams({ secret, response: token, remoteip: address })),
      },
      { ms: timeoutMs, bytes: 64 * 1024 },
    )
    const { data: verdict } = Verdict.safeParse(body)
    if (status !== 200 || !verdict || verdict['error-codes'].some((code) => ourFault.includes(code)))
      throw unusable(status, verdict?.['error-codes'])
    if (!verdict.success) throw refused()
  }
}

function refused(): Failure {
  return new Failure('RULE_REFUSED', { message: 'The check that you are a person did not succeed. Try again.' })
}

function unusable(status: number, codes: string[] = []): Failure {
  return new Failure('BUSY', {
    message: 'The check that you are a person does not work just now. Try again shortly.',
    cause: new Error(`The captcha's service answered ${status} ${codes.join(', ')}`),
  })
}

import { isBusinessEmail, isEmail, isGoodPassword } from '@carapace/shared/account/rules'
import type { TypedTwice } from './new-password.tsx'

/** An email, and a password, that are no longer than this are none (rules FORM-1, FORM-2). */
const tooShort = 5

/** Whether the sign-in form may be sent (rule FORM-1). */
export function maySignIn(email: string, password: string): boolean {
  return isLongEmail(email) && password.length > tooShort
}

function isLongEmail(text: string): boolean {
  return isEmail(text) && text.trim().length > tooShort
}

/** Whether to say that this is no address at work: only once it is an email at all (rule FORM-3). */
export function isPersonalEmail(text: string): boolean {
  return isEmail(text) && !isBusinessEmail(text)
}

/** Whether somebody may sign up with an address (rule FORM-2). */
export function mayRegister(email: string): boolean {
  return isLongEmail(email) && isBusinessEmail(email)
}

/** What keeps a new password from being sent, once it meets every demand of the checklist (rule FORM-5). */
export function mismatchOf({ password, again }: TypedTwice): string | undefined {
  return password === again ? undefined : 'Passwords do not match!'
}

/** Whether a new password meets the checklist (rule FORM-4). */
export function isReady({ password }: TypedTwice): boolean {
  return isGoodPassword(password)
}

/** What `?error=` means, in words. */
export function errorNamed(code: string | undefined): string[] {
  return code === 'INVALID_LOGIN' ? ['You are not signed in, or the sign-in did not succeed. Sign in to continue.'] : []
}

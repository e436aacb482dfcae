import { isBusinessEmail, isEmail, isGoodPassword } from '@carapace/shared/account/rules'
import type { TypedTwice } from './new-password.tsx'

/** An email or a password of this length or shorter counts as missing (rules FORM-1, FORM-2). */
const tooShort = 5

/** Whether the sign-in form may be sent (rule FORM-1). */
export function maySignIn(email: string, password: string): boolean {
  return isLongEmail(email) && password.length > tooShort
}

function isLongEmail(text: string): boolean {
  return isEmail(text) && text.trim().length > tooShort
}

/** Whether to warn that this is not a work address: only once it is a valid email (rule FORM-3). */
export function isPersonalEmail(text: string): boolean {
  return isEmail(text) && !isBusinessEmail(text)
}

/** Whether the user may sign up with this address (rule FORM-2). */
export function mayRegister(email: string): boolean {
  return isLongEmail(email) && isBusinessEmail(email)
}

/** The error of a new password that meets the checklist but cannot be sent yet; else undefined (rule FORM-5). */
export function mismatchOf({ password, again }: TypedTwice): string | undefined {
  return password === again ? undefined : 'Passwords do not match!'
}

/** Whether a new password meets the checklist (rule FORM-4). */
export function isReady({ password }: TypedTwice): boolean {
  return isGoodPassword(password)
}

/** The messages for the code in `?error=`. */
export function errorNamed(code: string | undefined): string[] {
  return code === 'INVALID_LOGIN' ? ['You are not signed in, or the sign-in did not succeed. Sign in to continue.'] : []
}

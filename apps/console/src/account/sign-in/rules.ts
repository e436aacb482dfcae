/** Trimmed, one @ with something on both sides, a dot in the domain, no spaces. */
export function isEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.trim())
}

/** Whether the sign-in form may be sent: both longer than five characters, and the email of an email's form. */
export function maySignIn(email: string, password: string): boolean {
  return isEmail(email) && email.trim().length > 5 && password.length > 5
}

/** What `?error=` means, in words. */
export function errorNamed(code: string | undefined): string[] {
  return code === 'INVALID_LOGIN' ? ['You are not signed in, or the sign-in did not succeed. Sign in to continue.'] : []
}

let waiting: string | undefined

/** Keeps a link's token while the address is replaced by one without it (rule FORM-7). */
export function keepLinkToken(token: string): void {
  waiting = token
}

/** The token, once: a second sign-in with it would be refused anyway. */
export function takeLinkToken(): string | undefined {
  const token = waiting
  waiting = undefined
  return token
}

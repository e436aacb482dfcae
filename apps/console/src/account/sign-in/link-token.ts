let waiting: string | undefined

/** Keeps a link's token while the address is replaced by one without it (rule FORM-7). */
export function keepLinkToken(token: string): void {
  waiting = token
}

/** Returns the token, once: the server would refuse a second sign-in with it anyway. */
export function takeLinkToken(): string | undefined {
  const token = waiting
  waiting = undefined
  return token
}

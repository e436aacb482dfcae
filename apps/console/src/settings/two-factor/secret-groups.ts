/** A secret in groups of four, for users who type it: authenticator apps ignore spaces. */
export function inGroups(secret: string): string {
  return secret.replaceAll(/(.{4})(?=.)/g, '$1 ')
}

/** Recovery codes as a text file. */
export function codesFile(email: string, codes: readonly string[]): string {
  return [
    `Recovery codes of ${email} for Carapace.`,
    'Each replaces the authenticator app once.',
    '',
    ...codes,
    '',
  ].join('\n')
}

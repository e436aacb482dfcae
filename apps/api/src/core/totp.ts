import { generateSecret, generateURI, verifySync } from 'otplib'

/** How long a code is shown, s (RFC 6238, section 5.2); a clock may be one of these ahead or behind. */
const stepSeconds = 30

/** A new secret for an authenticator app: 160 random bits as base32, as RFC 4226 (section 4, R6) recommends. */
export function newTotpSecret(): string {
  return generateSecret({ length: 20 })
}

/** What the QR code of a secret says: an address that authenticator apps understand. */
export function totpUri(secret: string, email: string): string {
  return generateURI({ issuer: 'Carapace', label: email, secret })
}

/**
 * The time step that a six-digit code is of, if it is of this one, the one before or the one after (RFC 6238, SHA-1);
 * `now` in ms.
 */
export function stepOfCode(secret: string, code: string, now: number): number | undefined {
  const verdict = verifySync({ secret, token: code, epoch: Math.floor(now / 1000), epochTolerance: stepSeconds })
  return verdict.valid && 'timeStep' in verdict ? verdict.timeStep : undefined
}

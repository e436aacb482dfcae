import { generateSecret, generateURI, verifySync } from 'otplib'

/** How long a code is valid, s (RFC 6238, section 5.2); a clock may be one step ahead or behind. */
const stepSeconds = 30

/** A new secret for an authenticator app: 160 random bits as base32, as RFC 4226 (section 4, R6) recommends. */
export function newTotpSecret(): string {
  return generateSecret({ length: 20 })
}

/** The content of a secret's QR code: a URI that authenticator apps understand. */
export function totpUri(secret: string, email: string): string {
  return generateURI({ issuer: 'Carapace', label: email, secret })
}

/**
 * The time step of a six-digit code, if it is the current, previous or next step (RFC 6238, SHA-1), else undefined;
 * `now` in ms.
 */
export function stepOfCode(secret: string, code: string, now: number): number | undefined {
  const verdict = verifySync({ secret, token: code, epoch: Math.floor(now / 1000), epochTolerance: stepSeconds })
  return verdict.valid && 'timeStep' in verdict ? verdict.timeStep : undefined
}

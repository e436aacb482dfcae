import { createHash, randomBytes } from 'node:crypto'

const codes = 10
/** Base32 (RFC 4648) in lower case: no two of its characters look alike. */
const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'
/** Five bits each, 80 bits in total: too many to guess. */
const characters = 16

/** Codes that replace the authenticator app, in the form that is shown once: `abcd-efgh-2345-ijkl`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: codes }, newCode)
}

function newCode(): string {
  // 32 divides 256: all characters are equally likely
  const random = Array.from(randomBytes(characters), (byte) => alphabet[byte % alphabet.length]).join('')
  return random.match(/.{4}/g)!.join('-')
}

/** The stored hash of a code. Dashes and case of the input do not matter. */
export function hashOfCode(code: string): Uint8Array {
  return createHash('sha256').update(code.toLowerCase().replaceAll(/[\s-]/g, '')).digest()
}

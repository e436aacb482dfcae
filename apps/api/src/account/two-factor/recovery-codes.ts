import { createHash, randomBytes } from 'node:crypto'

const codes = 10
/** Base32 (RFC 4648) in small letters: none of its characters is taken for another. */
const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'
/** Of five bits each: 80 bits, more than anybody guesses. */
const characters = 16

/** Codes that stand in for the authenticator app, as they are shown once: `abcd-efgh-2345-ijkl`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: codes }, newCode)
}

function newCode(): string {
  // 32 divides 256: all characters are equally likely
  const random = Array.from(randomBytes(characters), (byte) => alphabet[byte % alphabet.length]).join('')
  return random.match(/.{4}/g)!.join('-')
}

/** What is stored of a code, however it was typed: with or without its dashes, in small or capital letters. */
export function hashOfCode(code: string): Uint8Array {
  return createHash('sha256').update(code.toLowerCase().replaceAll(/[\s-]/g, '')).digest()
}

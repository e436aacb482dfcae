import { hash } from '@node-rs/argon2'
import { randomInt } from 'node:crypto'
import { passwordHashing } from '@carapace/shared/account/password'

/** The hash of a password, as it is stored. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, passwordHashing)
}

/** Without characters that people confuse when they type a password from a mail. */
const letters = {
  upper: 'ABCDEFGHJKLMNPQRSTUVWXYZ',
  lower: 'abcdefghijkmnopqrstuvwxyz',
  digit: '23456789',
  special: '!#%+?@',
}
const length = 16

/** A generated password for use until the user chooses one: valid by rule CREDENTIAL-3, about 85 random bits. */
export function temporaryPassword(): string {
  const all = Object.values(letters).join('')
  const picked = [...Object.values(letters).map(oneOf), ...Array.from({ length: length - 4 }, () => oneOf(all))]
  return shuffled(picked).join('')
}

function oneOf(characters: string): string {
  return characters[randomInt(characters.length)]!
}

function shuffled(characters: string[]): string[] {
  for (let at = characters.length - 1; at > 0; at--) {
    const other = randomInt(at + 1)
    ;[characters[at], characters[other]] = [characters[other]!, characters[at]!]
  }
  return characters
}

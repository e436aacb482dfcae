import { hash } from '@node-rs/argon2'
import { randomInt } from 'node:crypto'
import { passwordHashing } from '@carapace/shared/account/password'

/** A password as it is stored. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, passwordHashing)
}

/** Without the characters that are taken for others when a password is typed from a mail. */
const letters = {
  upper: 'ABCDEFGHJKLMNPQRSTUVWXYZ',
  lower: 'abcdefghijkmnopqrstuvwxyz',
  digit: '23456789',
  special: '!#%+?@',
}
const length = 16

/** A password that we make up for somebody, until they choose one: good by rule CREDENTIAL-3, some 85 random bits. */
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

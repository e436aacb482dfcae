import { verify } from '@node-rs/argon2'
import { expect, test } from 'vitest'
import { isGoodPassword } from '@carapace/shared/account/rules'
import { hashPassword, temporaryPassword } from './passwords.ts'

test('[MAIL-10] a temporary password is valid, has no characters that look alike, and is never repeated', () => {
  const made = Array.from({ length: 2_000 }, temporaryPassword)
  expect(new Set(made).size).toBe(made.length)
  for (const password of made)
    expect([password, isGoodPassword(password), /^[^01IOl\s]{16}$/.test(password)]).toEqual([password, true, true])
  const firsts = new Set(made.map((password) => password[0]))
  expect(firsts.size).toBeGreaterThan(50)
})

test('a password is stored as argon2id, and each hash has its own salt', async () => {
  const [one, other] = [await hashPassword('a password'), await hashPassword('a password')]
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(one).not.toBe(other)
  expect([await verify(one, 'a password'), await verify(one, 'another')]).toEqual([true, false])
})

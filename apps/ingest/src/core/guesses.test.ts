import { expect, test } from 'vitest'
import { createGuesses } from './guesses.ts'

function guessing() {
  const clock = { now: 60_000_000 }
  const guesses = createGuesses(() => clock.now)
  const show = (secret: string, address: string, isValid = false): string => {
    try {
      guesses.check(secret, address)
    } catch (error) {
      return (error as { code: string }).code
    }
    guesses.note(secret, address, isValid)
    return 'looked up'
  }
  return { clock, guesses, show }
}

test('[SHARE-15] a network gets 1,200 unknown keys looked up a minute, and its valid keys at any time', () => {
  const { clock, guesses, show } = guessing()
  expect(show('good', '2001:db8::1', true)).toBe('looked up')
  for (let i = 0; i < 1_200; i++) expect(show(`bogus ${i}`, `2001:db8::${i.toString(16)}`)).toBe('looked up')
  expect(show('bogus', '2001:db8::2')).toBe('TOO_MANY')
  expect(guesses.trouble()).toBe(
    '2001:db8:0:0::/64 showed more than 1200 unknown keys this minute: further ones are refused',
  )
  expect([show('good', '2001:db8::3', true), show('bogus', '203.0.113.1')]).toEqual(['looked up', 'looked up'])
  clock.now += 60_000
  expect(guesses.trouble()).toBeUndefined()
  expect(show('bogus', '2001:db8::2')).toBe('looked up')
})

test('[SHARE-15] a key that was revoked is an unknown one', () => {
  const { show } = guessing()
  expect(show('key', '203.0.113.1', true)).toBe('looked up')
  expect(show('key', '203.0.113.1', false)).toBe('looked up')
  for (let i = 0; i < 1_199; i++) show(`bogus ${i}`, '203.0.113.1')
  expect(show('key', '203.0.113.1')).toBe('TOO_MANY')
})

import { expect, test } from 'vitest'
import { errorNamed, isPersonalEmail, isReady, mayRegister, maySignIn, mismatchOf } from './form-rules.ts'

test.for([
  ['a@b.co', 'secret', true],
  ['a@b.c', 'secret', false],
  ['a@b.co', 'secre', false],
  [' a@b.c ', 'secret', false],
  ['maya@nordhaven', 'secret', false],
  ['', '', false],
] as const)('[FORM-1] "%s" with "%s" may sign in: %s', ([email, password, may]) =>
  expect(maySignIn(email, password)).toBe(may),
)

test.for([
  ['maya@nordhaven.example', true, false],
  [' Maya@Nordhaven.Example ', true, false],
  ['a@b.c', false, false],
  ['maya@gmail.com', false, true],
  ['maya@GMAIL.com', false, true],
  ['maya@gmail', false, false],
  ['@gmail.com', false, false],
  ['', false, false],
] as const)('[FORM-2] [FORM-3] "%s" may register: %s; gets a warning: %s', ([email, may, warned]) => {
  expect(mayRegister(email)).toBe(may)
  expect(isPersonalEmail(email)).toBe(warned)
})

test('[FORM-4] a new password is ready once it meets the whole checklist, repeated or not', () => {
  expect(isReady({ password: 'Secret-1', again: '' })).toBe(true)
  expect(isReady({ password: 'secret-1', again: 'secret-1' })).toBe(false)
})

test('[FORM-5] two different passwords are reported', () => {
  expect(mismatchOf({ password: 'Secret-1', again: 'Secret-2' })).toBe('Passwords do not match!')
  expect(mismatchOf({ password: 'Secret-1', again: 'Secret-1' })).toBeUndefined()
})

test('only the known error code of the address has a message', () => {
  expect(errorNamed('INVALID_LOGIN')).toHaveLength(1)
  expect(errorNamed('<b>anything</b>')).toEqual([])
  expect(errorNamed(undefined)).toEqual([])
})

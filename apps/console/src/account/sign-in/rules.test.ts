import { expect, test } from 'vitest'
import { isEmail, maySignIn } from './rules.ts'

test.for([
  ['maya.rao@nordhaven.example', true], ['  maya@x.io  ', true], ['maya@x', false], ['maya rao@x.io', false], ['@x.io', false], ['maya@@x.io', false], ['', false],
] as const)('[E1] "%s" is an email: %s', ([text, valid]) => {
  expect(isEmail(text)).toBe(valid)
})

test('[E1] both must be longer than five characters', () => {
  expect(maySignIn('a@b.co', 'secret')).toBe(true)
  expect(maySignIn('a@b.c', 'secret')).toBe(false)
  expect(maySignIn('a@b.co', 'secre')).toBe(false)
})

import { expect, test } from 'vitest'
import { isBusinessEmail, isEmail, isGoodPassword, passwordChecks } from './rules.ts'

test.for([
  ['a@b.c', true],
  [' maya@nordhaven.example ', true],
  ['maya@nordhaven', false],
  ['maya nordhaven.example', false],
  ['@b.c', false],
  ['a@@b.c', false],
  ['a b@c.d', false],
  ['', false],
] as const)('[CREDENTIAL-1] "%s" has the form of an email: %s', ([text, is]) => expect(isEmail(text)).toBe(is))

test.for([
  ['maya@nordhaven.example', true],
  ['maya@gmail.com', false],
  ['maya@GMAIL.com ', false],
  ['maya@icloud.com', false],
  ['maya@mail.gmail.com', true],
  ['maya@', false],
  ['maya', false],
] as const)('[CREDENTIAL-2] %s is a business address: %s', ([email, is]) => expect(isBusinessEmail(email)).toBe(is))

test.for([
  ['', ['length', 'uppercase', 'lowercase', 'number', 'special']],
  ['aaaaaaaa', ['uppercase', 'number', 'special']],
  ['Aa1!Aa1', ['length']],
  ['AAAAAA1!', ['lowercase']],
  ['Aaaaaaa!', ['number']],
  ['Aaaaaaa1', ['special']],
  ['Größe 1 €', ['special']],
  ['Größe 1?', []],
] as const)('[CREDENTIAL-3] "%s" lacks %s', ([password, lacks]) => {
  expect(
    passwordChecks(password)
      .filter(({ isMet }) => !isMet)
      .map(({ key }) => key),
  ).toEqual(lacks)
  expect(isGoodPassword(password)).toBe(lacks.length === 0)
})

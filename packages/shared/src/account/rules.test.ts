import { expect, test } from 'vitest'
import { isBusinessEmail, isEmail, isGoodPassword, passwordChecks, isPlainName } from './rules.ts'

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

test.for([
  { name: 'Alpha GmbH & Co. KG', plain: true },
  { name: "Müller-O'Neill (Deutschland) 2", plain: true },
  { name: 'A.B.C. Motors', plain: true },
  { name: '東京 Motors', plain: true },
  { name: 'http://evil.example', plain: false },
  { name: 'Go to evil.example now', plain: false },
  { name: 'www.evil', plain: false },
  { name: 'a@b', plain: false },
  { name: 'two\nlines', plain: false },
  { name: 'You won! Call 1', plain: false },
  { name: '', plain: false },
])('[CREDENTIAL-4] "$name" is a plain name: $plain', ({ name, plain }) => {
  expect(isPlainName(name)).toBe(plain)
})

import { expect, test } from 'vitest'

import { hashOfCode, newRecoveryCodes } from './recovery-codes.ts'

test('[SIGNIN-9] there are ten different codes of 80 bits', () => {
  const codes = newRecoveryCodes()
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) expect(code).toMatch(/^[a-z2-7]{4}(-[a-z2-7]{4}){3}$/)
})

test.for(['ABCD-EFGH-2345-IJKL', 'abcdefgh2345ijkl', ' abcd efgh 2345 ijkl '])(
  '[SIGNIN-9] %s is the same code as abcd-efgh-2345-ijkl',
  (typed) => {
    expect(hashOfCode(typed)).toEqual(hashOfCode('abcd-efgh-2345-ijkl'))
  },
)

test('[SIGNIN-9] different codes have different hashes', () => {
  expect(hashOfCode('abcd-efgh-2345-ijkm')).not.toEqual(hashOfCode('abcd-efgh-2345-ijkl'))
})

import { expect, test } from 'vitest'

import { newTotpSecret, stepOfCode, totpUri } from './totp.ts'

/** RFC 6238, appendix B: the ASCII bytes 12345678901234567890, as base32. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

// the appendix shows eight digits; six digits are the last six of the same code (RFC 4226, section 5.3)
test.for([
  { seconds: 59, code: '94287082' },
  { seconds: 1_111_111_109, code: '07081804' },
  { seconds: 1_111_111_111, code: '14050471' },
  { seconds: 1_234_567_890, code: '89005924' },
  { seconds: 2_000_000_000, code: '69279037' },
  { seconds: 20_000_000_000, code: '65353130' },
])('[SIGNIN-7] RFC 6238 appendix B: at $seconds s the code is $code', ({ seconds, code }) => {
  expect(stepOfCode(secret, code.slice(2), seconds * 1000)).toBe(Math.floor(seconds / 30))
})

test.for([
  { seconds: 29, step: 1, why: 'the last second of the step before' },
  { seconds: 30, step: 1, why: 'its own first second' },
  { seconds: 89, step: 1, why: 'the last second of the step after' },
  { seconds: 90, step: undefined, why: 'two steps late' },
  { seconds: 20_000, step: undefined, why: 'another day' },
])('[SIGNIN-7] the code of the second step, at $why, belongs to step $step', ({ seconds, step }) => {
  expect(stepOfCode(secret, '287082', seconds * 1000)).toBe(step)
})

test('[SIGNIN-7] a wrong code belongs to no step', () => {
  expect(stepOfCode(secret, '287083', 59_000)).toBeUndefined()
})

test('[SIGNIN-8] a secret has 160 random bits, and its URI names the product and the account', () => {
  const made = newTotpSecret()
  expect(made).toMatch(/^[A-Z2-7]{32}$/)
  expect(newTotpSecret()).not.toBe(made)
  expect(totpUri(made, 'ada+1@lovelace.example')).toBe(
    `otpauth://totp/Carapace:ada%2B1%40lovelace.example?secret=${made}&issuer=Carapace`,
  )
})

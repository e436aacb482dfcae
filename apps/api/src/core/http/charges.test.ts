import { expect, test } from 'vitest'
import { Failure } from '@carapace/shared/core/failure'

import { callCharges, chargesPerMinute } from './charges.ts'
import { knownTokens } from './known-tokens.ts'

test('[USE-4] calls of one name are limited per minute, and a refusal states the time to wait', () => {
  let now = 30_000
  const calls = chargesPerMinute(2, () => now)
  calls.charge('a')
  calls.charge('a')
  calls.charge('b')
  expect(() => calls.charge('a')).toThrow(expect.objectContaining({ code: 'TOO_MANY', retryAfter: 30 }))
  now = 60_000
  expect(() => calls.charge('a')).not.toThrow()
})

test('[USE-4] calls are charged to the user, and those of all users to the organisation', () => {
  const charge = callCharges()
  const call = (user: number) => () => charge({ org: { uuid: 'alpha' }, user: { uuid: `user ${user}` } })
  for (let i = 0; i < 12_000; i++) call(1)()
  expect(call(1)).toThrow(Failure)
  for (let i = 0; i < 9_000; i++) {
    call(2)()
    call(3)()
  }
  expect(call(4)).toThrow(Failure)
  expect(() => charge({ org: { uuid: 'bravo' }, user: { uuid: 'user 5' } })).not.toThrow()
})

/** Lookups of tokens; only those of `valid` have a session. */
function lookups() {
  const valid = new Set<string>()
  const looked: string[] = []
  const find = knownTokens(
    async (token) => {
      looked.push(token)
      return valid.has(token) ? token : undefined
    },
    () => 0,
  )
  return { valid, looked, find }
}

const token = (n: number) => `cst_${String(n).padStart(43, '0')}`

test('[USE-5] what does not look like a token is not looked up', async () => {
  const { looked, find } = lookups()
  for (const none of ['', 'x', 'ck_0000000000000000000000000000000000000000000', `${token(1)}0`, `${token(1)} `])
    expect(await find(none, '203.0.113.7')).toBe(undefined)
  expect(looked).toEqual([])
})

test('[USE-5] after too many unknown tokens of a network only those of sessions are looked up', async () => {
  const { valid, looked, find } = lookups()
  valid.add(token(0))
  await find(token(0), '2001:db8::1')
  for (let n = 1; n <= 1_200; n++) await find(token(n), `2001:db8::${n.toString(16)}`)
  await expect(find(token(2_000), '2001:db8::ffff')).rejects.toThrow(expect.objectContaining({ code: 'TOO_MANY' }))
  expect(looked).not.toContain(token(2_000))
  expect(await find(token(0), '2001:db8::2')).toBe(token(0))
  expect(await find(token(2_000), '203.0.113.7')).toBe(undefined)
})

import { expect, test } from 'vitest'
import { createLineLimit } from './line-limit.ts'

test('[SHARE-16] a network sends its rate of lines without a key, after a burst of two seconds', () => {
  const clock = { now: 1_000_000 }
  const limit = createLineLimit(10, () => clock.now)
  const send = (address: string, lines: number) =>
    Array.from({ length: lines }, () => limit.takes(address)).filter(Boolean).length

  expect(limit.trouble()).toBeUndefined()
  expect([send('203.0.113.1', 30), send('203.0.113.2', 5)]).toEqual([20, 5])
  expect(limit.trouble()).toBe(
    '203.0.113.1 sends more than 10 log lines a second without a key: over UDP they are lost',
  )
  expect([limit.isFull('203.0.113.1'), limit.isFull('203.0.113.2')]).toEqual([true, false])
  clock.now += 500
  expect(send('::ffff:203.0.113.1', 30)).toBe(5)
  clock.now += 10_001
  expect(limit.trouble()).toBeUndefined()
})

test('[SHARE-16] lines that are taken beyond the rate are paid back by waiting', () => {
  const clock = { now: 1_000_000 }
  const limit = createLineLimit(10, () => clock.now)
  for (let i = 0; i < 50; i++) limit.charge('203.0.113.1')
  clock.now += 3_000
  expect(limit.isFull('203.0.113.1')).toBe(true)
  clock.now += 100
  expect(limit.isFull('203.0.113.1')).toBe(false)
})

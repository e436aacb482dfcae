import type { Org } from '@carapace/shared/core/owned'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Database } from './database.ts'
import { createGuesses } from './guesses.ts'
import { createRateLimit, createSenders, type Sender } from './senders.ts'

const org = { uuid: 'o', id: 1 } as Org

function sender(eventsPerSecond: number | null, keyUuid = 'k'): Sender {
  return { org, keyUuid, eventsPerSecond, isLicensed: true, vin: undefined }
}

/** A rate limit with a clock that the test controls. */
function limited() {
  const clock = { now: 1_000_000 }
  const limit = createRateLimit(() => clock.now)
  const send = (who: Sender, events: number): number | 'taken' => {
    try {
      limit(who, events)
      return 'taken'
    } catch (error) {
      const { code, retryAfter } = error as { code: string; retryAfter: number }
      expect(code).toBe('TOO_MANY')
      return retryAfter
    }
  }
  return { clock, send }
}

test('a key may send the events of two seconds at once, and must then wait', () => {
  const { send } = limited()
  const key = sender(100)
  expect([send(key, 100), send(key, 100), send(key, 1)]).toEqual(['taken', 'taken', 1])
})

test('a request is never cut: the excess is paid back by waiting', () => {
  const { clock, send } = limited()
  const key = sender(100)
  expect(send(key, 1_000)).toBe('taken')
  expect(send(key, 1)).toBe(8)
  clock.now += 7_999
  expect(send(key, 1)).toBe(1)
  clock.now += 2
  expect(send(key, 1)).toBe('taken')
})

test('a key that was idle for long has saved up two seconds and no more', () => {
  const { clock, send } = limited()
  const key = sender(100)
  send(key, 200)
  clock.now += 3_600_000
  expect([send(key, 200), send(key, 1)]).toEqual(['taken', 1])
})

test('a steady sender at its rate is never refused', () => {
  const { clock, send } = limited()
  const key = sender(100)
  for (let second = 0; second < 100; second++) {
    expect(send(key, 100)).toBe('taken')
    clock.now += 1_000
  }
})

test('each key has its own limit, and a key without a limit is not limited', () => {
  const { send } = limited()
  expect([send(sender(1, 'a'), 10), send(sender(1, 'b'), 10), send(sender(1, 'a'), 1)]).toEqual(['taken', 'taken', 8])
  expect([send(sender(null, 'c'), 1e9), send(sender(null, 'c'), 1e9)]).toEqual(['taken', 'taken'])
})

/** Senders whose lookups the test answers, all as unknown or as a valid key. */
function lookups() {
  const under: ((rows: object[]) => void)[] = []
  const query = { from: () => query, innerJoin: () => query, where: () => new Promise((answer) => under.push(answer)) }
  const senders = createSenders({ select: () => query } as unknown as Database, createGuesses())
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  return { senders, under, settled, answer: (rows: object[]) => (under.shift()!(rows), settled()) }
}

const valid = { uuid: 'o', id: 1, keyUuid: 'k', active: true, until: null, modules: ['MSOC'] }

test('[SHARE-15] unknown keys of a network are looked up one after the other, those of others meanwhile', async () => {
  const { senders, under, settled, answer } = lookups()
  const found = ['a', 'b', 'c'].map((key) => senders.byKey(key, '203.0.113.1'))
  void senders.byKey('d', '203.0.113.2')
  await settled()
  expect(under).toHaveLength(2)
  await answer([])
  expect(under).toHaveLength(2)
  while (under.length > 0) await answer([])
  expect(await Promise.all(found)).toEqual([undefined, undefined, undefined])
})

test('[SHARE-15] a key that was valid lately does not wait behind unknown ones', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const { senders, under, settled, answer } = lookups()
  void senders.byKey('good', '203.0.113.1')
  await settled()
  await answer([valid])
  vi.advanceTimersByTime(4_000)
  for (const key of ['a', 'b', 'good']) void senders.byKey(key, '203.0.113.1')
  await settled()
  expect(under).toHaveLength(2)
})

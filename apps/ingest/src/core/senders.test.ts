import type { Org } from '@carapace/shared/core/owned'
import { expect, test } from 'vitest'
import { createRateLimit, type Sender } from './senders.ts'

const org = { uuid: 'o', id: 1 } as Org

function sender(eventsPerSecond: number | null, keyUuid = 'k'): Sender {
  return { org, keyUuid, eventsPerSecond, vin: undefined }
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

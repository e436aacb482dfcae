import type { Subscriber } from '@carapace/shared/core/bus/bus'
import type { Org } from '@carapace/shared/core/owned'
import { topics } from '@carapace/shared/msoc/topics'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createChangeFeed } from './change-feed.ts'

// the test controls the clock of the poll; the pause between reads is a real, short one, and no test waits for it by
// time
beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

const [org, other] = [{ uuid: 'o', id: 1 } as Org, { uuid: 'p', id: 2 } as Org]

function feeding() {
  const listeners = new Map<string, (items: unknown[]) => void>()
  const bus: Subscriber = {
    subscribe(topic, listen) {
      listeners.set(topic, listen)
      return () => listeners.delete(topic)
    },
    ready: () => Promise.resolve(),
    close: () => undefined,
  }
  let gap = () => undefined as void
  const stopped = vi.fn<() => void>()
  const onError = vi.fn<(error: unknown) => void>()
  const feed = createChangeFeed(
    bus,
    topics.changes,
    (listen) => {
      gap = listen
      return stopped
    },
    onError,
  )
  const hint = (of = org) => listeners.get(topics.changes(of.uuid))?.([1])
  return { feed, hint, listeners, onError, stopped, gap: () => gap() }
}

/** A reader whose reads the test can wait for and hold up. */
function reading() {
  let calls = 0
  let at = 0
  let atMost = 0
  let gate: Promise<void> | undefined
  let called = Promise.withResolvers<void>()
  const read = async () => {
    calls += 1
    atMost = Math.max(atMost, ++at)
    called.resolve()
    called = Promise.withResolvers<void>()
    await gate
    at -= 1
  }
  const times = async (n: number) => {
    while (calls < n) await called.promise
  }
  const hold = () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    gate = promise
    return () => {
      gate = undefined
      resolve()
    }
  }
  return { read, times, hold, calls: () => calls, atMost: () => atMost }
}

test('[CHANGE-2] a hint on the bus makes every reader of that organisation read, and no other reader', async () => {
  const { feed, hint } = feeding()
  const [a, b, c] = [reading(), reading(), reading()]
  feed.follow(org, a.read)
  feed.follow(org, b.read)
  feed.follow(other, c.read)
  hint()
  await Promise.all([a.times(1), b.times(1)])
  expect(c.calls()).toBe(0)
})

test('[CHANGE-2] hints during a read cause exactly one more read, and never two at a time', async () => {
  const { feed, hint } = feeding()
  const reader = reading()
  const release = reader.hold()
  feed.follow(org, reader.read)
  hint()
  await reader.times(1)
  for (let i = 0; i < 50; i++) hint()
  expect(reader.calls()).toBe(1)
  release()
  await reader.times(2)
  expect(reader.atMost()).toBe(1)
})

test('[CHANGE-2] readers of the same data share the read of a round; the next round reads again', async () => {
  const { feed, hint } = feeding()
  let queries = 0
  const received: number[] = []
  for (const name of ['same', 'same', 'other']) {
    feed.follow(org, async (round) => {
      received.push(await round(name, async () => ++queries))
    })
  }
  await feed.catchUp(org)
  expect(received.toSorted((x, y) => x - y)).toEqual([1, 1, 2])
  hint()
  await vi.waitFor(() => expect(received).toHaveLength(6))
  expect(received.slice(3).toSorted((x, y) => x - y)).toEqual([3, 3, 4])
})

test('[CHANGE-3] a catch-up requested during a round is served by the next round', async () => {
  const { feed, hint } = feeding()
  const reader = reading()
  const release = reader.hold()
  feed.follow(org, reader.read)
  hint()
  await reader.times(1)
  const later = reading()
  feed.follow(org, later.read)
  const caughtUp = feed.catchUp(org)
  release()
  await caughtUp
  expect(later.calls()).toBe(1)
})

test('[CHANGE-3] a new reader catches up alone: readers that read before do not read again', async () => {
  const { feed } = feeding()
  const [first, second] = [reading(), reading()]
  feed.follow(org, first.read)
  await feed.catchUp(org)
  feed.follow(org, second.read)
  await feed.catchUp(org)
  expect([first.calls(), second.calls()]).toEqual([1, 1])
})

test("[CHANGE-2] a gap on the bus makes every organisation's readers read", async () => {
  const { feed, gap } = feeding()
  const [a, b] = [reading(), reading()]
  feed.follow(org, a.read)
  feed.follow(other, b.read)
  gap()
  await Promise.all([a.times(1), b.times(1)])
  expect([a.calls(), b.calls()]).toEqual([1, 1])
})

test('[CHANGE-2] changes whose message the bus lost are read two seconds later', async () => {
  const { feed } = feeding()
  const reader = reading()
  feed.follow(org, reader.read)
  vi.advanceTimersByTime(1_999)
  expect(reader.calls()).toBe(0)
  vi.advanceTimersByTime(1)
  await reader.times(1)
  expect(reader.calls()).toBe(1)
})

test('[CHANGE-2] a failed read is reported, and other readers and later reads continue', async () => {
  const { feed, hint, onError } = feeding()
  const reader = reading()
  let fails = true
  feed.follow(org, async () => {
    if (fails) throw new Error('no database')
  })
  feed.follow(org, reader.read)
  hint()
  await reader.times(1)
  fails = false
  hint()
  await reader.times(2)
  expect(onError).toHaveBeenCalledTimes(1)
})

test('[CHANGE-2] the last reader to leave ends the listening; leaving twice does not harm later readers', async () => {
  const { feed, hint, listeners } = feeding()
  const [first, second] = [reading(), reading()]
  const leave = feed.follow(org, first.read)
  leave()
  expect(listeners.size).toBe(0)
  feed.follow(org, second.read)
  leave()
  expect(listeners.size).toBe(1)
  hint()
  await second.times(1)
  vi.advanceTimersByTime(2_000)
  await second.times(2)
  expect(first.calls()).toBe(0)
})

test('[CHANGE-2] a stopped feed does not poll', () => {
  const { feed, stopped } = feeding()
  const reader = reading()
  feed.follow(org, reader.read)
  feed.stop()
  vi.advanceTimersByTime(60_000)
  expect(reader.calls()).toBe(0)
  expect(stopped).toHaveBeenCalledTimes(1)
})

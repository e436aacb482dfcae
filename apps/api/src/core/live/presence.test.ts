import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Publisher, Subscriber } from '@carapace/shared/core/bus/bus'
import { createPresence } from './presence.ts'

const [anna, ben, cleo] = [
  { uuid: 'a', name: 'Anna' },
  { uuid: 'b', name: 'Ben' },
  { uuid: 'c', name: 'Cleo' },
]

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A bus between processes; a process that is cut off neither sends nor receives. */
function bus() {
  const listeners = new Map<string, Set<(items: unknown[]) => void>>()
  return function process() {
    const state = { isCut: false, sent: 0 }
    const subscriber: Subscriber = {
      subscribe(topic, listen) {
        const ofTopic = listeners.get(topic) ?? new Set()
        const mine = (items: unknown[]) => state.isCut || listen(items)
        listeners.set(topic, ofTopic.add(mine))
        return () => ofTopic.delete(mine)
      },
      ready: () => Promise.resolve(),
      close: () => undefined,
    }
    const publisher: Publisher = {
      wanted: () => true,
      publish(topic, items) {
        state.sent += 1
        if (!state.isCut) for (const listen of listeners.get(topic) ?? []) listen(structuredClone(items) as unknown[])
      },
      close: () => undefined,
    }
    return { state, presence: createPresence(subscriber, publisher) }
  }
}

test('[GRAPH-19] each person in a program is listed once, over all processes, and only in that program', async () => {
  const process = bus()
  const [one, other] = [process(), process()]
  const here = one.presence.enter('p', anna)
  one.presence.enter('p', ben)
  one.presence.enter('q', cleo)
  const there = other.presence.enter('p', cleo)
  const again = other.presence.enter('p', anna)
  await vi.advanceTimersByTimeAsync(0)
  expect([here.everybody(), there.everybody()]).toEqual([
    [anna, ben, cleo],
    [anna, ben, cleo],
  ])
  again.leave()
  expect(here.everybody()).toEqual([anna, ben, cleo])
  there.leave()
  expect(here.everybody()).toEqual([anna, ben])
})

test('[GRAPH-19] the array stays the same until a person comes or goes', async () => {
  const process = bus()
  const [one, other] = [process(), process()]
  const here = one.presence.enter('p', anna)
  other.presence.enter('p', ben)
  await vi.advanceTimersByTimeAsync(0)
  const before = here.everybody()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(here.everybody()).toBe(before)
})

test('[GRAPH-19] people of a silent process are removed after a while, and return with its next message', async () => {
  const process = bus()
  const [one, other] = [process(), process()]
  const here = one.presence.enter('p', anna)
  other.presence.enter('p', ben)
  await vi.advanceTimersByTimeAsync(0)
  other.state.isCut = true
  await vi.advanceTimersByTimeAsync(9_000)
  expect(here.everybody()).toEqual([anna, ben])
  await vi.advanceTimersByTimeAsync(7_000)
  expect(here.everybody()).toEqual([anna])
  other.state.isCut = false
  await vi.advanceTimersByTimeAsync(5_000)
  expect(here.everybody()).toEqual([anna, ben])
})

test('[GRAPH-19] a process that stops removes its people, and sends nothing afterwards', async () => {
  const process = bus()
  const [one, other] = [process(), process()]
  const here = one.presence.enter('p', anna)
  const there = other.presence.enter('p', ben)
  await vi.advanceTimersByTimeAsync(0)
  other.presence.stop()
  expect(here.everybody()).toEqual([anna])
  const { sent } = other.state
  there.leave()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(other.state.sent).toBe(sent)
})

test('[GRAPH-19] nothing is sent about a program that nobody has open', async () => {
  const process = bus()
  const one = process()
  one.presence.enter('p', anna).leave()
  await vi.advanceTimersByTimeAsync(0)
  const { sent } = one.state
  await vi.advanceTimersByTimeAsync(60_000)
  expect(one.state.sent).toBe(sent)
})

test('[GRAPH-19] what is known of a person changes at every process, wherever they are', async () => {
  const process = bus()
  const [one, other] = [process(), process()]
  const here = one.presence.enter('p', anna)
  const there = other.presence.enter('p', ben)
  await vi.advanceTimersByTimeAsync(0)
  const busy = { ...ben, row: 14 }
  there.change(busy)
  expect([here.everybody(), there.everybody()]).toEqual([
    [anna, busy],
    [anna, busy],
  ])
  there.leave()
  expect(here.everybody()).toEqual([anna])
})

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Caller } from '../http/caller.ts'
import { fairViewers } from './fair-viewers.ts'
import type { Opened } from './viewer.ts'

beforeEach(() => void vi.useFakeTimers({ now: 0 }))
afterEach(() => void vi.useRealTimers())

const callerOf = (user: string) => ({ org: { uuid: 'alpha', id: 1 }, user: { uuid: user } }) as Caller

/** Subscriptions of which the test opens each; `begun` are those that began to open, in order. */
function subscriptions() {
  const fair = fairViewers()
  const begun: string[] = []
  const opens = new Map<string, () => void>()
  const open = (user: string, name: string, isEnded = () => false) =>
    fair.open(callerOf(user), isEnded, () => {
      begun.push(name)
      return new Promise<Opened>((resolve) => opens.set(name, () => resolve({ close: () => undefined })))
    })
  const opened = async (name: string) => {
    opens.get(name)!()
    await vi.advanceTimersByTimeAsync(0)
  }
  return { fair, open, opened, begun }
}

test('[USE-3] two subscriptions of one user are opened at a time, and those of others at once', async () => {
  const { open, opened, begun } = subscriptions()
  for (let i = 0; i < 4; i++) void open('a', `a${i}`)
  void open('b', 'b0')
  await vi.advanceTimersByTimeAsync(0)
  expect(begun).toEqual(['a0', 'a1', 'b0'])
  await opened('a0')
  expect(begun).toEqual(['a0', 'a1', 'b0', 'a2'])
})

test('[USE-3] of many, a place stays free four times as long as one took to open, and at most a second', async () => {
  const { open, opened, begun } = subscriptions()
  for (let i = 0; i < 18; i++) void open('a', `a${i}`)
  await vi.advanceTimersByTimeAsync(100)
  await opened('a0')
  await vi.advanceTimersByTimeAsync(399)
  expect(begun).toEqual(['a0', 'a1'])
  await vi.advanceTimersByTimeAsync(1)
  expect(begun).toEqual(['a0', 'a1', 'a2'])
  await vi.advanceTimersByTimeAsync(5_000)
  await opened('a1')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(begun).toEqual(['a0', 'a1', 'a2', 'a3'])
})

test('[USE-3] a user who opens up to 16 opens them one behind the other', async () => {
  const { open, opened, begun } = subscriptions()
  for (let i = 0; i < 16; i++) void open('a', `a${i}`)
  for (let i = 0; i < 14; i++) {
    await vi.advanceTimersByTimeAsync(100)
    await opened(`a${i}`)
    expect(begun).toHaveLength(i + 3)
  }
})

test('[USE-3] one that was ended while it waited is not opened', async () => {
  const { open, opened, begun } = subscriptions()
  for (const name of ['a0', 'a1']) void open('a', name)
  void open('a', 'ended', () => true)
  void open('a', 'a2')
  await vi.advanceTimersByTimeAsync(0)
  await opened('a0')
  await vi.advanceTimersByTimeAsync(10)
  expect(begun).toEqual(['a0', 'a1', 'a2'])
})

test('[USE-3] after 300 frames of one user in a second its sockets pause until the next one', () => {
  const { fair } = subscriptions()
  vi.advanceTimersByTime(250)
  const pauses = Array.from({ length: 300 }, () => fair.pauseAfterFrame(callerOf('a')))
  expect(pauses.slice(0, 299).every((ms) => ms === 0)).toBe(true)
  expect(pauses[299]).toBe(750)
  expect(fair.pauseAfterFrame(callerOf('b'))).toBe(0)
  vi.advanceTimersByTime(750)
  expect(fair.pauseAfterFrame(callerOf('a'))).toBe(0)
})

import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { heldRefusals } from './held-refusals.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Refusals under way; those that were released are in `released`, by number. */
function refusals() {
  const hold = heldRefusals()
  const released: number[] = []
  const responses: EventEmitter[] = []
  const refuse = () => {
    const number = responses.push(new EventEmitter())
    void hold(responses[number - 1] as ServerResponse).then(() => released.push(number))
  }
  return { refuse, released, close: (number: number) => responses[number - 1]!.emit('close') }
}

test('[USE-6] a refusal is held back for a second', async () => {
  const { refuse, released } = refusals()
  refuse()
  await vi.advanceTimersByTimeAsync(999)
  expect(released).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(released).toEqual([1])
})

test('[SHARE-19] at most 2,000 refusals are held back, and none whose caller has gone', async () => {
  const { refuse, released, close } = refusals()
  for (let i = 0; i < 2_001; i++) refuse()
  await vi.advanceTimersByTimeAsync(0)
  expect(released).toEqual([2_001])
  close(1)
  await vi.advanceTimersByTimeAsync(0)
  refuse()
  await vi.advanceTimersByTimeAsync(0)
  expect(released).toEqual([2_001, 1])
})

import type postgres from 'postgres'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { accountedTo } from './account-of-work.ts'
import { fairClient } from './fair-client.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A query under way whose caller can go; the test ends it. */
async function underWay() {
  const { promise, resolve } = Promise.withResolvers<object[]>()
  const cancel = vi.fn<() => void>()
  const client = { options: {}, unsafe: () => Object.assign(promise, { cancel }) } as unknown as postgres.Sql
  const gone = new AbortController()
  const answer = accountedTo({ org: 'alpha', user: 'a', signal: gone.signal }, async () =>
    fairClient(client).unsafe('SELECT 1'),
  )
  await vi.advanceTimersByTimeAsync(0)
  return { cancel, gone, answer, end: () => resolve([{ one: 1 }]) }
}

test('[USE-2] a query whose caller goes is cancelled once it ran for 250 ms, and not if it ends before', async () => {
  const [slow, quick] = [await underWay(), await underWay()]
  for (const { gone } of [slow, quick]) gone.abort()
  await vi.advanceTimersByTimeAsync(249)
  quick.end()
  expect(await quick.answer).toEqual([{ one: 1 }])
  expect(slow.cancel).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect([slow.cancel.mock.calls.length, quick.cancel.mock.calls.length]).toEqual([1, 0])
})

test('[USE-2] a query that ran for longer is cancelled as soon as its caller goes', async () => {
  const { cancel, gone } = await underWay()
  await vi.advanceTimersByTimeAsync(1_000)
  gone.abort()
  await vi.advanceTimersByTimeAsync(0)
  expect(cancel).toHaveBeenCalledTimes(1)
})

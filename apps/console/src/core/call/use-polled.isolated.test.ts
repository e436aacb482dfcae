import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

// without a window the library takes this for a server, and does not repeat requests
vi.hoisted(() => vi.stubGlobal('window', globalThis))
vi.mock('./call.ts', () => ({ call: vi.fn<() => void>(), messageOf: String }))
vi.mock('../session/session.ts', () => ({ session: { subscribe: () => undefined } }))
vi.mock('../live/live.ts', () => ({ liveStatus: { subscribe: () => undefined } }))

const { queryClient } = await import('./query.ts')
const { polledQuery, requestNow } = await import('./use-polled.ts')

const everyMs = 30_000
const key = ['figures']

/** A component that shows polled data, and the times of its requests since it began, s. */
function polling(request: () => Promise<number>) {
  const from = Date.now()
  const sentAt: number[] = []
  const observer = new QueryObserver(
    queryClient,
    polledQuery(
      key,
      () => {
        sentAt.push((Date.now() - from) / 1_000)
        return request()
      },
      { everyMs },
    ),
  )
  return { sentAt, leave: observer.subscribe(() => undefined), now: () => observer.getCurrentResult() }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  queryClient.clear()
  vi.useRealTimers()
})

test('[DASHBOARD-UI-3] polled data is requested every 30 s', async () => {
  const { sentAt, leave } = polling(() => Promise.resolve(1))
  await vi.advanceTimersByTimeAsync(65_000)
  expect(sentAt).toEqual([0, 30, 60])
  leave()
})

test('[DASHBOARD-UI-4] a failed request is sent again after 2 s, 4 s and so on, at its own pace at last', async () => {
  const { sentAt, leave } = polling(() => Promise.reject(new Error('away')))
  await vi.advanceTimersByTimeAsync(100_000)
  expect(sentAt).toEqual([0, 2, 6, 14, 30, 60, 90])
  leave()
})

test('[DASHBOARD-UI-4] the known data stays while a newer answer fails, and the error until one succeeds', async () => {
  let isAway = false
  const { now, leave } = polling(() => (isAway ? Promise.reject(new Error('away')) : Promise.resolve(1)))
  await vi.advanceTimersByTimeAsync(1_000)
  isAway = true
  await vi.advanceTimersByTimeAsync(40_000)
  expect(now()).toMatchObject({ data: 1, failureReason: new Error('away') })
  isAway = false
  await vi.advanceTimersByTimeAsync(10_000)
  expect(now()).toMatchObject({ data: 1, failureReason: null })
  leave()
})

test('[DASHBOARD-UI-3] when the connection is back one request for all is sent at once', async () => {
  let isAway = true
  const { sentAt, now, leave } = polling(() => (isAway ? Promise.reject(new Error('away')) : Promise.resolve(1)))
  await vi.advanceTimersByTimeAsync(10_000)
  isAway = false
  void requestNow(key)
  void requestNow(key)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(sentAt).toEqual([0, 2, 6, 10])
  expect(now()).toMatchObject({ data: 1, failureReason: null })
  leave()
})

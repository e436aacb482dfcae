import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { scriptInMemory, untilLoaded } from './until-loaded.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('[MAP-UI-62] a failed load is retried, at growing intervals, until it succeeds', async () => {
  const attempts: number[] = []
  const began = Date.now()
  const load = vi.fn(async () => {
    attempts.push((Date.now() - began) / 1_000)
    if (attempts.length < 8) throw new Error('away')
    return 'here'
  })
  const failed = vi.fn()
  const loaded = untilLoaded(load, failed)
  await vi.runAllTimersAsync()
  expect(await loaded).toBe('here')
  expect(attempts).toEqual([0, 1, 3, 7, 15, 31, 61, 91])
  expect(failed).toHaveBeenCalledTimes(7)
})

test('[MAP-UI-62] a script from a proxy, sent while the server is away, is rejected', async () => {
  const replies = [new Response('Bad gateway', { status: 502 }), new Response('self.ready = true')]
  vi.stubGlobal('fetch', async () => replies.shift())
  const warned = vi.spyOn(console, 'warn').mockReturnValue()
  const loaded = scriptInMemory('/assets/worker.mjs')
  await vi.runAllTimersAsync()
  expect(await loaded).toMatch(/^blob:/)
  expect(replies).toEqual([])
  expect(String(warned.mock.calls[0])).toContain('502')
})

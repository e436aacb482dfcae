import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { paced } from './pace.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

test('[MAP-UI-37] the first change is drawn at once, further changes together at the end of the interval', () => {
  const run = vi.fn()
  const { schedule } = paced(200, run)
  schedule()
  expect(run).toHaveBeenCalledTimes(1)
  for (let n = 0; n < 10; n++) schedule()
  vi.advanceTimersByTime(199)
  expect(run).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(1)
  expect(run).toHaveBeenCalledTimes(2)
})

test('[MAP-UI-37] nothing is drawn after the end', () => {
  const run = vi.fn()
  const { schedule, stop } = paced(200, run)
  schedule()
  schedule()
  stop()
  vi.advanceTimersByTime(1_000)
  expect(run).toHaveBeenCalledTimes(1)
})

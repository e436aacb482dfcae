import { Subject } from 'rxjs'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { whenToCount } from './histogram-refresh.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function counting(moves: boolean) {
  const changes = new Subject<void>()
  const counted = vi.fn<() => void>()
  whenToCount(changes, moves).subscribe(counted)
  vi.advanceTimersByTime(150)
  return { changes, counted }
}

test('[QUEUE-64] many changes trigger one count in five seconds, including the last change', () => {
  const { changes, counted } = counting(false)
  expect(counted).toHaveBeenCalledTimes(1)
  for (let second = 0; second < 10; second++) {
    changes.next()
    vi.advanceTimersByTime(1_000)
  }
  expect(counted).toHaveBeenCalledTimes(3)
  vi.advanceTimersByTime(5_000)
  const settled = counted.mock.calls.length
  vi.advanceTimersByTime(60_000)
  expect(counted).toHaveBeenCalledTimes(settled)
})

test('[QUEUE-64] a moving window is counted each minute, a fixed window is not', () => {
  const [live, fixed] = [counting(true), counting(false)]
  vi.advanceTimersByTime(120_000)
  expect([live.counted.mock.calls.length, fixed.counted.mock.calls.length]).toEqual([3, 1])
})

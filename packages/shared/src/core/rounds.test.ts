import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { inRounds } from './rounds.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Rounds that last until `finish` is called, and the times at which they began, in ms. */
function world() {
  const began: number[] = []
  let finish: (problem?: Error) => void = () => undefined
  const start = Date.now()
  const onError = vi.fn()
  const rounds = inRounds(
    30_000,
    () => {
      began.push(Date.now() - start)
      return new Promise((resolve, reject) => (finish = (problem) => (problem ? reject(problem) : resolve())))
    },
    onError,
  )
  const finishRound = async (problem?: Error) => {
    finish(problem)
    await vi.advanceTimersByTimeAsync(0)
  }
  return { rounds, began, onError, finishRound }
}

test('without a wake a round begins a pause after the previous one, also if that failed', async () => {
  const { rounds, began, onError, finishRound } = world()
  rounds.start()
  await finishRound(new Error('away'))
  expect(onError).toHaveBeenCalledOnce()
  await vi.advanceTimersByTimeAsync(30_000)
  expect(began).toEqual([0, 30_000])
})

test('a wake starts a round after a short rest; many wakes start only one', async () => {
  const { rounds, began, finishRound } = world()
  rounds.start()
  await finishRound()
  await vi.advanceTimersByTimeAsync(5_000)
  rounds.wake()
  await vi.advanceTimersByTimeAsync(60)
  rounds.wake()
  await vi.advanceTimersByTimeAsync(40)
  expect(began).toEqual([0, 5_100])
  await finishRound()
  await vi.advanceTimersByTimeAsync(29_999)
  expect(began).toHaveLength(2)
})

test('a wake during a round causes one more round after it', async () => {
  const { rounds, began, finishRound } = world()
  rounds.start()
  rounds.wake()
  rounds.wake()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(began).toEqual([0])
  await finishRound()
  await vi.advanceTimersByTimeAsync(100)
  expect(began).toEqual([0, 1_100])
})

test('no round begins before the start, or after the end', async () => {
  const { rounds, began, finishRound } = world()
  rounds.wake()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(began).toEqual([])
  rounds.start()
  rounds.wake()
  const stopped = rounds.stop()
  await finishRound()
  await stopped
  rounds.wake()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(began).toHaveLength(1)
})

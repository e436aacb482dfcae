import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { rateHz, startTurns } from './turns.ts'
import type { Viewer } from './viewer.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function viewer(onTurn: () => void = () => undefined) {
  const turn = vi.fn<() => void>(onTurn)
  return { turn, viewer: { turn } as unknown as Viewer }
}

test('[LIVE-5] every viewer has its turn five times a second', () => {
  const turns = startTurns()
  const viewers = Array.from({ length: 50 }, () => viewer())
  for (const one of viewers) turns.add(one.viewer)
  vi.advanceTimersByTime(10_000)
  for (const { turn } of viewers) expect(turn).toHaveBeenCalledTimes(10 * rateHz)
  turns.stop()
})

test('[LIVE-5] the turns of many viewers are spread evenly over a round', () => {
  const turns = startTurns()
  let now = 0
  const perTick: number[] = []
  for (let i = 0; i < 100; i++) turns.add(viewer(() => (perTick[now] = (perTick[now] ?? 0) + 1)).viewer)
  for (; now < 20; now++) vi.advanceTimersByTime(10)
  expect(perTick).toEqual(Array.from({ length: 20 }, () => 5))
  turns.stop()
})

test('[LIVE-5] a viewer that left has no turn, and its slot is given to the next viewer', () => {
  const turns = startTurns()
  const [gone, stays] = [viewer(), viewer()]
  turns.add(gone.viewer)
  turns.add(stays.viewer)
  turns.remove(gone.viewer)
  vi.advanceTimersByTime(1_000)
  expect([gone.turn.mock.calls.length, stays.turn.mock.calls.length]).toEqual([0, 5])
  turns.stop()
  vi.advanceTimersByTime(1_000)
  expect(stays.turn).toHaveBeenCalledTimes(5)
})

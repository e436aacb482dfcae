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
  for (const one of viewers) turns.add(one.viewer, 'a')
  vi.advanceTimersByTime(10_000)
  for (const { turn } of viewers) expect(turn).toHaveBeenCalledTimes(10 * rateHz)
  turns.stop()
})

test('[LIVE-5] the turns of many viewers are spread evenly over a round', () => {
  const turns = startTurns()
  let now = 0
  const perTick: number[] = []
  for (let i = 0; i < 100; i++) turns.add(viewer(() => (perTick[now] = (perTick[now] ?? 0) + 1)).viewer, 'a')
  for (; now < 20; now++) vi.advanceTimersByTime(10)
  expect(perTick).toEqual(Array.from({ length: 20 }, () => 5))
  turns.stop()
})

test('[LIVE-5] a viewer that left has no turn, and its slot is given to the next viewer', () => {
  const turns = startTurns()
  const [gone, stays] = [viewer(), viewer()]
  turns.add(gone.viewer, 'a')
  turns.add(stays.viewer, 'a')
  turns.remove(gone.viewer)
  vi.advanceTimersByTime(1_000)
  expect([gone.turn.mock.calls.length, stays.turn.mock.calls.length]).toEqual([0, 5])
  turns.stop()
  vi.advanceTimersByTime(1_000)
  expect(stays.turn).toHaveBeenCalledTimes(5)
})

test('[USE-3] a user whose turns take long has a fifth of the time, by turns, and others have all of theirs', () => {
  let now = 0
  const turns = startTurns(() => now)
  const slow = Array.from({ length: 4 }, () => viewer(() => (now += 20)))
  const other = viewer()
  for (const one of slow) turns.add(one.viewer, 'slow')
  turns.add(other.viewer, 'other')
  for (const end = 4_000; now < end; now += 10) vi.advanceTimersByTime(10)
  const counts = slow.map(({ turn }) => turn.mock.calls.length)
  expect(counts.reduce((sum, count) => sum + count) * 20).toBeLessThanOrEqual(4_000 / 5 + 20)
  expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1)
  expect(other.turn.mock.calls.length).toBeGreaterThan(15)
  turns.stop()
})

import type { CanFrame } from '@carapace/shared/msoc/can/frame'
import { columnsOf } from '@carapace/shared/msoc/can/frame-columns'
import { expect, test } from 'vitest'
import { bitsOf, createBusLoad } from './bus-load.ts'
import { cycle, storeOf, together } from './frames.fixture.ts'
import { createTally, cycleOf, intervalsOf, mostIntervals } from './tally.ts'

function tallied(...senders: readonly (readonly CanFrame[])[]) {
  const store = storeOf(together(...senders))
  const tally = createTally(store, 0)
  tally.advance(store.end(), Infinity)
  return { store, tally, count: (key: number) => tally.counts[store.slotOf(0, key)!]! }
}

test('[ANALYZER-10] the rate covers the last two seconds, not all frames', () => {
  const { tally, count } = tallied(cycle(0x100, 100, 100), cycle(0x100, 10, 400, undefined, 10_000))
  expect(tally.hz(count(0x100))).toBeCloseTo(100, 0)
})

test('[ANALYZER-10] a slow id has the rate of its cycle, and a lower rate as it becomes silent', () => {
  const slow = cycle(0x200, 2_000, 10)
  const steady = tallied(slow, cycle(0x100, 10, 1_801))
  expect(steady.tally.hz(steady.count(0x200))).toBeCloseTo(0.5)
  const silent = tallied(slow, cycle(0x100, 10, 3_601))
  expect(silent.tally.hz(silent.count(0x200))).toBeCloseTo(9 / 34, 2)
})

test('[ANALYZER-11] period and jitter use the last times between frames, oldest first', () => {
  const { count } = tallied(cycle(0x100, 10, 50), cycle(0x100, 20, 10, undefined, 510))
  const intervals = intervalsOf(count(0x100))
  expect(intervals).toHaveLength(mostIntervals)
  expect(intervals.slice(-11)).toEqual(Float32Array.of(10, ...Array<number>(10).fill(20)))
  expect(cycleOf(Float32Array.of(10, 20))).toEqual({ period: 15, jitter: 5 })
  expect(cycleOf(Float32Array.of(10))).toBeUndefined()
})

test('[ANALYZER-12] removed frames no longer count, and an id without frames is removed', () => {
  const { store, tally } = tallied(cycle(0x100, 10, 10), cycle(0x200, 10, 10, undefined, 1_000))
  tally.forget(15)
  store.forget(15)
  expect(tally.counts.map((count) => count?.frames)).toEqual([undefined, 5])
})

test('[ANALYZER-5] a tally in slices equals a tally at once', () => {
  const store = storeOf(together(cycle(0x100, 7, 500), cycle(0x200, 13, 300)))
  const [slices, once] = [createTally(store, 0), createTally(store, 0)]
  while (!slices.advance(store.end(), 37)) expect(slices.upTo() % 37).toBe(0)
  once.advance(store.end(), Infinity)
  expect(slices.counts).toEqual(once.counts)
})

test('[ANALYZER-16] a bus without pauses is full, and steps grow with time', () => {
  const load = createBusLoad()
  const bits = bitsOf(0, 8)
  for (let i = 0; i < 40_000; i++) load.add(0, (i * bits) / 500, bits)
  const { share, from } = load.shares(undefined)
  expect(from).toBe(0)
  expect(share.length).toBeLessThanOrEqual(480)
  expect(Math.min(...share.slice(0, -1))).toBeGreaterThan(0.97)

  load.add(1, 86_400_000, bits)
  expect(load.shares(0).share.length).toBeLessThanOrEqual(480)
  expect(load.shares(0).step * load.shares(0).share.length).toBeGreaterThanOrEqual(86_400_000)
})

test('[ANALYZER-16] FD payloads are sent four times as fast', () => {
  expect(bitsOf(2, 64)).toBeLessThan(bitsOf(0, 8) * 2.2)
  expect(bitsOf(0, 8)).toBeGreaterThan(111)
  expect(bitsOf(0, 8)).toBeLessThan(135)
  expect(bitsOf(1, 8)).toBeGreaterThan(bitsOf(0, 8))
})

test('[ANALYZER-3] load steps before the window are removed', () => {
  const load = createBusLoad()
  for (let ts = 0; ts < 200_000; ts += 10) load.add(0, ts, 100)
  load.forget(150_000)
  expect(load.shares(0).from).toBeGreaterThan(149_000)
  expect(load.shares(0).share.length * load.shares(0).step).toBeLessThan(52_000)
})

test('[ANALYZER-1] columns without frames make an empty store', () => {
  const store = storeOf(columnsOf([]))
  expect([store.first(), store.end(), store.latest()]).toEqual([0, 0, undefined])
})

import { columnsOf } from '@carapace/shared/msoc/can/frame-columns'
import { expect, test } from 'vitest'
import { chunkFrames, createFrameStore } from './frame-store.ts'
import { cycle, frame, storeOf } from './frames.fixture.ts'

const times = (store: ReturnType<typeof createFrameStore>) =>
  Array.from({ length: store.end() - store.first() }, (_, i) => store.ts(store.first() + i))

test('[ANALYZER-1] frames keep their numbers while older ones are removed, across chunks', () => {
  const count = 2 * chunkFrames + 100
  const store = storeOf(columnsOf(cycle(0x100, 1, count, (i) => [i & 255, (i >> 8) & 255])))
  store.forget(chunkFrames + 7)
  expect([store.first(), store.end()]).toEqual([chunkFrames + 7, count])
  expect(store.ts(2 * chunkFrames)).toBe(2 * chunkFrames)
  expect([...store.data(chunkFrames + 7)]).toEqual([(chunkFrames + 7) & 255, (chunkFrames + 7) >> 8])
  expect(store.before(chunkFrames + 8)).toBe(chunkFrames + 7)
  expect(store.before(chunkFrames + 7)).toBeUndefined()
  expect(store.slots[0]!.kept).toBe(count - chunkFrames - 7)
})

test('[ANALYZER-1] an id of 11 bits, the same id of 29 bits, and the same id on another bus are distinct', () => {
  const store = storeOf(columnsOf([frame(1), frame(2, { flags: 1 }), frame(3, { bus: 'can1' }), frame(4)]))
  expect(store.slots).toHaveLength(3)
  expect(store.before(3)).toBe(0)
  expect(store.before(2)).toBeUndefined()
})

test('[ANALYZER-1] a long payload between short ones leaves them unchanged', () => {
  const long = Array.from({ length: 64 }, (_, i) => i)
  const store = storeOf(
    columnsOf([frame(1, { bytes: [1, 2] }), frame(2, { bytes: long, flags: 2 }), frame(3, { bytes: [3] })]),
  )
  expect([0, 1, 2].map((n) => [...store.data(n)])).toEqual([[1, 2], long, [3]])
  expect(store.columns(0, 3)).toMatchObject({ length: 3, at: Uint32Array.of(0, 2, 66, 67) })
})

test('[ANALYZER-2] a late frame is inserted at its position, also across the border of two chunks', () => {
  const store = createFrameStore()
  store.append(columnsOf(cycle(0x100, 10, chunkFrames, (i) => [i & 255])))
  expect(
    store.append(columnsOf([frame((chunkFrames - 2) * 10 + 5, { id: 0x200, bytes: [9, 9, 9, 9, 9, 9, 9, 9, 9] })])),
  ).toEqual([])
  store.settle(Infinity, Infinity)
  expect(times(store).slice(-3)).toEqual([(chunkFrames - 2) * 10, (chunkFrames - 2) * 10 + 5, (chunkFrames - 1) * 10])
  expect([...store.data(chunkFrames)]).toEqual([(chunkFrames - 1) & 255])
  expect(store.before(chunkFrames)).toBe(chunkFrames - 2)
})

test('[ANALYZER-2] frames that arrive after their time has settled are returned', () => {
  const store = createFrameStore()
  store.append(columnsOf([frame(10), frame(20), frame(30)]))
  expect(store.settle(25, Infinity)).toBe(true)
  expect(store.append(columnsOf([frame(15), frame(22), frame(40)]))).toEqual([0])
  store.settle(Infinity, Infinity)
  expect(times(store)).toEqual([10, 20, 22, 30, 40])
})

test('[ANALYZER-1] a time is found among frames, some with equal times', () => {
  const store = storeOf(columnsOf([10, 20, 20, 30].map((ts) => frame(ts))))
  expect([0, 10, 15, 20, 30, 31].map((time) => store.at(time))).toEqual([0, 0, 1, 1, 3, 4])
})

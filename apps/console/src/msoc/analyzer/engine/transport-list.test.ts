import { expect, test } from 'vitest'
import { frame, storeOf, together } from './frames.fixture.ts'
import { createTransportList } from './transport-list.ts'

test('[ANALYZER-40] messages from before a pair was recognised stand where they were sent', () => {
  const session = [0x02, 0x10, 0x03, 0, 0, 0, 0, 0]
  const done = [0x06, 0x50, 0x03, 0, 0x32, 1, 0xf4, 0]
  const frames = together(
    [0, 100].map((ts) => frame(ts, { id: 0x6f1, bytes: session })),
    [1, 101].map((ts) => frame(ts, { id: 0x612, bytes: done })),
    [frame(50, { id: 0x7e0, bytes: [0x02, 0x3e, 0x00] })],
  )
  const list = createTransportList(storeOf(frames), 0)
  list.advance(Infinity, 5)
  expect(list.rows(0, 10).rows.map(({ ts, key }) => [ts, key])).toEqual([
    [0, 0x6f1],
    [1, 0x612],
    [50, 0x7e0],
    [100, 0x6f1],
    [101, 0x612],
  ])
})

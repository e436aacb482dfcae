import { describe, expect, test } from 'vitest'
import { startWatch, type TileNews, type TileWatch, watched } from './tile-watch.ts'

const after = (...news: (readonly [TileNews['kind'], number])[]): TileWatch =>
  news.reduce((watch, [kind, at]) => watched(watch, { kind, at }), startWatch(0))
const errors = (count: number, at: number) => Array.from({ length: count }, () => ['error', at] as const)

describe('a tile source', () => {
  test('[MAP-UI-5] gets four seconds', () => {
    expect(after(['tick', 3_999]).phase).toBe('waiting')
    expect(after(['tick', 4_000]).phase).toBe('given-up')
  })

  test('[MAP-UI-5] that has answered is not given up when it is quiet', () => {
    expect(after(['tile', 3_000], ['tick', 60_000]).phase).toBe('answering')
  })

  test('[MAP-UI-6] that fails three times before its first tile is given up', () => {
    expect(after(...errors(2, 100)).phase).toBe('waiting')
    expect(after(...errors(3, 100)).phase).toBe('given-up')
  })

  test('[MAP-UI-7] may sometimes fail after it has answered', () => {
    expect(after(['tile', 1], ...errors(11, 2), ['tile', 3], ...errors(11, 4)).phase).toBe('answering')
    expect(after(['tile', 1], ...errors(12, 2)).phase).toBe('given-up')
  })

  test('[MAP-UI-8] is tried again after five minutes', () => {
    const givenUp = after(['tick', 4_000])
    expect(watched(givenUp, { kind: 'tick', at: 303_999 }).phase).toBe('given-up')
    expect(watched(givenUp, { kind: 'tick', at: 304_000 })).toEqual({ phase: 'waiting', since: 304_000, errors: 0 })
  })

  test('[MAP-UI-8] a late tile of a source that was given up changes nothing', () => {
    expect(after(['tick', 4_000], ['tile', 4_100]).phase).toBe('given-up')
  })

  test('an event without a change returns the same watch', () => {
    const watch = after(['tile', 1])
    expect(watched(watch, { kind: 'tick', at: 2 })).toBe(watch)
  })
})

import { expect, test, vi } from 'vitest'
import { batchRows, type ColumnBatch } from './columns.ts'
import type { AnyMessage, LiveMessage, Wanted } from './messages.ts'
import { batchMs, capacity, createOutbox, credit } from './outbox.ts'
import type { RowPlan } from './rows.ts'

const wanted = (over: Partial<Wanted>): Wanted => ({ channel: 'c', delivery: 'event', params: {}, raw: false, ...over })
const changes = (seq: number, ...data: unknown[]): LiveMessage => ({ op: 'changes', seq, data })
const snapshot = (seq: number): LiveMessage => ({ op: 'snapshot', epoch: 'e', seq, data: {} })

function boxed(over: Partial<Wanted> = {}) {
  const clock = { now: 1_000 }
  const posts: (readonly AnyMessage[])[] = []
  const outlets = { park: vi.fn(), unpark: vi.fn(), shed: vi.fn(), wake: vi.fn() }
  const outbox = createOutbox({ post: (_id, messages) => posts.push(messages), now: () => clock.now, ...outlets })
  outbox.open(1, wanted(over))
  return { clock, posts, outbox, ...outlets }
}

test('[SOCKET-8] the first message is posted at once, the next ones together after 50 ms', () => {
  const { clock, posts, outbox, wake } = boxed()
  outbox.put(1, snapshot(1))
  outbox.put(1, changes(2, 'a'))
  outbox.put(1, changes(4, 'b', 'c'))
  expect(posts).toEqual([[snapshot(1)]])
  expect(wake).toHaveBeenLastCalledWith(batchMs)

  clock.now += batchMs
  outbox.flush()
  expect(posts[1]).toEqual([changes(4, 'a', 'b', 'c')])
})

test('[SOCKET-8] a raw subscription gets each frame as it arrives', () => {
  const { posts, outbox } = boxed({ raw: true, delivery: 'state' })
  outbox.put(1, snapshot(1))
  outbox.put(1, changes(2, 'a'))
  outbox.put(1, changes(3, 'b'))
  expect(posts).toEqual([[snapshot(1)], [changes(2, 'a')], [changes(3, 'b')]])
})

test('[SOCKET-8] a snapshot replaces the changes that waited before it', () => {
  const { clock, posts, outbox } = boxed()
  outbox.put(1, changes(2, 'a'))
  outbox.put(1, changes(3, 'old'))
  outbox.put(1, snapshot(9))
  outbox.put(1, changes(10, 'new'))
  clock.now += batchMs
  outbox.flush()
  expect(posts[1]).toEqual([snapshot(9), changes(10, 'new')])
})

test('[SOCKET-9] without credit nothing is posted until the page takes a post', () => {
  const { posts, outbox } = boxed({ raw: true })
  for (let seq = 1; seq <= credit + 2; seq += 1) outbox.put(1, changes(seq, seq))
  expect(posts).toHaveLength(credit)
  outbox.taken(1)
  expect(posts[credit]).toEqual([changes(credit + 2, credit + 1, credit + 2)])
})

test('[SOCKET-9] a firehose drops its oldest changes and reports how many', () => {
  const { posts, outbox, shed } = boxed({ raw: true, delivery: 'firehose' })
  for (let seq = 1; seq <= credit; seq += 1) outbox.put(1, changes(seq, seq))
  outbox.put(1, changes(9, ...Array.from({ length: capacity + 1 }, (_, n) => n)))
  outbox.taken(1)
  const dropped = capacity / 2 + 1
  expect(shed).toHaveBeenCalledExactlyOnceWith(dropped)
  expect(posts[credit]?.[0]).toEqual({ op: 'gap', dropped })
  expect(posts[credit]?.[1]).toMatchObject({ op: 'changes', data: { length: capacity / 2 } })
})

test("[SOCKET-9] an event channel is parked at the page's position, and unparked when the page has taken all", () => {
  const { posts, outbox, park, unpark } = boxed({ raw: true })
  outbox.put(1, snapshot(5))
  for (let seq = 6; seq < 5 + credit; seq += 1) outbox.put(1, changes(seq, seq))
  outbox.put(1, changes(900, ...Array.from({ length: capacity + 1 }, (_, n) => n)))
  expect(park).toHaveBeenCalledExactlyOnceWith(1, { epoch: 'e', seq: 4 + credit })

  outbox.put(1, changes(901, 'still under way'))
  for (let n = 0; n < credit; n += 1) {
    expect(unpark).not.toHaveBeenCalled()
    outbox.taken(1)
  }
  expect(unpark).toHaveBeenCalledExactlyOnceWith(1)
  expect(posts).toHaveLength(credit)
})

const plan = { list: 'cars', entry: 'car', gone: 'gone', key: 'id', values: ['x'], texts: [], part: 5_000 }
const moved = (id: number, x: number) => ({ car: { id, x } })

test('[SOCKET-10] columns come after their snapshot, in batches while there is credit', () => {
  const { posts, outbox } = boxed({ raw: true, delivery: 'state', columns: plan })
  outbox.put(1, {
    op: 'snapshot',
    epoch: 'e',
    seq: 1,
    data: { cars: Array.from({ length: batchRows * (credit + 1) }, (_, id) => ({ id, x: 0 })), bubbles: [] },
  })
  expect(posts).toHaveLength(credit)
  expect(posts[0]).toMatchObject([
    { op: 'snapshot', data: { cars: [], bubbles: [] } },
    { op: 'columns', slots: { length: batchRows } },
  ])
  expect(posts[1]).toMatchObject([{ op: 'columns', slots: { length: batchRows } }])
  outbox.taken(1)
  expect(posts).toHaveLength(credit + 1)
})

test('[SOCKET-10] a page that takes nothing costs one copy of each entry, and later gets the latest', () => {
  const { posts, outbox, park } = boxed({ raw: true, delivery: 'state', columns: plan })
  for (let second = 0; second < 100; second++)
    outbox.put(1, changes(second, ...Array.from({ length: 1_000 }, (_, id) => moved(id, second))))
  expect(posts).toHaveLength(credit)
  expect(park).not.toHaveBeenCalled()
  outbox.taken(1)
  const [batch] = posts[credit] as [ColumnBatch]
  expect(batch.slots).toHaveLength(1_000)
  expect(new Set(batch.values)).toEqual(new Set([99]))
})

const rowPlan = {
  list: 'rows',
  columns: { n: { as: 'number', of: 'n' }, start: { as: 'start' } },
  bytes: 'data',
} as const satisfies RowPlan
const rowOf = (n: number) => ({ n, data: '00' })

test('[SOCKET-12] the rows of a snapshot follow it as a batch of their own, those of changes follow the gap', () => {
  const { clock, posts, outbox } = boxed({ delivery: 'firehose', rows: rowPlan })
  outbox.put(1, { op: 'gap', dropped: 1 })
  outbox.put(1, { op: 'snapshot', epoch: 'e', seq: 1, data: { rows: [rowOf(1), rowOf(2)], other: 5 } })
  outbox.put(1, { op: 'gap', dropped: 7 })
  outbox.put(1, changes(2, rowOf(3)))
  outbox.put(1, changes(3, rowOf(4)))
  clock.now += batchMs
  outbox.flush()
  expect(posts[1]).toMatchObject([
    { op: 'snapshot', data: { rows: [], other: 5 } },
    { op: 'rows', of: 'snapshot', length: 2, columns: { n: Uint32Array.of(1, 2) } },
    { op: 'gap', dropped: 7 },
    { op: 'rows', of: 'changes', length: 2, columns: { n: Uint32Array.of(3, 4) } },
  ])
})

test('[SOCKET-12] rows wait, are dropped and are counted as other changes are', () => {
  const { posts, outbox, shed } = boxed({ raw: true, delivery: 'firehose', rows: rowPlan })
  for (let n = 0; n < credit; n += 1) outbox.put(1, changes(n, rowOf(n)))
  outbox.put(1, changes(9, ...Array.from({ length: capacity + 1 }, (_, n) => rowOf(n))))
  outbox.taken(1)
  expect(shed).toHaveBeenCalledWith(capacity / 2 + 1)
  expect(posts[credit]).toMatchObject([
    { op: 'gap', dropped: capacity / 2 + 1 },
    { op: 'rows', length: capacity / 2 },
  ])
})

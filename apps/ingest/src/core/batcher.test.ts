import { expect, onTestFinished, test, vi } from 'vitest'
import { type Batch, createBatcher, type Stages } from './batcher.ts'

/** A batcher whose commits the test completes one by one. */
function gated(chunksHaveOwners = false) {
  const begun: (Batch<string, string> & { done: () => void; fail: (error: Error) => void })[] = []
  let arrived = Promise.withResolvers<void>()
  const stages: Stages<string, string, string> = {
    prepare(chunks) {
      if (chunks.includes('unprepared')) throw new Error('it cannot be prepared')
      return `${chunks.join(' ')} prepared`
    },
    commit(batch) {
      const gate = Promise.withResolvers<string[]>()
      const done = () => gate.resolve(batch.chunks.map((chunk) => `${chunk} stored`))
      begun.push({ ...batch, done, fail: gate.reject })
      arrived.resolve()
      arrived = Promise.withResolvers<void>()
      return gate.promise
    },
  }
  // 'alpha:1' is a chunk of Alpha
  const orgOf = (chunk: string) => chunk.split(':')[0]!
  const order = chunksHaveOwners ? { ownerOf: orgOf, laneOf: orgOf } : { ownerOf: () => 'one', laneOf: () => 'one' }
  const batcher = createBatcher<string, string, string>(stages, order)
  const commit = async (n: number) => {
    while (begun.length <= n) await arrived.promise
    return begun[n]!
  }
  return {
    submit: (chunk: string, rows: number) => batcher.submit(chunk, rows),
    drain: () => batcher.drain(),
    begun,
    commit,
  }
}

test('chunks submitted together are committed together, and each gets its own reply', async () => {
  const { submit, commit } = gated()
  const replies = Promise.all([submit('a', 1), submit('b', 1), submit('c', 1)])
  const first = await commit(0)
  expect(first.chunks).toEqual(['a', 'b', 'c'])
  first.done()
  expect(await replies).toEqual(['a stored', 'b stored', 'c stored'])
})

test('while one batch commits, the next one fills, and two never commit at once', async () => {
  const { submit, commit, begun } = gated()
  const a = submit('a', 1)
  const first = await commit(0)
  const later = Promise.all([submit('b', 1), submit('c', 20_000)])
  expect(begun).toHaveLength(1)
  first.done()
  expect(await a).toBe('a stored')
  const second = await commit(1)
  expect(second.chunks).toEqual(['b'])
  second.done()
  const third = await commit(2)
  expect(third.chunks).toEqual(['c'])
  third.done()
  expect(await later).toEqual(['b stored', 'c stored'])
})

test('a batch takes chunks in order of arrival until the next one would exceed its size', async () => {
  const { submit, commit } = gated()
  const all = Promise.all([
    submit('a', 9_999),
    submit('b', 10_001),
    submit('c', 1),
    submit('d', 19_999),
    submit('e', 1),
  ])
  const batches: (readonly string[])[] = []
  for (let n = 0; n < 3; n++) {
    const batch = await commit(n)
    batches.push(batch.chunks)
    batch.done()
  }
  expect(batches).toEqual([['a', 'b'], ['c', 'd'], ['e']])
  await all
})

test('a chunk that is larger than a batch is committed alone', async () => {
  const { submit, commit } = gated()
  const both = Promise.all([submit('huge', 1_000_000), submit('b', 1)])
  const first = await commit(0)
  expect(first.chunks).toEqual(['huge'])
  first.done()
  const second = await commit(1)
  second.done()
  expect(await both).toEqual(['huge stored', 'b stored'])
})

test('[BATCH-1] the next batch is prepared meanwhile if it is full, and committed as it was prepared', async () => {
  const { submit, commit } = gated()
  const all = Promise.all([submit('a', 1), submit('b', 20_000), submit('c', 1)])
  const first = await commit(0)
  first.meanwhile()
  first.meanwhile()
  first.done()
  const second = await commit(1)
  expect(second).toMatchObject({ chunks: ['b'], prepared: 'b prepared' })
  second.meanwhile()
  second.done()
  const third = await commit(2)
  expect(third).toMatchObject({ chunks: ['c'], prepared: undefined })
  third.done()
  expect(await all).toEqual(['a stored', 'b stored', 'c stored'])
})

test('[BATCH-1] a batch that cannot be prepared is committed at its turn', async () => {
  const { submit, commit } = gated()
  const all = Promise.all([submit('a', 1), submit('unprepared', 20_000)])
  const first = await commit(0)
  first.meanwhile()
  first.done()
  const second = await commit(1)
  expect(second).toMatchObject({ chunks: ['unprepared'], prepared: undefined })
  second.done()
  expect(await all).toEqual(['a stored', 'unprepared stored'])
})

test('a failed commit fails its own senders, and the next batch continues', async () => {
  const { submit, commit } = gated()
  const failed = Promise.allSettled([submit('a', 1), submit('b', 1)])
  const first = await commit(0)
  const c = submit('c', 1)
  first.fail(new Error('no disk'))
  expect((await failed).map((one) => one.status === 'rejected' && (one.reason as Error).message)).toEqual([
    'no disk',
    'no disk',
  ])
  const second = await commit(1)
  second.done()
  expect(await c).toBe('c stored')
})

test('draining waits for everything submitted, and a drained batcher accepts more', async () => {
  const { submit, drain, commit } = gated()
  const answered: string[] = []
  void submit('a', 1).then((reply) => answered.push(reply))
  const first = await commit(0)
  void submit('b', 1).then((reply) => answered.push(reply))
  const drained = drain()
  first.done()
  const second = await commit(1)
  second.done()
  await drained
  expect(answered).toEqual(['a stored', 'b stored'])
  await drain()
  const c = submit('c', 1)
  const third = await commit(2)
  third.done()
  expect(await c).toBe('c stored')
})

test('[SHARE-13] of two organisations each gets its share of a batch, in its own order', async () => {
  const { submit, commit } = gated(true)
  const heavy = Array.from({ length: 20 }, (_, i) => submit(`bravo:${i}`, 1_000))
  const light = Promise.all([submit('alpha:1', 10), submit('alpha:2', 10)])
  const first = await commit(0)
  expect(first.chunks).toEqual(['bravo:0', 'alpha:1', 'alpha:2', 'bravo:1', 'bravo:2', 'bravo:3'])
  first.done()
  expect(await light).toEqual(['alpha:1 stored', 'alpha:2 stored'])
  for (let n = 1; n <= 4; n++) {
    const next = await commit(n)
    expect(next.chunks).toHaveLength(n < 4 ? 5 : 1)
    next.done()
  }
  await Promise.all(heavy)
})

test('[SHARE-13] full batches of one organisation alternate with all that waits of another', async () => {
  const { submit, commit } = gated(true)
  const all = [submit('bravo:1', 20_000), submit('bravo:2', 20_000), submit('bravo:3', 20_000)]
  for (let n = 1; n <= 3; n++) all.push(submit(`alpha:${n}`, 10))
  const seen: (readonly string[])[] = []
  for (let n = 0; n < 4; n++) {
    const { chunks, done } = await commit(n)
    seen.push(chunks)
    done()
  }
  expect(seen).toEqual([['bravo:1'], ['bravo:2'], ['alpha:1', 'alpha:2', 'alpha:3'], ['bravo:3']])
  await Promise.all(all)
})

/** Many chunks of Bravo after one of Alpha, with a clock that the test controls. */
async function sharing(count: number) {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const { submit, commit } = gated(true)
  const light = submit('alpha:1', 10)
  const first = await commit(0)
  first.done()
  await light
  const heavy = Promise.all(Array.from({ length: count }, (_, i) => submit(`bravo:${i}`, 1_000)))
  return { commit, heavy }
}

test('[SHARE-13] a batch stays small for a second after another organisation sent something', async () => {
  const { commit, heavy } = await sharing(20)
  const second = await commit(1)
  expect(second.chunks).toHaveLength(5)
  vi.advanceTimersByTime(1_001)
  second.done()
  const third = await commit(2)
  expect(third.chunks).toHaveLength(15)
  third.done()
  await heavy
})

test('[SHARE-13] shared batches that take long are halved, and grow again when they do not', async () => {
  const { commit, heavy } = await sharing(16)
  const sizes: number[] = []
  for (const took of [60, 60, 60, 10, 10, 10, 10, 10]) {
    const batch = await commit(sizes.length + 1)
    sizes.push(batch.chunks.length)
    vi.advanceTimersByTime(took)
    batch.done()
  }
  expect(sizes).toEqual([5, 2, 1, 1, 1, 1, 1, 2])
  for (let left = 16 - 14; left > 0;) {
    const batch = await commit(1 + sizes.length)
    sizes.push(batch.chunks.length)
    left -= batch.chunks.length
    batch.done()
  }
  await heavy
})

import { expect, test } from 'vitest'
import { createBatcher } from './batcher.ts'

/** A batcher whose commits the test completes one by one. */
function gated() {
  const begun: { chunks: string[]; done: () => void; fail: (error: Error) => void }[] = []
  let arrived = Promise.withResolvers<void>()
  const batcher = createBatcher<string, string>((chunks) => {
    const gate = Promise.withResolvers<string[]>()
    begun.push({ chunks, done: () => gate.resolve(chunks.map((chunk) => `${chunk} stored`)), fail: gate.reject })
    arrived.resolve()
    arrived = Promise.withResolvers<void>()
    return gate.promise
  })
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
  const batches: string[][] = []
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

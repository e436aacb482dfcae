import { threadId } from 'node:worker_threads'
import { expect, test } from 'vitest'
import type { Counting } from './side-stream.fixture.ts'
import { itemsFrom } from './side-stream.ts'

const program = new URL('./side-stream.fixture.ts', import.meta.url)
interface Item {
  readonly count: number
  readonly threadId: number
}
const counting = (input: Counting, limits = {}) =>
  itemsFrom<Item>(program, input, { itemMs: 20_000, heapMib: 64, ...limits })

async function taken(items: AsyncIterable<Item>): Promise<number[]> {
  const counts: number[] = []
  try {
    for await (const item of items) {
      expect(item.threadId).not.toBe(threadId)
      counts.push(item.count)
    }
  } catch (error) {
    throw Object.assign(error as Error, { counts })
  }
  return counts
}

test('items are made in another thread, in order', async () => {
  expect(await taken(counting({ to: 3 }))).toEqual([1, 2, 3])
})

test('who takes no more items ends the thread', async () => {
  for await (const { count } of counting({ to: 1_000_000 })) if (count === 2) break
  expect.assertions(0)
})

test('a refusal of the thread is one here, after the items before it', async () => {
  await expect(taken(counting({ to: 2, end: 'refuse' }))).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    message: 'That is enough.',
    counts: [1, 2],
  })
  await expect(taken(counting({ to: 0, end: 'break' }))).rejects.toThrow('as it should')
})

test('an item that takes too long, or all memory, is refused as too much', async () => {
  await expect(taken(counting({ to: 0, end: 'hang' }, { itemMs: 500 }))).rejects.toMatchObject({ code: 'BUSY' })
  await expect(taken(counting({ to: 1, end: 'fill' }))).rejects.toMatchObject({ code: 'BUSY', counts: [1] })
})

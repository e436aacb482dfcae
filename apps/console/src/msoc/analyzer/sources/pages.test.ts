import { expect, test, vi } from 'vitest'
import { mostFrames, type Sink } from './feed.ts'
import { readPages } from './pages.ts'

const block = (data: string, frames: number) => ({ from_ms: 0, to_ms: 1, frames, data })

function sink() {
  const received: string[] = []
  const recorder = { block: (data: string) => received.push(data), more: () => received.push('more') }
  return { received, sink: recorder as unknown as Sink }
}

test('[ANALYZER-51] pages are read one after the other until there are none', async () => {
  const { received, sink: into } = sink()
  const page = vi.fn(async (cursor: string | undefined) =>
    cursor === undefined
      ? { blocks: [block('a', 1), block('b', 1)], next_cursor: 'x' }
      : { blocks: [block('c', 1)], next_cursor: null },
  )
  expect(await readPages(page, into)).toBe(1)
  expect(received).toEqual(['a', 'b', 'c'])
  expect(page.mock.calls).toEqual([[undefined], ['x']])
})

test('[ANALYZER-51] frames beyond the page limit are not read, and it is reported that there are more', async () => {
  const { received, sink: into } = sink()
  await readPages(async () => ({ blocks: [block('a', mostFrames), block('b', 1)], next_cursor: 'x' }), into)
  expect(received).toEqual(['a', 'more'])
})

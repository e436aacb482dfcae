import { expect, test } from 'vitest'
import { rereader } from './reread.ts'

/** Reads that the test ends. */
function reads() {
  const ends: (() => void)[] = []
  return { ends, read: () => new Promise<void>((resolve) => ends.push(resolve)) }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

test('[AGREEMENT-UI-2] changes that are reported during a read lead to one more read after it', async () => {
  const { ends, read } = reads()
  const reread = rereader(read)
  reread()
  reread()
  reread()
  expect(ends).toHaveLength(1)
  ends[0]!()
  await settled()
  expect(ends).toHaveLength(2)
  ends[1]!()
  await settled()
  expect(ends).toHaveLength(2)
})

test('[AGREEMENT-UI-2] a change after a read leads to another read', async () => {
  const { ends, read } = reads()
  const reread = rereader(read)
  reread()
  ends[0]!()
  await settled()
  reread()
  expect(ends).toHaveLength(2)
})

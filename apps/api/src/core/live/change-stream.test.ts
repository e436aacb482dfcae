import { Failure } from '@carapace/shared/core/failure'
import type { Org } from '@carapace/shared/core/owned'
import { expect, test } from 'vitest'
import type { ChangeFeed } from './change-feed.ts'
import { openChangeStream } from './change-stream.ts'
import { readsOnce, type SharedReads } from './shared-reads.ts'

const org = { uuid: 'o', id: 1 } as Org

/** A history of numbered changes, a feed that the test triggers, and the messages that a viewer was sent. */
function history(epoch: string, seq: number) {
  const state = {
    seq,
    trouble: undefined as Error | undefined,
    limits: [] as number[],
    readers: new Set<(round: SharedReads) => Promise<void>>(),
  }
  const sent: string[] = []
  const feed: ChangeFeed = {
    follow(_org, read) {
      state.readers.add(read)
      return () => state.readers.delete(read)
    },
    catchUp: () => poke(),
    stop: () => undefined,
  }
  const open = (from?: { epoch: string; seq: number }) =>
    openChangeStream(
      {
        org,
        feed,
        position: async () => ({ epoch, seq: state.seq }),
        beginning: async () => {
          sent.push(`snapshot read at ${state.seq}`)
          return { epoch, seq: state.seq, data: '{}' }
        },
        after: async (start, limit) => {
          state.limits.push(limit)
          if (state.trouble) throw state.trouble
          const data = Array.from({ length: Math.min(limit, state.seq - start) }, (_, i) => String(start + 1 + i))
          return { data, seq: start + data.length, complete: data.length < limit }
        },
      },
      from,
      {
        snapshot: (of, at, data) => sent.push(`snapshot ${of} ${at} ${data}`),
        changes: (reached, data) => sent.push(`changes to ${reached}: ${data[0]}..${data.at(-1)}`),
        offer: () => undefined,
        gap: () => undefined,
        refuse: ({ code }) => sent.push(`refused: ${code}`),
      },
    )
  const poke = async () => {
    for (const read of state.readers) await read(readsOnce())
  }
  return { state, sent, open, poke }
}

test('[CHANGE-3] a new viewer gets the snapshot with its position, then the changes after it', async () => {
  const { state, sent, open, poke } = history('e', 7)
  await open()
  expect(sent).toEqual(['snapshot read at 7', 'snapshot e 7 {}'])
  state.seq = 9
  await poke()
  expect(sent.slice(2)).toEqual(['changes to 9: 8..9'])
  await poke()
  expect(sent).toHaveLength(3)
})

test('[CHANGE-3] changes committed while the snapshot is read are sent', async () => {
  const { state, sent, open } = history('e', 7)
  const opening = open()
  state.seq = 8
  await opening
  expect(sent.at(-1)).toBe('changes to 8: 8..8')
})

test('[CHANGE-4] a resuming viewer gets exactly the changes that it missed, and no snapshot', async () => {
  const { sent, open } = history('e', 1_234)
  await open({ epoch: 'e', seq: 34 })
  expect(sent).toEqual(['changes to 534: 35..534', 'changes to 1034: 535..1034', 'changes to 1234: 1035..1234'])
})

test('[CHANGE-4] a resuming viewer that missed nothing gets nothing', async () => {
  const { sent, open } = history('e', 7)
  await open({ epoch: 'e', seq: 7 })
  expect(sent).toEqual([])
})

test.for([
  { what: 'another epoch', from: { epoch: 'old', seq: 7 }, snapshot: true },
  { what: 'a seq that the history has not reached', from: { epoch: 'e', seq: 10_001 }, snapshot: true },
  { what: 'more than 5,000 changes behind', from: { epoch: 'e', seq: 4_999 }, snapshot: true },
  { what: '5,000 changes behind', from: { epoch: 'e', seq: 5_000 }, snapshot: false },
])('[CHANGE-4] resuming from $what sends a snapshot: $snapshot', async ({ from, snapshot }) => {
  const { sent, open } = history('e', 10_000)
  await open(from)
  expect(sent.some((one) => one.startsWith('snapshot'))).toBe(snapshot)
})

test('[CHANGE-2] pages are read until one is not full', async () => {
  const { state, sent, open } = history('e', 1_000)
  await open({ epoch: 'e', seq: 0 })
  expect(sent).toHaveLength(2)
  expect(state.limits).toEqual([500, 500, 500])
})

test('[CHANGE-3] a closed viewer no longer follows changes', async () => {
  const { state, open } = history('e', 7)
  const opened = await open()
  expect(state.readers.size).toBe(1)
  opened.close()
  expect(state.readers.size).toBe(0)
})

test('[LIVE-3] a reader without access is refused; any other error is left to the feed to report', async () => {
  const { state, sent, open, poke } = history('e', 7)
  await open()
  state.trouble = new Failure('NOT_FOUND')
  await poke()
  expect(sent.at(-1)).toBe('refused: NOT_FOUND')
  state.trouble = new Error('The database is away.')
  await expect(poke()).rejects.toThrow('away')
})

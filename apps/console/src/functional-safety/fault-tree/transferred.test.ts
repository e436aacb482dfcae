import type { StoredTree } from '@carapace/shared/functional-safety/fault-tree/tree'
import { expect, test, vi } from 'vitest'
import { newTree } from './edits.ts'
import { transferredTrees, transfersOf } from './transferred.ts'

const transferring = (...to: string[]): StoredTree => ({
  ...newTree('x'),
  nodes: to.map((tree, i) => ({ id: `T${i}`, title: '', note: '', kind: 'transfer', tree })),
})

test('[FTA-UI-10] trees that are transferred in are read once; a removed one is left out', async () => {
  const trees = new Map([
    ['b', transferring('c', 'gone')],
    ['c', transferring('a', 'b')],
  ])
  const read = vi.fn(async (uuid: string) => trees.get(uuid))
  const found = await transferredTrees('a', transfersOf(transferring('b', 'b')), read)
  expect([...found.keys()]).toEqual(['b', 'c'])
  expect(read.mock.calls.map(([uuid]) => uuid)).toEqual(['b', 'c', 'gone'])
})

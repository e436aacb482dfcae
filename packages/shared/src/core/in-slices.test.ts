import { expect, test } from 'vitest'
import { inSlices } from './in-slices.ts'

test('[SHARE-20] what waits in the process comes between two slices, and two works take turns', async () => {
  const order: string[] = []
  function* slices(name: string, count: number) {
    for (let n = 1; n <= count; n++) {
      order.push(`${name}${n}`)
      if (n < count) yield
    }
    return `${name} done`
  }
  setImmediate(() => order.push('other'))
  const both = await Promise.all([inSlices(slices('a', 3)), inSlices(slices('b', 2))])
  expect(order).toEqual(['a1', 'b1', 'other', 'a2', 'b2', 'a3'])
  expect(both).toEqual(['a done', 'b done'])
})

test('[SHARE-20] work that fails rejects with its error', async () => {
  // oxlint-disable-next-line require-yield -- it fails before its first slice ends
  function* broken(): Generator<void, void> {
    throw new Error('broken')
  }
  await expect(inSlices(broken())).rejects.toThrow('broken')
})

import { expect, test } from 'vitest'
import { readsOnce, readsUnderWay } from './shared-reads.ts'

test('[CHANGE-5] who asks while the same is being read gets that answer, and who asks later reads anew', async () => {
  const share = readsUnderWay()
  let reads = 0
  const read = async () => ++reads
  expect(await Promise.all([share('a', read), share('a', read), share('b', read)])).toEqual([1, 1, 2])
  expect(await share('a', read)).toBe(3)
})

test('[CHANGE-5] a reading that fails fails for all who wait for it, and for nobody after them', async () => {
  const share = readsUnderWay()
  const failing = [1, 2].map(() => share('a', () => Promise.reject(new Error('no database'))))
  for (const one of failing) await expect(one).rejects.toThrow('no database')
  expect(await share('a', async () => 'there again')).toBe('there again')
})

test("[CHANGE-2] in a round everybody gets the first one's answer", async () => {
  const share = readsOnce()
  let reads = 0
  expect([await share('a', async () => ++reads), await share('a', async () => ++reads)]).toEqual([1, 1])
})

import { expect, test } from 'vitest'
import { readsOnce, readsUnderWay } from './shared-reads.ts'

test('[CHANGE-5] a request during a read of the same name gets its answer; a later request reads again', async () => {
  const share = readsUnderWay()
  let reads = 0
  const read = async () => ++reads
  expect(await Promise.all([share('a', read), share('a', read), share('b', read)])).toEqual([1, 1, 2])
  expect(await share('a', read)).toBe(3)
})

test('[CHANGE-5] a failed read fails for all requests that wait for it, and for no later request', async () => {
  const share = readsUnderWay()
  const failing = [1, 2].map(() => share('a', () => Promise.reject(new Error('no database'))))
  for (const one of failing) await expect(one).rejects.toThrow('no database')
  expect(await share('a', async () => 'there again')).toBe('there again')
})

test('[CHANGE-2] all requests of a round get the first answer', async () => {
  const share = readsOnce()
  let reads = 0
  expect([await share('a', async () => ++reads), await share('a', async () => ++reads)]).toEqual([1, 1])
})

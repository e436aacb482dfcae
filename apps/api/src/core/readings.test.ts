import { expect, test, vi } from 'vitest'
import type { Org } from '@carapace/shared/core/owned'
import { createReadings, filesAtOnce, mostFiles } from './readings.ts'

const orgOf = (uuid: string) => ({ uuid }) as Org

/** File reads that last until the test ends them, and the names of those that began. */
function held() {
  const readings = createReadings()
  const begun: string[] = []
  const files = new Map<string, PromiseWithResolvers<string>>()
  return {
    begun,
    read: (org: string, name: string) => {
      files.set(name, Promise.withResolvers())
      return readings(orgOf(org), () => {
        begun.push(name)
        return files.get(name)!.promise
      })
    },
    end: (name: string) => files.get(name)!.resolve(name),
    fail: (name: string) => files.get(name)!.reject(new Error(name)),
  }
}

test('[EXCHANGE-25] only a few files are read at once; the others follow in order, even after a failure', async () => {
  const { begun, read, end, fail } = held()
  const all = ['a', 'b', 'c', 'd'].map((name) => read('Alpha', name))
  const outcomes = Promise.allSettled(all)
  await vi.waitFor(() => expect(begun).toEqual(['a', 'b'].slice(0, filesAtOnce)))
  fail('b')
  await expect(all[1]).rejects.toThrow('b')
  await vi.waitFor(() => expect(begun).toEqual(['a', 'b', 'c']))
  end('a')
  await all[0]
  await vi.waitFor(() => expect(begun).toEqual(['a', 'b', 'c', 'd']))
  const late = read('Beta', 'e')
  expect(begun).not.toContain('e')
  for (const name of ['c', 'd', 'e']) end(name)
  expect([await late, (await outcomes).map(({ status }) => status)]).toEqual([
    'e',
    ['fulfilled', 'rejected', 'fulfilled', 'fulfilled'],
  ])
})

test('[EXCHANGE-25] too many files of one organisation are refused until one is done, others are not', async () => {
  const { read, end } = held()
  const names = Array.from({ length: mostFiles }, (_, i) => `${i}`)
  const all = names.map((name) => read('Alpha', name))
  await expect(read('Alpha', 'more')).rejects.toThrow('already being read')
  const other = read('Beta', 'other')
  for (const name of [...names, 'other']) end(name)
  expect(await Promise.all([...all, other])).toEqual([...names, 'other'])
  const again = read('Alpha', 'again')
  end('again')
  expect(await again).toBe('again')
})

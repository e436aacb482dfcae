import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Org } from '@carapace/shared/core/owned'
import { NotCommitted, type Transaction } from '../../core/database.ts'
import { claimParts, multirangeOf, rangesIn } from './parts.sink.ts'

test('[KAFKA-4] adjacent numbers form one range, in whatever order they come', () => {
  expect(multirangeOf([2, 0, 1, 7])).toBe('{[0,3),[7,8)}')
  expect(rangesIn('{}')).toEqual([])
})

test('[KAFKA-4] written ranges are read back', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(50)), (numbers) => {
      const ranges = rangesIn(multirangeOf(numbers))
      for (let number = 0; number <= 51; number++)
        expect(ranges.some(([from, to]) => number >= from && number < to)).toBe(numbers.includes(number))
    }),
  )
})

test('[KAFKA-4] a claim dropped while another part is added to it is made again by the next attempt', async () => {
  // the row is there when it should be inserted, and gone when it should be read
  const db = { execute: async () => ({ rows: [] }) }
  const chunk = {
    org: { uuid: crypto.randomUUID(), id: 1 } as Org,
    source: 'http',
    receivedAt: 0,
    idempotency: undefined,
    events: [],
    lines: [],
    rejects: [],
    recordOf: { topic: 't', partition: 0, from: 0, next: 1, part: { batch: 'b', number: 0 } },
  }
  await expect(claimParts({ db } as unknown as Transaction, [chunk], new Date())).rejects.toThrow(NotCommitted)
})

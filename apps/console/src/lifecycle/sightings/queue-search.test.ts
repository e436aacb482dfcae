import { expect, test } from 'vitest'
import { queueSearch } from './queue-search.ts'

test('the queue filter has each rule once, up to the length of an address, and includes closed alerts', () => {
  expect(
    queueSearch([{ rule: 'can-flood' }, { rule: 'ids.can 0x8001' }, { rule: 'can-flood' }, { rule: 'one, two' }]),
  ).toEqual({ rule: 'can-flood,ids.can 0x8001', status: expect.stringContaining('CLOSED') })
  expect(queueSearch([])).not.toHaveProperty('rule')
  const { rule } = queueSearch(Array.from({ length: 30 }, (_, i) => ({ rule: `${'x'.repeat(40)}${i}` })))
  expect(rule!.length).toBeLessThanOrEqual(400)
  expect(rule!.split(',')).toHaveLength(9)
})

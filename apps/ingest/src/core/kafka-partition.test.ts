import { createRequire } from 'node:module'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { partitionOf } from './kafka-partition.ts'

const murmur2 = createRequire(import.meta.url)('kafkajs/src/producer/partitioners/default/murmur2') as (
  key: string,
) => number

test("[KAFKA-2] a key's partition is the one that Java producers choose", () => {
  // values of Apache Kafka's own UtilsTest.testMurmur2
  const known: [string, number][] = [
    ['21', -973932308],
    ['foobar', -790332482],
    ['a-little-bit-long-string', -985981536],
    ['a-little-bit-longer-string', -1486304829],
    ['abc', 479470107],
  ]
  for (const [key, hash] of known) expect(partitionOf(key, 2 ** 31)).toBe(hash & 0x7fffffff)
})

test('[KAFKA-2] every key has the same partition as with kafkajs', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 100 }), (key, partitions) => {
      expect(partitionOf(key, partitions)).toBe((murmur2(key) & 0x7fffffff) % partitions)
    }),
  )
})

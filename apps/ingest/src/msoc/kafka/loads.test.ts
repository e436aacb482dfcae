import { expect, test } from 'vitest'
import type { Outgoing } from '../../core/kafka.ts'
import { loadsOf } from './loads.ts'

const record = (bytes: number): Outgoing => ({
  topic: 't',
  partition: 0,
  key: '',
  value: Buffer.alloc(bytes),
  headers: {},
})
const records = (count: number, bytes: number) => Array.from({ length: count }, () => record(bytes))
const sizes = (lists: Outgoing[][]) => loadsOf(lists).map(({ records: some, completes }) => [some.length, completes])
const mib = 1024 * 1024

test('[KAFKA-9] records are sent in loads of 4 MiB; a list is complete with the load of its last record', () => {
  expect(sizes([records(3, mib), records(3, mib), records(1, mib)])).toEqual([
    [4, 1],
    [3, 3],
  ])
})

test('[KAFKA-9] no load has more than 4,000 records, even if they are empty', () => {
  expect(sizes([records(9_000, 0)])).toEqual([
    [4_000, 0],
    [4_000, 0],
    [1_000, 1],
  ])
})

test('[KAFKA-9] a record that is larger than a load is sent alone', () => {
  expect(sizes([[record(1), record(5 * mib), record(1)]])).toEqual([
    [1, 0],
    [1, 0],
    [1, 1],
  ])
})

test('[KAFKA-9] lists without records are complete at once', () => {
  expect(sizes([[], []])).toEqual([[0, 2]])
})

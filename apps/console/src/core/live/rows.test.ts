import { expect, test } from 'vitest'
import { rowBatch, rowBuffers, type RowPlan } from './rows.ts'

const plan = {
  list: 'readings',
  columns: {
    at: { as: 'time', of: 'ts' },
    channel: { as: 'number', of: 'channel' },
    marks: { as: 'flags', bits: { isFirst: 1, isLast: 4 } },
    place: { as: 'word', of: 'place' },
    start: { as: 'start' },
    size: { as: 'size', sizes: [0, 1, 4] },
  },
  bytes: 'raw',
} as const satisfies RowPlan

const row = { ts: '2026-01-02T03:04:05.000Z', channel: 1, isFirst: false, isLast: false, place: 'north', raw: '' }

test('[SOCKET-12] rows become one typed array for each column, in their order', () => {
  const batch = rowBatch(plan, 'changes', [
    { ...row, ts: '2026-01-02T03:04:05.123456Z', channel: 0xffffffff, raw: '00fF' },
    { ...row, isFirst: true, isLast: true, place: 'south' },
    { ...row, raw: '0102030405' },
  ])
  expect(batch).toMatchObject({ op: 'rows', of: 'changes', length: 3, words: ['north', 'south'] })
  expect(batch.bytes).toEqual(Uint8Array.of(0, 255, 1, 2, 3, 4, 5))
  expect(batch.columns).toEqual({
    at: Float64Array.of(
      Date.parse('2026-01-02T03:04:05.123Z') + 0.456,
      Date.parse('2026-01-02T03:04:05Z'),
      Date.parse('2026-01-02T03:04:05Z'),
    ),
    channel: Uint32Array.of(0xffffffff, 1, 1),
    marks: Uint8Array.of(0, 5, 0),
    place: Uint8Array.of(0, 1, 0),
    start: Uint32Array.of(0, 2, 2, 7),
    size: Uint8Array.of(2, 0, 255),
  })
})

test('[SOCKET-12] after 256 words the last one stands for the others', () => {
  const rows = Array.from({ length: 300 }, (_, n) => ({ ...row, place: `place ${n}` }))
  const { words, columns } = rowBatch(plan, 'snapshot', rows)
  expect(words).toHaveLength(256)
  expect([columns.place[255], columns.place[299]]).toEqual([255, 255])
})

test('[SOCKET-12] every array of a batch is transferred between threads, each once', () => {
  const batch = rowBatch(plan, 'changes', [row])
  const buffers = rowBuffers(batch)
  expect(new Set(buffers).size).toBe(buffers.length)
  expect(structuredClone(batch, { transfer: buffers })).toMatchObject({ length: 1 })
  for (const { buffer } of [...Object.values(batch.columns), batch.bytes]) expect(buffer.detached).toBe(true)
})

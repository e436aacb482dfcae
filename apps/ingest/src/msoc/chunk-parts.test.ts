import type { Org } from '@carapace/shared/core/owned'
import type { VehicleEvent } from '@carapace/shared/msoc/events/events'
import { expect, test } from 'vitest'
import type { Chunk } from './chunk.ts'
import { joined, partsOf } from './chunk-parts.ts'

/** A request with events on these lines, and rejects on those. */
function request(lines: readonly number[], rejected: readonly number[] = [], key?: string): Chunk {
  return {
    org: { uuid: 'alpha', id: 1 } as Org,
    source: 'http',
    receivedAt: 0,
    idempotency: key === undefined ? undefined : { keyUuid: 'k', key },
    events: lines.map((line) => ({ kind: 'position', vehicle: `V${line}` }) as VehicleEvent),
    lines: [...lines],
    rejects: rejected.map((line) => ({ line, reason: 'bad', text: '', vehicle: null })),
  }
}

const upTo = (count: number) => Array.from({ length: count }, (_, i) => i + 1)

test('[SHARE-21] a request of at most 1,000 lines is one part, whatever its source', () => {
  const small = request(upTo(1_000))
  expect(partsOf(small)).toEqual([small])
  const record = { ...request(upTo(9_000)), recordOf: { topic: 't', partition: 0, from: 0, next: 1, part: undefined } }
  expect(partsOf(record)).toEqual([record])
})

test('[SHARE-21] a larger one is divided by line, whichever lines are events, and nothing is lost', () => {
  const parts = partsOf(request([1, 250, 1_000, 1_001, 2_001, 2_002], [3, 1_600], 'key'))
  expect(parts.map(({ lines }) => lines)).toEqual([[1, 250], [1_000], [1_001], [2_001, 2_002]])
  expect(parts.map(({ events }) => events.map(({ vehicle }) => vehicle))).toEqual([
    ['V1', 'V250'],
    ['V1000'],
    ['V1001'],
    ['V2001', 'V2002'],
  ])
  expect(parts.map(({ rejects }) => rejects.map(({ line }) => line))).toEqual([[3, 1_600], [], [], []])
  expect(parts.map(({ idempotency }) => idempotency?.key)).toEqual(['key', 'key\n3', 'key\n4', 'key\n8'])
  expect(partsOf(request([1_001], [1], 'key')).map(({ idempotency }) => idempotency?.key)).toEqual(['key', 'key\n4'])
})

test('[SHARE-21] the reply counts the events of all parts, and lists their rejects', () => {
  const rejected = [{ line: 3, reason: 'bad' }]
  expect(
    joined([
      { accepted: 2, rejected },
      { accepted: 5, rejected: [] },
    ]),
  ).toEqual({ accepted: 7, rejected })
})

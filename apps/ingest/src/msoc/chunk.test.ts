import type { Org } from '@carapace/shared/core/owned'
import { can, position, syslog } from '@carapace/shared/msoc/detect/detector.fixture'
import type { VehicleEvent } from '@carapace/shared/msoc/events/events'
import { expect, test } from 'vitest'
import { type Chunk, replyTo, rowsOfChunk } from './chunk.ts'

function chunk(events: VehicleEvent[], rejects: Chunk['rejects'] = []): Chunk {
  return {
    org: { uuid: 'o', id: 1 } as Org,
    source: 'http',
    receivedAt: 0,
    idempotency: undefined,
    events,
    lines: events.map((_, i) => i + 1),
    rejects,
  }
}

test('the rows of a chunk are its frames, signals, other events and rejects', () => {
  const telemetry: VehicleEvent = {
    kind: 'telemetry',
    vehicle: 'v',
    ts: 0,
    deviceTs: null,
    signals: [
      ['a', 1],
      ['b', 2],
    ],
  }
  const reject = { line: 9, reason: 'no', text: '', vehicle: null }
  expect(
    rowsOfChunk(
      chunk(
        [
          can([
            [0, 1, ''],
            [1, 1, ''],
            [2, 1, ''],
          ]),
          telemetry,
          position({}),
          syslog(),
        ],
        [reject],
      ),
    ),
  ).toBe(3 + 2 + 1 + 1 + 1)
  expect(rowsOfChunk(chunk([]))).toBe(0)
})

test('the reply states how many events were accepted, and which lines were not and why', () => {
  const reject = { line: 2, reason: 'lat: a number is needed', text: '{"secret":1}', vehicle: 'v' }
  expect(
    replyTo(
      chunk(
        [
          position({}),
          can([
            [0, 1, ''],
            [1, 1, ''],
          ]),
        ],
        [reject],
      ),
    ),
  ).toEqual({ accepted: 2, rejected: [{ line: 2, reason: 'lat: a number is needed' }] })
})

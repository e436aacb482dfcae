import { expect, test } from 'vitest'
import type { Outgoing } from '../../core/kafka.ts'
import { createMetrics } from '../../core/metrics.ts'
import { createDeadLetters, type DeadLetter } from './dead-letters.ts'
import { topicsOf } from './records.ts'

const orgUuid = '00000000-0000-4000-8000-000000000000'
const letter = (text: Buffer, fields: Partial<DeadLetter> = {}): DeadLetter => ({
  topic: 'test.can.v1',
  partition: 3,
  record: { offset: 7, timestamp: 0, value: text, headers: {} },
  reason: 'bad',
  line: 2,
  text,
  org: orgUuid,
  ...fields,
})

function start() {
  const sent: Outgoing[][] = []
  const metrics = createMetrics()
  const letters = createDeadLetters({
    kafka: {
      partitions: 4,
      async send(records) {
        sent.push([...records])
      },
    },
    topics: topicsOf('test'),
    metrics,
  })
  let beats = 0
  return {
    sent,
    metrics,
    beats: () => beats,
    send: (some: DeadLetter[]) => letters.send(some, async () => void beats++),
  }
}

test('[KAFKA-5] more letters than the broker takes at once go in loads, with a heartbeat after each', async () => {
  const { sent, metrics, beats, send } = start()
  await send(Array.from({ length: 9_000 }, () => letter(Buffer.from('bad'))))
  expect(sent.map(({ length }) => length)).toEqual([4_000, 4_000, 1_000])
  expect(beats()).toBe(3)
  expect((await metrics.kafkaDeadLetters.get()).values).toMatchObject([{ value: 9_000 }])
})

test('[KAFKA-5] of a record of unknown organisation the first MiB is copied, and the reason states it', async () => {
  const { sent, send } = start()
  await send([letter(Buffer.alloc(3_000_000, 'x'), { org: undefined })])
  expect(sent[0]![0]!.value).toHaveLength(1024 * 1024)
  expect(sent[0]![0]!.headers).toMatchObject({ kept: '0', reason: 'bad (the first 1048576 of its 3000000 bytes)' })
})

test('[KAFKA-5] a letter has its true origin, whatever its record states', async () => {
  const { sent, send } = start()
  const text = Buffer.from('bad')
  await send([
    letter(text, {
      record: { offset: 7, timestamp: 0, value: text, headers: { source: Buffer.alloc(5_000_000, 'x') } },
    }),
  ])
  expect(sent[0]![0]).toMatchObject({
    topic: 'test.rejects.v1',
    key: orgUuid,
    headers: { kept: '1', org: orgUuid, line: '2', source: 'kafka', from: 'test.can.v1/3/7' },
  })
})

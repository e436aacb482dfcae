import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Org } from '@carapace/shared/core/owned'
import type { Database } from '../../core/database.ts'
import type { Kafka, Outgoing } from '../../core/kafka.ts'
import type { Fetched, GroupHandlers, Member } from '../../core/kafka-group.ts'
import type { Log } from '../../core/log.ts'
import { createMetrics } from '../../core/metrics.ts'
import type { Senders } from '../../core/senders.ts'
import { startKafkaSource } from './kafka.source.ts'
import type { Pipeline } from '../pipeline.ts'
import { topicsOf } from './records.ts'

const topics = topicsOf('test')
const topic = topics.of.position
const org = { uuid: '00000000-0000-4000-8000-000000000000', id: 1 } as Org
const log = { warn: () => undefined, error: () => undefined } as unknown as Log

/** The source with a broker of one partition; `send` receives the dead letters. */
async function start(send: Kafka['send']) {
  const joined = Promise.withResolvers<GroupHandlers>()
  const member = {
    pause: vi.fn<Member['pause']>(),
    resume: vi.fn<Member['resume']>(),
    commit: async () => undefined,
    leave: async () => undefined,
  }
  const kafka: Kafka = {
    partitions: 1,
    send,
    bounds: async () => new Map([[0, { low: 0, high: 100 }]]),
    close: async () => undefined,
    async join(_topics, handlers) {
      joined.resolve(handlers)
      return member
    },
  }
  const db = { execute: async () => ({ rows: [{ topic, partition: 0, next: '0' }] }) } as unknown as Database
  const submit = vi.fn<Pipeline['submit']>(async () => ({ accepted: 0, rejected: [] }))
  const pipeline = { submit, forget: () => undefined } as unknown as Pipeline
  const source = await startKafkaSource({
    kafka,
    topics,
    db,
    pipeline,
    senders: { organisation: async () => org } as unknown as Senders,
    metrics: createMetrics(),
    log,
  })
  onTestFinished(() => source.stop())
  const handlers = await joined.promise
  handlers.assigned([{ topic, partition: 0 }])
  const readFrom = (times: number) => vi.waitFor(() => expect(member.resume).toHaveBeenCalledTimes(times))
  await readFrom(1)
  return { handlers, member, submit, readFrom }
}

const garbage: Fetched = {
  topic,
  partition: 0,
  from: 0,
  next: 1,
  records: [{ offset: 0, timestamp: 0, value: Buffer.from('x\n'.repeat(5_000)), headers: {} }],
}
const beat = async () => undefined

test('[KAFKA-9] while a large record is decoded, the group gets heartbeats, and other work can run', async () => {
  const { handlers } = await start(async () => undefined)
  let [beats, turns] = [0, 0]
  const turning = setInterval(() => turns++, 1)
  const large = { ...garbage, records: [{ ...garbage.records[0]!, value: Buffer.from('x\n'.repeat(100_000)) }] }
  expect(await handlers.take(large, async () => void beats++)).toBe(true)
  clearInterval(turning)
  expect(beats).toBeGreaterThan(2)
  expect(turns).toBeGreaterThan(2)
})

test('[KAFKA-5] unreadable records are copied before their position moves; else they are read again', async () => {
  const sent: (readonly Outgoing[])[] = []
  let isAway = true
  const { handlers, member, submit, readFrom } = await start(async (records) => {
    if (isAway) throw new Error('the broker refuses')
    sent.push(records)
  })
  const taking = handlers.take(garbage, beat)
  await setImmediate()
  expect(member.pause).not.toHaveBeenCalled()
  expect(await taking).toBe(false)
  await readFrom(2)
  expect(member.resume).toHaveBeenLastCalledWith(expect.objectContaining({ topic, partition: 0 }), 0)
  expect(submit).not.toHaveBeenCalled()

  isAway = false
  expect(await handlers.take(garbage, beat)).toBe(true)
  expect(sent.map(({ length }) => length)).toEqual([1_000])
  expect(submit.mock.calls[0]![0].rejects).toHaveLength(1_000)
})

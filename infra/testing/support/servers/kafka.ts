import { randomBytes } from 'node:crypto'
import { createRequire } from 'node:module'
import { expect, onTestFinished, vi } from 'vitest'
import type { Kafka as Client, Producer } from 'kafkajs'
import type { KafkaSettings } from '@carapace/ingest/src/core/kafka-settings.ts'
import { topicsOf } from '@carapace/ingest/src/msoc/kafka/records.ts'

import type { TestDatabase } from '../database.ts'

/** kafkajs is a dependency of ingest; tests use it like any other producer of the topics. */
export const { Kafka, logLevel, AssignerProtocol, ConfigResourceTypes } = createRequire(
  import.meta.resolve('@carapace/ingest/src/app.ts'),
)('kafkajs') as typeof import('kafkajs')

export const kafkaMissing = process.env.TEST_KAFKA_BROKERS
  ? undefined
  : 'TEST_KAFKA_BROKERS is not set: Java and the jars are needed (`npm run kafka` lists which)'

/** Settings of ingest for the tests' broker, with unique topics and a unique group. */
export function kafkaSettings(different: Partial<KafkaSettings> = {}): KafkaSettings {
  const name = `test-${randomBytes(6).toString('hex')}`
  return {
    brokers: [process.env.TEST_KAFKA_BROKERS ?? ''],
    topicPrefix: name,
    group: name,
    partitions: 4,
    replication: undefined,
    retentionHours: 1,
    compression: 'lz4',
    sessionMs: 6_000,
    sasl: undefined,
    tls: undefined,
    ...different,
  }
}

export const topicsIn = ({ topicPrefix }: KafkaSettings) => topicsOf(topicPrefix)

export function externalClient({ brokers }: KafkaSettings): Client {
  return new Kafka({ clientId: 'external', brokers: [...brokers], logLevel: logLevel.NOTHING })
}

/** An external producer for the topics, until the end of the test. */
export async function externalProducer(settings: KafkaSettings): Promise<Producer> {
  const producer = externalClient(settings).producer({ allowAutoTopicCreation: false })
  await producer.connect()
  onTestFinished(() => producer.disconnect())
  return producer
}

export interface Read {
  readonly partition: number
  readonly key: string
  readonly value: string
  readonly headers: Readonly<Record<string, string>>
}

/** All current records of a topic. */
export async function recordsIn(settings: KafkaSettings, topic: string): Promise<Read[]> {
  const client = externalClient(settings)
  const [admin, consumer] = [
    client.admin(),
    client.consumer({ groupId: `reading-${randomBytes(6).toString('hex')}`, maxWaitTimeInMs: 100 }),
  ]
  await Promise.all([admin.connect(), consumer.connect()])
  const awaited = (await admin.fetchTopicOffsets(topic)).reduce(
    (sum, { high, low }) => sum + Number(high) - Number(low),
    0,
  )
  const records: Read[] = []
  const all = Promise.withResolvers<void>()
  await consumer.subscribe({ topics: [topic], fromBeginning: true })
  if (awaited > 0) {
    await consumer.run({
      eachMessage: async ({ partition, message: { key, value, headers = {} } }) => {
        records.push({
          partition,
          key: String(key),
          value: String(value),
          headers: Object.fromEntries(Object.entries(headers).map(([name, header]) => [name, String(header)])),
        })
        if (records.length === awaited) all.resolve()
      },
    })
    await all.promise
  }
  await Promise.all([admin.disconnect(), consumer.disconnect()])
  return records
}

export function eventually(check: () => Promise<void>): Promise<void> {
  return vi.waitFor(check, { timeout: 60_000, interval: 50 })
}

/**
 * Waits until all records of the broker are stored, or kept as dead letters: the positions are at the ends of the logs.
 */
export async function settled({ sql }: Pick<TestDatabase, 'sql'>, settings: KafkaSettings): Promise<void> {
  const admin = externalClient(settings).admin()
  await admin.connect()
  await eventually(async () => {
    const produced = await Promise.all(
      topicsIn(settings).all.map(async (topic) =>
        (await admin.fetchTopicOffsets(topic)).map(({ partition, high }) => `${topic}/${partition} ${high}`),
      ),
    )
    const stored = await sql<
      { topic: string; partition: number; next: string }[]
    >`SELECT topic, partition, next FROM ingest_positions WHERE topic LIKE ${`${settings.topicPrefix}.%`}`
    expect(stored.map(({ topic, partition, next }) => `${topic}/${partition} ${next}`).sort()).toEqual(
      produced.flat().sort(),
    )
  })
  await admin.disconnect()
}

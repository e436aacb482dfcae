import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { setTimeout } from 'node:timers/promises'
import kafkajs, { type Admin, type Kafka as Client, type LogEntry, type Producer, type SASLOptions } from 'kafkajs'
import { compressionTypes, installCodecs } from './kafka-codecs.ts'
import { type GroupHandlers, joinGroup, type Member } from './kafka-group.ts'
import { grouped, patchKafkajs } from './kafka-mending.ts'
import { guessOf, mayPass, refusalOf, secureContextOf } from './kafka-refusal.ts'
import type { KafkaSettings } from './kafka-settings.ts'
import type { Log } from './log.ts'

/** A record to be written. */
export interface Outgoing {
  readonly topic: string
  readonly partition: number
  readonly key: string
  readonly value: Buffer
  readonly headers: Readonly<Record<string, string>>
}

/** The offsets of a partition on the broker: of its oldest record, and of its next one. */
export interface Bounds {
  readonly low: number
  readonly high: number
}

/** The only access to Kafka. */
export interface Kafka {
  /** How many partitions every topic has. */
  readonly partitions: number
  /** Resolves when all in-sync replicas have the records; rejects when the broker is unavailable or refuses. */
  send(records: readonly Outgoing[]): Promise<void>
  /** The bounds by partition. */
  bounds(topic: string): Promise<ReadonlyMap<number, Bounds>>
  /** Joins the consumer group over these topics. */
  join(topics: readonly string[], handlers: GroupHandlers): Promise<Member>
  close(): Promise<void>
}

/** How long the broker may take to answer at startup, ms. */
const defaultTimeoutMs = 30_000
/** The largest record batch that topics accept: an HTTP request's 8 MiB of one vehicle, with overhead. */
const maxMessageBytes = 10 * 1024 * 1024
const retryTimes = { initialRetryTime: 100, maxRetryTime: 1_000, factor: 0.2, multiplier: 2 }
/** The caller gets an error within a second or two, and tries again itself. */
const retry = { ...retryTimes, retries: 3 }
/**
 * Minimum interval between equal kafkajs log messages, ms: it repeats a message each time that it tries to reach an
 * unavailable broker.
 */
const sameMessageMs = 30_000

/**
 * Connects, creates missing topics, and determines their number of partitions.
 *
 * @throws {Error} with a sentence for the operator: no broker answers within `patienceMs`, one side refuses the
 *   connection, or the topics have different numbers of partitions
 */
export async function openKafka(
  settings: KafkaSettings,
  topics: readonly string[],
  log: Log,
  timeoutMs = defaultTimeoutMs,
): Promise<Kafka> {
  installCodecs()
  patchKafkajs()
  const client = clientOf(settings, log)
  const admin = client.admin({ retry })
  const producer = client.producer({
    allowAutoTopicCreation: false,
    createPartitioner: kafkajs.Partitioners.DefaultPartitioner,
    retry,
  })
  try {
    await persistently(settings, timeoutMs, () => admin.connect())
    const partitions = await persistently(settings, timeoutMs, () => prepareTopics(admin, settings, topics))
    await producer.connect()
    return { partitions, ...talkingTo(client, admin, producer, settings) }
  } catch (error) {
    await Promise.all([admin.disconnect(), producer.disconnect()])
    throw error
  }
}

function talkingTo(
  client: Client,
  admin: Admin,
  producer: Producer,
  { compression, group, sessionMs }: KafkaSettings,
): Omit<Kafka, 'partitions'> {
  return {
    async send(records) {
      const topicMessages = [...Map.groupBy(records, ({ topic }) => topic)].map(([topic, messages]) => ({
        topic,
        messages: grouped(messages) as Message[],
      }))
      await producer.sendBatch({ topicMessages, acks: -1, timeout: 5_000, compression: compressionTypes[compression] })
    },
    async bounds(topic) {
      const offsets = await admin.fetchTopicOffsets(topic)
      return new Map(offsets.map(({ partition, low, high }) => [partition, { low: Number(low), high: Number(high) }]))
    },
    join: (topics, handlers) => joinGroup(client, { group, sessionMs, topics, retry }, handlers),
    async close() {
      await Promise.all([admin.disconnect(), producer.disconnect()])
    },
  }
}

type Message = Parameters<Producer['send']>[0]['messages'][number]

function clientOf({ brokers, sasl, tls }: KafkaSettings, log: Log): Client {
  const file = (path: string | undefined) => path && readFileSync(path, 'utf8')
  return new kafkajs.Kafka({
    // different for each process: it names the process in the broker's logs, quotas and lists of group members
    clientId: `carapace-ingest-${hostname()}-${randomBytes(4).toString('hex')}`,
    brokers: [...brokers],
    connectionTimeout: 3_000,
    requestTimeout: 10_000,
    retry: { ...retryTimes, retries: 1 },
    ...(sasl && { sasl: sasl as SASLOptions }),
    ...(tls && {
      ssl: { secureContext: secureContextOf({ ca: file(tls.ca), cert: file(tls.cert), key: file(tls.key) }) },
    }),
    logLevel: kafkajs.logLevel.WARN,
    logCreator: () => logOnce(log),
  })
}

/** Logs kafkajs' errors as warnings, and not too often: most of them mean that a broker is briefly unavailable. */
function logOnce(log: Log): (entry: LogEntry) => void {
  const loggedAt = new Map<string, number>()
  return ({ namespace, log: { message, error } }) => {
    const now = Date.now()
    if (now - (loggedAt.get(message) ?? 0) < sameMessageMs) return
    if (loggedAt.size > 100) loggedAt.clear()
    loggedAt.set(message, now)
    log.warn({ kafka: namespace, reason: error as string | undefined }, message)
  }
}

/**
 * Retries while a broker may still start; also, topics created by another process at the same time are not known
 * to all brokers at once.
 */
async function persistently<Result>(
  settings: KafkaSettings,
  timeoutMs: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const brokers = settings.brokers.join(',')
  for (const giveUp = Date.now() + timeoutMs; ;) {
    try {
      return await work()
    } catch (error) {
      const [refusal, { message }] = [refusalOf(error), error as Error]
      if (refusal !== undefined)
        throw new Error(`Kafka at ${brokers} refuses the connection, or is refused: ${refusal} (${message}).`, {
          cause: error,
        })
      if (!mayPass(error)) throw error
      if (Date.now() > giveUp)
        throw new Error(`KAFKA_BROKERS=${brokers}: no broker answers there (${message}).${guessOf(error, settings)}`, {
          cause: error,
        })
      await setTimeout(500)
    }
  }
}

/** Creates missing topics with as many partitions as the others have; returns that number. */
async function prepareTopics(admin: Admin, settings: KafkaSettings, topics: readonly string[]): Promise<number> {
  const there = new Set(await admin.listTopics())
  const counted = await countPartitions(
    admin,
    topics.filter((topic) => there.has(topic)),
  )
  const missing = topics.filter((topic) => !there.has(topic))
  if (missing.length > 0)
    await createTopics(admin, settings, missing, counted.values().next().value ?? settings.partitions)
  const counts = await countPartitions(admin, topics)
  if (new Set(counts.values()).size === 1) return counts.values().next().value!
  const summary = [...counts].map(([topic, count]) => `${topic} ${count}`).join(', ')
  throw new Error(
    `Kafka: all topics need the same number of partitions, and these have: ${summary}. Give them as ` +
      'many as the largest has (kafka-topics --alter), while no ingest runs and all is stored.',
  )
}

async function countPartitions(admin: Admin, topics: readonly string[]): Promise<Map<string, number>> {
  if (topics.length === 0) return new Map()
  const { topics: known } = await admin.fetchTopicMetadata({ topics: [...topics] })
  return new Map(known.map(({ name, partitions }) => [name, partitions.length]))
}

async function createTopics(
  admin: Admin,
  settings: KafkaSettings,
  topics: readonly string[],
  partitions: number,
): Promise<void> {
  const { brokers } = await admin.describeCluster()
  const replication = settings.replication ?? Math.min(3, brokers.length)
  const config = {
    'retention.ms': String(settings.retentionHours * 3_600_000),
    'max.message.bytes': String(maxMessageBytes),
    'min.insync.replicas': replication > 2 ? '2' : '1',
  }
  const configEntries = Object.entries(config).map(([name, value]) => ({ name, value }))
  // if several processes start at once, each finds some topics created already; one by one that is not an error
  for (const topic of topics)
    await admin.createTopics({
      topics: [{ topic, numPartitions: partitions, replicationFactor: replication, configEntries }],
      timeout: 10_000,
    })
}

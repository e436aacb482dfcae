import { setTimeout } from 'node:timers/promises'
import { Failure } from '@carapace/shared/core/failure'
import { type Batch, createBatcher } from '../../core/batcher.ts'
import type { Kafka, Outgoing } from '../../core/kafka.ts'
import { partitionOf } from '../../core/kafka-partition.ts'
import type { Log } from '../../core/log.ts'
import type { Metrics } from '../../core/metrics.ts'
import { loadsOf } from './loads.ts'
import type { Admission } from '../admission.ts'
import { type Chunk, type ChunkReceiver, type Reply, replyTo } from '../chunk.ts'
import { type Draft, draftsOf, type Topics } from './records.ts'

export interface Gateway extends ChunkReceiver {
  /** Resolves once everything submitted is answered. */
  drain(): Promise<void>
  /** Since when records wait for the broker, epoch ms; undefined if none do. */
  waitingSince(): number | undefined
}

interface Deps {
  /** What a request needs is created before its records are sent: behind them, records of others would wait. */
  readonly admission: Admission
  readonly kafka: Pick<Kafka, 'partitions' | 'send'>
  readonly topics: Topics
  readonly metrics: Metrics
  readonly log: Log
}

/** How long records wait for an unavailable broker before their senders get the answer BUSY. */
const retryTimeoutMs = 8_000
const againMs = 250
/** How long senders that got BUSY count as waiting, ms. */
const refusedMs = 20_000
/** Size of a chunk when batches are collected: a row per record, and a row for each of this many characters. */
const rowCharacters = 128

/**
 * Receives events from a source and sends them to the broker. Each chunk is divided into records of one vehicle and one
 * type; the reply comes when all in-sync replicas have them. A repeated request gives the same parts, and each part is
 * stored once (rule KAFKA-4).
 */
export function createGateway({ admission, kafka, topics, metrics, log }: Deps): Gateway {
  /** One after the other, in order: this keeps the order of a vehicle's events. */
  async function commit(requests: readonly ProduceRequest[]): Promise<(Reply | Error)[]> {
    const keyless = { name: crypto.randomUUID(), count: createCounter() }
    const loads = loadsOf(
      requests.map(({ chunk, drafts }) => recordsOf(drafts, kafka.partitions, batchOf(chunk) ?? keyless)),
    )
    let sent = 0
    try {
      for (const { records, completes } of loads) {
        await send(records)
        sent = completes
      }
    } catch (error) {
      log.warn(
        { err: error, requests: requests.length - sent },
        'the broker did not take records; their senders get the answer BUSY',
      )
      failedAt = Date.now()
    }
    return requests.map(({ chunk }, i) => (i < sent ? replyTo(chunk) : busy()))
  }

  async function send(records: readonly Outgoing[]): Promise<void> {
    if (records.length === 0) return
    const stop = metrics.kafkaProduceSeconds.startTimer()
    waitingSince ??= Date.now()
    isSending = true
    await insist(() => kafka.send(records)).finally(() => (isSending = false))
    waitingSince = undefined
    stop()
    for (const [topic, some] of Map.groupBy(records, (record) => record.topic))
      metrics.kafkaProduced.inc({ topic }, some.length)
  }

  let waitingSince: number | undefined
  let isSending = false
  let failedAt = Number.NEGATIVE_INFINITY
  const orgOf = ({ chunk }: ProduceRequest) => chunk.org.uuid
  // the broker is busy for a moment only: nothing would be gained by preparing
  const stages = { prepare: () => undefined, commit: ({ chunks }: Batch<ProduceRequest, undefined>) => commit(chunks) }
  const batcher = createBatcher<ProduceRequest, Reply, undefined>(stages, { ownerOf: orgOf, laneOf: orgOf })
  const admitted = new Set<Promise<unknown>>()

  function submit(chunk: Chunk): Promise<Reply> {
    const drafts = draftsOf(chunk, topics)
    return batcher.submit(
      { chunk, drafts },
      drafts.reduce((rows, { weight }) => rows + 1 + Math.ceil(weight / rowCharacters), 0),
    )
  }

  return {
    submit(chunk) {
      const waiting = admission.admit(chunk)
      if (!waiting) return submit(chunk)
      admitted.add(waiting)
      return waiting.then(() => {
        admitted.delete(waiting)
        return submit(chunk)
      })
    },
    // after a failure its senders still have the events, and send them again
    waitingSince: () => (isSending || Date.now() - failedAt < refusedMs ? waitingSince : undefined),
    wantsTexts: true,
    async drain() {
      await Promise.all(admitted)
      await batcher.drain()
    },
  }
}

interface ProduceRequest {
  readonly chunk: Chunk
  readonly drafts: readonly Draft[]
}

function busy(): Failure {
  return new Failure('BUSY', {
    message: 'The broker is not available. Send this again, with the same Idempotency-Key, after Retry-After.',
    retryAfter: 2,
  })
}

/**
 * Retries until the broker has the records or the time limit is reached. The broker may have some of them twice, but
 * each part is stored once.
 */
async function insist(send: () => Promise<void>): Promise<void> {
  const giveUp = Date.now() + retryTimeoutMs
  for (;;) {
    try {
      return await within(giveUp - Date.now(), send())
    } catch (error) {
      if (Date.now() + againMs >= giveUp) throw error
      await setTimeout(againMs)
    }
  }
}

async function within(ms: number, sending: Promise<void>): Promise<void> {
  const over = new AbortController()
  const late = async () => {
    await setTimeout(ms, undefined, { signal: over.signal })
    throw new Error('the broker has not answered')
  }
  try {
    await Promise.race([sending, late()])
  } finally {
    over.abort()
  }
}

/** Identifies the parts of records: the same for each repetition. */
interface PartBatch {
  readonly name: string
  /** The next part's number in a partition. */
  count(partition: number): number
}

/** The batch of a request with a key; requests without a key share a batch, since only the gateway repeats them. */
function batchOf({ idempotency }: Chunk): PartBatch | undefined {
  return idempotency && { name: `${idempotency.keyUuid}:${idempotency.key}`, count: createCounter() }
}

function createCounter(): PartBatch['count'] {
  const counts = new Map<number, number>()
  return (partition) => {
    const number = counts.get(partition) ?? 0
    counts.set(partition, number + 1)
    return number
  }
}

function recordsOf(drafts: readonly Draft[], partitions: number, batch: PartBatch): Outgoing[] {
  return drafts.map(({ topic, key, lines, headers }) => {
    const partition = partitionOf(key, partitions)
    return {
      topic,
      partition,
      key,
      value: Buffer.from(lines.join('\n')),
      headers: { ...headers, batch: batch.name, part: String(batch.count(partition)) },
    }
  })
}

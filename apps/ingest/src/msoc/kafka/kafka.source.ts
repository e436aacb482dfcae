import { setImmediate, setTimeout } from 'node:timers/promises'
import type { Org } from '@carapace/shared/core/owned'
import type { Database } from '../../core/database.ts'
import type { Kafka } from '../../core/kafka.ts'
import type { Fetched, Incoming, TopicPartition } from '../../core/kafka-group.ts'
import type { Log } from '../../core/log.ts'
import type { Metrics } from '../../core/metrics.ts'
import type { Senders } from '../../core/senders.ts'
import { keepMs } from '../sources/arrival.ts'
import { createDeadLetters, type DeadLetter } from './dead-letters.ts'
import { every } from '../jobs.ts'
import type { Chunk } from '../chunk.ts'
import type { Pipeline } from '../pipeline.ts'
import { createAssignments } from './assignments.ts'
import { eventsIn, headerOf, rejectIn, sourceIn, type Topics } from './records.ts'

interface Deps {
  readonly kafka: Kafka
  readonly topics: Topics
  readonly db: Database
  readonly pipeline: Pipeline
  readonly senders: Senders
  readonly metrics: Metrics
  readonly log: Log
}

export interface KafkaSource {
  /** Why nothing can be taken in now; undefined if it can. */
  trouble(): string | undefined
  /** Until when all that the broker had is stored, epoch ms. */
  storedUntil(): number
  /** Which partitions have lost records on the broker, and what to do; undefined if there are none. */
  lost(): string | undefined
  /** Accepts nothing more, finishes pending work, and leaves the group. */
  stop(): Promise<void>
}

const lookMs = 5_000
/** How long to wait after records could not be taken in, ms. */
const againMs = 500
/** How long records are decoded before other work can run, ms. */
const stretchMs = 50

/**
 * Reads events from the broker into the pipeline, as a member of the consumer group (rules KAFKA-7 to KAFKA-12 of
 * packages/shared/src/msoc/SPEC.md).
 */
export async function startKafkaSource(parts: Deps): Promise<KafkaSource> {
  const { kafka, topics, metrics } = parts
  const assignments = createAssignments(parts)
  const letters = createDeadLetters(parts)

  /**
   * Converts a fetch to chunks, one per record; unreadable lines are sent as dead letters before any position moves.
   */
  async function chunksOf(fetched: Fetched, beat: () => Promise<void>): Promise<Chunk[]> {
    const dead: DeadLetter[] = []
    const breathe = breathing(beat)
    const chunks: Chunk[] = []
    let { from } = fetched
    for (const [i, record] of fetched.records.entries()) {
      const next = i === fetched.records.length - 1 ? fetched.next : record.offset + 1
      chunks.push(
        await chunkOf(parts, record, { topic: fetched.topic, partition: fetched.partition, from, next }, dead, breathe),
      )
      from = next
    }
    await letters.send(dead, beat)
    return chunks
  }

  const member = await kafka.join(topics.all, {
    assigned(mine) {
      if (mine.length > 0) metrics.kafkaRebalances.inc()
      assignments.assign(mine)
    },
    passed: (assignment, from, next) => assignments.pass(assignment, from, next),
    async take(fetched, beat) {
      const assignment = assignments.readingAt(fetched)
      if (!assignment) return false
      const chunks = await chunksOf(fetched, beat).catch(async (error: unknown) => {
        parts.log.warn(
          { err: error, topic: fetched.topic, partition: fetched.partition },
          'records could not be taken in; they are read again',
        )
        await setTimeout(againMs)
        assignments.reload([assignment])
      })
      if (!chunks || !assignments.submit(assignment, chunks, fetched)) return false
      await assignments.room(beat)
      return true
    },
  })
  assignments.begin(member)
  const stopLooking = every(lookMs, 'kafka', parts, () => assignments.look())

  return {
    trouble: () => assignments.trouble(),
    storedUntil: () => assignments.storedUntil(),
    lost: () => assignments.lost(),
    async stop() {
      await stopLooking()
      await assignments.finish()
      await member.leave()
    },
  }
}

/**
 * Returns the function that is called between stretches of work: from time to time it lets other work run and sends the
 * group a heartbeat.
 */
function breathing(beat: () => Promise<void>): () => Promise<void> {
  let last = performance.now()
  return async () => {
    if (performance.now() - last < stretchMs) return
    await setImmediate()
    await beat()
    last = performance.now()
  }
}

type RecordOf = TopicPartition & { readonly from: number; readonly next: number }

/** The organisation of records that are skipped. */
const nobody = { uuid: '', id: 0 } as Org

async function chunkOf(
  { topics, senders }: Deps,
  record: Incoming,
  at: RecordOf,
  dead: DeadLetter[],
  breathe: () => Promise<void>,
): Promise<Chunk> {
  const isReject = at.topic === topics.rejects
  const passage: Chunk = {
    org: nobody,
    source: 'kafka',
    receivedAt: Date.now(),
    idempotency: undefined,
    recordOf: { ...at, part: undefined },
    events: [],
    lines: [],
    rejects: [],
  }
  if (isReject && headerOf(record, 'kept') !== undefined) return passage
  const named = headerOf(record, 'org')
  const org = await senders.organisation(named)
  if (!org) {
    const reason =
      named === undefined
        ? 'it has no header `org`, and there are several organisations'
        : `no organisation ${named.slice(0, 64)} with a licence for events is known`
    dead.push({ ...at, record, reason, line: 0, text: record.value ?? Buffer.alloc(0), org: undefined })
    return passage
  }
  const receivedAt = arrivalIn(record)
  const decoded = isReject
    ? { events: [], lines: [], rejects: [rejectIn(record)] }
    : await eventsIn(record.value, receivedAt, breathe)
  if (!isReject)
    for (const { line, reason, text } of decoded.rejects)
      dead.push({ ...at, record, reason, line, text: Buffer.from(text), org: org.uuid })
  return {
    org,
    source: sourceIn(record),
    receivedAt,
    idempotency: undefined,
    recordOf: { ...at, part: partIn(record) },
    ...decoded,
  }
}

function partIn(record: Incoming): { batch: string; number: number } | undefined {
  const [batch, number] = [headerOf(record, 'batch'), Number(headerOf(record, 'part'))]
  // an int4, and the end of the range is one higher
  return batch !== undefined &&
    batch.length <= 300 &&
    !batch.includes('\0') &&
    Number.isInteger(number) &&
    number >= 0 &&
    number < 2 ** 31 - 1
    ? { batch, number }
    : undefined
}

/** When a gateway received it, else when it was produced; now, if neither can be right. */
function arrivalIn(record: Incoming): number {
  const now = Date.now()
  const header = headerOf(record, 'received_at')
  return [Number(header ?? Number.NaN), record.timestamp].find((at) => at > now - keepMs && at < now + 60_000) ?? now
}

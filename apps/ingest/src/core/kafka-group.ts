import { setTimeout } from 'node:timers/promises'
import kafkajs, {
  type Batch,
  type Consumer,
  type Kafka as Client,
  type PartitionAssigner,
  type RetryOptions,
} from 'kafkajs'

/** A partition of a topic. */
export interface TopicPartition {
  readonly topic: string
  readonly partition: number
}

/** A record that was read. */
export interface Incoming {
  readonly offset: number
  /** Epoch ms, set by the producer. */
  readonly timestamp: number
  readonly value: Buffer | null
  readonly headers: Readonly<Record<string, Buffer | string | (Buffer | string)[] | undefined>>
}

/** Consecutive records of one partition. */
export interface Fetched extends TopicPartition {
  /** The requested offset, and the next one; the offsets in between include records that are not messages. */
  readonly from: number
  readonly next: number
  readonly records: readonly Incoming[]
}

export interface GroupHandlers {
  /** All partitions that are assigned to this process from now on; none of them is read before `resume`. */
  assigned(partitions: readonly TopicPartition[]): void
  /** Takes records; false if refused: the next read begins at the offset of `resume`. Calls `beat` while it waits. */
  take(fetched: Fetched, beat: () => Promise<void>): Promise<boolean>
  /** Offsets without any message were skipped (transaction markers). */
  passed(partition: TopicPartition, from: number, next: number): void
}

/** This process as a member of the group. */
export interface Member {
  /**
   * Stops reading partitions. While the group is broken, this and `resume` do nothing: partitions assigned after its
   * recovery begin paused.
   */
  pause(partitions: readonly TopicPartition[]): void
  /** Reads a partition from an offset on. */
  resume(partition: TopicPartition, offset: number): void
  /** Commits the positions to the broker: only for people and tools, since the database has the real positions. */
  commit(positions: readonly (TopicPartition & { readonly offset: number })[]): Promise<void>
  /** Leaves the group. */
  leave(): Promise<void>
}

/** Bytes per read: of all partitions of a broker, and of one partition, compressed. One alone fills the pipeline. */
const readBytes = 8 * 1024 * 1024
const partitionBytes = 4 * 1024 * 1024
/** How long a read waits for data, ms: the group can be without a heartbeat for as long. */
const waitMs = 250
const reopenMs = 1_000

interface Joining {
  readonly group: string
  readonly sessionMs: number
  readonly topics: readonly string[]
  readonly retry: RetryOptions
}

/** Joins a group and stays in it until `leave`, whatever fails meanwhile. */
export async function joinGroup(
  client: Client,
  { group, sessionMs, topics, retry }: Joining,
  handlers: GroupHandlers,
): Promise<Member> {
  let consumer = open()
  /** The consumer that has a group now: kafkajs throws when a consumer without a group is paused. */
  let running: Consumer | undefined
  let left = false

  function open(): Consumer {
    const opened = client.consumer({
      groupId: group,
      sessionTimeout: sessionMs,
      rebalanceTimeout: Math.max(sessionMs, 30_000),
      heartbeatInterval: Math.min(3_000, Math.floor(sessionMs / 4)),
      maxBytes: readBytes,
      maxBytesPerPartition: partitionBytes,
      maxWaitTimeInMs: waitMs,
      partitionAssigners: [byNumber],
      allowAutoTopicCreation: false,
      retry,
    })
    const { GROUP_JOIN, START_BATCH_PROCESS, STOP, CRASH } = opened.events
    opened.on(STOP, () => {
      if (running === opened) running = undefined
    })
    opened.on(GROUP_JOIN, ({ payload }) => {
      const assigned = Object.entries(payload.memberAssignment).flatMap(([topic, partitions]) =>
        partitions.map((partition) => ({ topic, partition })),
      )
      // paused before kafkajs continues reading: it does not wait for its listeners
      pauseAll(opened, assigned)
      running = opened
      handlers.assigned(assigned)
    })
    opened.on(START_BATCH_PROCESS, ({ payload: { topic, partition, batchSize, firstOffset, lastOffset } }) => {
      if (batchSize === 0 && firstOffset !== null)
        handlers.passed({ topic, partition }, Number(firstOffset), Number(lastOffset) + 1)
    })
    opened.on(CRASH, ({ payload: { restart } }) => {
      handlers.assigned([])
      if (!restart && !left) void reopen()
    })
    return opened
  }

  async function run(): Promise<void> {
    await consumer.connect()
    await consumer.subscribe({ topics: [...topics], fromBeginning: true })
    await consumer.run({
      autoCommit: false,
      eachBatchAutoResolve: false,
      async eachBatch(given) {
        if (await handlers.take(fetchedOf(given.batch), () => given.heartbeat()))
          given.resolveOffset(given.batch.lastOffset())
      },
    })
  }

  /** Opens a new consumer: kafkajs gives up after errors that it considers permanent, but ingest does not. */
  async function reopen(): Promise<void> {
    for (;;) {
      await setTimeout(reopenMs)
      if (left) return
      try {
        consumer = open()
        return await run()
      } catch {
        await consumer.disconnect().catch(() => undefined) // it was never connected; a new one is opened
      }
    }
  }

  await run()
  return {
    pause(partitions) {
      if (running) pauseAll(running, partitions)
    },
    resume({ topic, partition }, offset) {
      running?.seek({ topic, partition, offset: String(offset) })
      running?.resume([{ topic, partitions: [partition] }])
    },
    commit: (positions) =>
      consumer.commitOffsets(
        positions.map(({ topic, partition, offset }) => ({ topic, partition, offset: String(offset) })),
      ),
    async leave() {
      left = true
      await consumer.disconnect()
    },
  }
}

function pauseAll(consumer: Consumer, partitions: readonly TopicPartition[]): void {
  consumer.pause(partitions.map(({ topic, partition }) => ({ topic, partitions: [partition] })))
}

function fetchedOf(batch: Batch): Fetched {
  // kafkajs has the requested offset, but not in its types
  const { topic, partition, messages, fetchedOffset } = batch as Batch & { readonly fetchedOffset: string }
  const records = messages.map(({ offset, timestamp, value, headers = {} }) => ({
    offset: Number(offset),
    timestamp: Number(timestamp),
    value,
    headers,
  }))
  return { topic, partition, from: Number(fetchedOffset), next: Number(batch.lastOffset()) + 1, records }
}

/**
 * Assigns a member the same partition numbers of every topic, so that all events of a vehicle, in whatever topic, reach
 * the same detector memory.
 */
const byNumber: PartitionAssigner = ({ cluster }) => ({
  name: 'carapace-by-number',
  version: 1,
  protocol: ({ topics }) => ({
    name: 'carapace-by-number',
    metadata: kafkajs.AssignerProtocol.MemberMetadata.encode({ version: 1, topics, userData: Buffer.alloc(0) }),
  }),
  async assign({ members, topics }) {
    const numbers = new Map(
      topics.map((topic) => [topic, cluster.findTopicPartitionMetadata(topic).map(({ partitionId }) => partitionId)]),
    )
    const ids = members.map(({ memberId }) => memberId).sort()
    return ids.map((memberId, i) => ({
      memberId,
      memberAssignment: kafkajs.AssignerProtocol.MemberAssignment.encode({
        version: 1,
        userData: Buffer.alloc(0),
        assignment: Object.fromEntries(
          [...numbers].map(([topic, all]) => [topic, all.filter((number) => number % ids.length === i)]),
        ),
      }),
    }))
  },
})

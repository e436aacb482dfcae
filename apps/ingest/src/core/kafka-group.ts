import { setTimeout } from 'node:timers/promises'
import kafkajs, {
  type Batch,
  type Consumer,
  type Kafka as Client,
  type PartitionAssigner,
  type RetryOptions,
} from 'kafkajs'

/** A topic's partition. */
export interface TopicPartition {
  readonly topic: string
  readonly partition: number
}

/** A record as it was read. */
export interface Incoming {
  readonly offset: number
  /** Epoch ms, as its producer said. */
  readonly timestamp: number
  readonly value: Buffer | null
  readonly headers: Readonly<Record<string, Buffer | string | (Buffer | string)[] | undefined>>
}

/** Records of one partition that follow one another. */
export interface Fetched extends TopicPartition {
  /** The offset that was asked for, and the one that comes next; records that are no messages lie in between too. */
  readonly from: number
  readonly next: number
  readonly records: readonly Incoming[]
}

export interface GroupHandlers {
  /** The partitions that are this process's from now on, all of them; none of them is read before `resume`. */
  assigned(partitions: readonly TopicPartition[]): void
  /** Takes records in; false: not these, the next read begins where `resume` says. While it waits it calls `beat`. */
  take(fetched: Fetched, beat: () => Promise<void>): Promise<boolean>
  /** Offsets without any message were read over (marks of transactions). */
  passed(partition: TopicPartition, from: number, next: number): void
}

/** This process as a member of the group. */
export interface Member {
  /**
   * Reads partitions no more. While the group is broken, here and in `resume`, nothing is to do: what it assigns when it
   * is whole again begins paused.
   */
  pause(partitions: readonly TopicPartition[]): void
  /** Reads a partition from an offset on. */
  resume(partition: TopicPartition, offset: number): void
  /** Tells the broker how far is read: a hint for people and tools, the database knows. */
  commit(positions: readonly (TopicPartition & { readonly offset: number })[]): Promise<void>
  /** Leaves the group. */
  leave(): Promise<void>
}

/** Bytes a read: of all partitions of a broker together, and of one, compressed. One alone fills the pipeline. */
const readBytes = 8 * 1024 * 1024
const partitionBytes = 4 * 1024 * 1024
/** How long a read waits where there is nothing, ms: as long as the group may wait to hear from us beside it. */
const waitMs = 250
const reopenMs = 1_000

interface Joining {
  readonly group: string
  readonly sessionMs: number
  readonly topics: readonly string[]
  readonly retry: RetryOptions
}

/** Joins a group and stays in it until `leave`, whatever breaks meanwhile. */
export async function joinGroup(
  client: Client,
  { group, sessionMs, topics, retry }: Joining,
  handlers: GroupHandlers,
): Promise<Member> {
  let consumer = open()
  /** The consumer that has a group now: kafkajs throws where one that has none is paused. */
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
      // paused before kafkajs reads on: it does not wait for what listeners do
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

  /** kafkajs gives up for good on what it takes for no passing trouble; we do not. */
  async function reopen(): Promise<void> {
    for (;;) {
      await setTimeout(reopenMs)
      if (left) return
      try {
        consumer = open()
        return await run()
      } catch {
        await consumer.disconnect().catch(() => undefined) // it never was connected; it is opened anew
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
  // kafkajs knows which offset it asked for, and its types do not
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
 * Gives a member the same partition numbers of every topic: what a vehicle says, in whatever topic, meets one memory.
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

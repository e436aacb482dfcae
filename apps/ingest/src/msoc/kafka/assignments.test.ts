import { expect, test, vi } from 'vitest'
import type { Org } from '@carapace/shared/core/owned'
import type { Database } from '../../core/database.ts'
import type { Member } from '../../core/kafka-group.ts'
import type { Log } from '../../core/log.ts'
import { createMetrics } from '../../core/metrics.ts'
import type { Chunk, Reply } from '../chunk.ts'
import { createAssignments } from './assignments.ts'
import { topicsOf } from './records.ts'

const topics = topicsOf('test')
const topic = topics.of.position
const mine = [{ topic, partition: 0 }]
const log = { warn: () => undefined, error: () => undefined } as unknown as Log

/** Assignments with a broker whose logs end at 100, and with positions that the test changes. */
function start(partitions = [0]) {
  const metrics = createMetrics()
  const database: { next: number; isAway: boolean } = { next: 0, isAway: false }
  const db = {
    async execute() {
      if (database.isAway) throw new Error('the database is away')
      return { rows: partitions.map((partition) => ({ topic, partition, next: String(database.next) })) }
    },
  } as unknown as Database
  const pipeline = { submit: vi.fn<(chunk: Chunk) => Promise<Reply>>(), forget: vi.fn<() => void>() }
  const member = {
    pause: vi.fn<Member['pause']>(),
    resume: vi.fn<Member['resume']>(),
    commit: async () => undefined,
    leave: async () => undefined,
  }
  const assignments = createAssignments({
    kafka: { bounds: async () => new Map(partitions.map((partition) => [partition, { low: 0, high: 100 }])) },
    topics,
    db,
    pipeline,
    metrics,
    log,
  })
  assignments.begin(member)
  const read = (times: number) => vi.waitFor(() => expect(member.resume).toHaveBeenCalledTimes(times))
  const lag = async () => (await metrics.kafkaLag.get()).values.find(({ labels }) => labels.topic === topic)?.value
  return { assignments, database, pipeline, member, read, lag }
}

/** Takes the next records of the assignment, up to an offset, as the database does. */
function take(
  { assignments }: ReturnType<typeof start>,
  from: number,
  next: number,
  { partition = 0, org = '', bytes = 0 } = {},
): boolean {
  const fetched = {
    topic,
    partition,
    from,
    next,
    records: [{ offset: from, timestamp: 0, value: Buffer.alloc(bytes), headers: {} }],
  }
  const chunk: Chunk = {
    org: { uuid: org, id: 0 } as unknown as Org,
    source: 'kafka',
    receivedAt: 0,
    idempotency: undefined,
    events: [],
    lines: [],
    rejects: [],
    recordOf: { topic, partition, from, next, part: undefined },
  }
  const assignment = assignments.readingAt(fetched)
  return assignment !== undefined && assignments.submit(assignment, [chunk], fetched)
}

test('[KAFKA-10] detector memory is cleared only if a partition is not where this process left it', async () => {
  const all = start()
  const { assignments, database, pipeline, member, read } = all
  pipeline.submit.mockImplementation(async ({ recordOf }) => {
    database.next = recordOf!.next
    return { accepted: 0, rejected: [] }
  })
  assignments.assign(mine)
  await read(1)
  expect(pipeline.forget).toHaveBeenCalledTimes(1)
  expect(take(all, 0, 5)).toBe(true)

  assignments.assign([])
  assignments.assign(mine)
  await read(2)
  expect(member.resume).toHaveBeenLastCalledWith(expect.objectContaining(mine[0]!), 5)
  expect(pipeline.forget).toHaveBeenCalledTimes(1)

  assignments.assign([])
  database.next = 9
  assignments.assign(mine)
  await read(3)
  expect(member.resume).toHaveBeenLastCalledWith(expect.objectContaining(mine[0]!), 9)
  expect(pipeline.forget).toHaveBeenCalledTimes(2)
})

test('[KAFKA-9] a partition whose records the database refused is read again from their beginning', async () => {
  const all = start()
  all.assignments.assign(mine)
  await all.read(1)
  all.pipeline.submit.mockRejectedValue(new Error('the database is away'))
  expect(take(all, 0, 5)).toBe(true)
  await all.read(2)
  expect(all.member.pause).toHaveBeenCalled()
  expect(all.member.resume).toHaveBeenLastCalledWith(expect.objectContaining(mine[0]!), 0)
})

test('[KAFKA-7] a partition that was revoked meanwhile is not loaded again', async () => {
  const { assignments, read, member, lag } = start()
  assignments.assign(mine)
  await read(1)
  const assignment = assignments.readingAt({ topic, partition: 0, from: 0, next: 1, records: [] })!
  assignments.assign([])
  assignments.reload([assignment])
  await assignments.look()
  expect(await lag()).toBeUndefined()
  expect(member.resume).toHaveBeenCalledTimes(1)
})

test('[KAFKA-12] a topic has a lag from when its positions are known until its last partition is revoked', async () => {
  const all = start()
  const { assignments, database, read, lag } = all
  database.isAway = true
  assignments.assign(mine)
  await expect(assignments.look()).rejects.toThrow('the database is away')
  expect(await lag()).toBeUndefined()

  database.isAway = false
  database.next = 40
  await read(1)
  await assignments.look()
  expect(await lag()).toBe(60)

  database.isAway = true
  assignments.assign(mine)
  await expect(assignments.look()).rejects.toThrow('the database is away')
  expect(await lag()).toBe(60)
  assignments.assign([])
  expect(await lag()).toBeUndefined()
})

test('[SHARE-14] an organisation beyond its share is not read on until there is room; others are', async () => {
  const all = start([0, 1])
  const { assignments, pipeline, member, read } = all
  const gates: ((reply: Reply) => void)[] = []
  pipeline.submit.mockImplementation(() => new Promise((resolve) => gates.push(resolve)))
  assignments.assign([0, 1].map((partition) => ({ topic, partition })))
  await read(2)
  member.pause.mockClear()
  expect(take(all, 0, 5, { partition: 1, org: 'alpha', bytes: 1_000 })).toBe(true)
  expect(member.pause).not.toHaveBeenCalled()
  expect(take(all, 0, 5, { org: 'bravo', bytes: 12 * 2 ** 20 })).toBe(true)
  expect(member.pause.mock.calls).toEqual([[[expect.objectContaining({ topic, partition: 0 })]]])

  expect(take(all, 5, 6, { partition: 1, org: 'alpha', bytes: 1_000 })).toBe(true)
  expect(member.pause).toHaveBeenCalledTimes(1)
  expect(member.resume).toHaveBeenCalledTimes(2)
  gates[1]!({ accepted: 0, rejected: [] })
  await read(3)
  expect(member.resume.mock.lastCall).toEqual([expect.objectContaining({ partition: 0 }), 5])
  for (const done of gates) done({ accepted: 0, rejected: [] })
})

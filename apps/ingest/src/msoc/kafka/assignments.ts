import { setTimeout } from 'node:timers/promises'
import type { Database } from '../../core/database.ts'
import type { Bounds, Kafka } from '../../core/kafka.ts'
import type { Fetched, Member, TopicPartition } from '../../core/kafka-group.ts'
import type { Log } from '../../core/log.ts'
import type { Metrics } from '../../core/metrics.ts'
import type { Chunk } from '../chunk.ts'
import { Fenced } from '../committing.ts'
import type { Pipeline } from '../pipeline.ts'
import { boundsOf, lostText, lowestOf, reportLag, reportLost } from './bounds.ts'
import { createBacklog } from './backlog.ts'
import { partitionName, positionsIn, readPositions } from './positions.sink.ts'
import type { Topics } from './records.ts'
import { createUnderWay } from './under-way.ts'

/**
 * One assignment of a partition. It is replaced whenever its position has to be read again, so that pending work of the
 * old assignment is ignored.
 */
interface Assignment extends TopicPartition {
  state: 'loading' | 'reading' | 'lost'
  /** Where the next fetch begins, and where the next record's claim begins. */
  fetched: number
  claimed: number
}

interface Deps {
  readonly kafka: Pick<Kafka, 'bounds'>
  readonly topics: Topics
  readonly db: Database
  readonly pipeline: Pick<Pipeline, 'submit' | 'forget'>
  readonly metrics: Metrics
  readonly log: Log
}

const againMs = 500
/** How often it is checked whether a partition may be read again, ms. */
const restMs = 20

/**
 * The partitions of this process: the read position of each, its pending work, and whether the broker still has its
 * position.
 */
export function createAssignments({ kafka, topics, db, pipeline, metrics, log }: Deps) {
  const held = new Map<string, Assignment>()
  /** Stored positions of assignments, as far as this process knows; also of its earlier assignments. */
  const stored = new Map<string, number>()
  const underWay = createUnderWay()
  let member: Member | undefined
  let finished = false
  let brokerTrouble: string | undefined
  const backlog = createBacklog(Date.now())

  const isCurrent = (assignment: Assignment) => held.get(partitionName(assignment)) === assignment

  function hold(assignment: TopicPartition): Assignment {
    const next: Assignment = {
      topic: assignment.topic,
      partition: assignment.partition,
      state: 'loading',
      fetched: 0,
      claimed: 0,
    }
    held.set(partitionName(assignment), next)
    return next
  }

  function begin(assignments: readonly Assignment[]): void {
    load(assignments).catch((error: unknown) => log.error({ err: error }, 'partitions could not be begun'))
  }

  /** Reads the stored positions and starts reading; retries for ever while database or broker are unavailable. */
  async function load(assignments: readonly Assignment[]): Promise<void> {
    // pending work may still move the positions: without waiting for it, all records read next would be fenced off
    await underWay.ended(assignments.map(partitionName))
    for (;;) {
      const wanted = assignments.filter(isCurrent)
      if (wanted.length === 0 || finished || !member) return
      try {
        const positions = await readPositions(db, wanted, (one) => lowestOf(kafka, one))
        // a log end read before this could be less than a position that another process moved meanwhile
        const bounds = await boundsOf(
          kafka,
          wanted.map(({ topic }) => topic),
        )
        return settle(wanted, positions, bounds)
      } catch (error) {
        log.warn({ err: error }, 'positions could not be read; it is tried again')
        await setTimeout(againMs)
      }
    }
  }

  function settle(
    assignments: readonly Assignment[],
    positions: ReadonlyMap<string, number>,
    bounds: ReadonlyMap<string, Bounds>,
  ): void {
    for (const assignment of assignments.filter(isCurrent)) {
      const name = partitionName(assignment)
      const next = positions.get(name)!
      const { low, high } = bounds.get(name)!
      // not where we left it: another process stored records that our detectors have not seen
      if (stored.get(name) !== next) pipeline.forget()
      stored.set(name, next)
      assignment.fetched = assignment.claimed = next
      assignment.state = next < low || next > high ? 'lost' : 'reading'
      reportLost(metrics, assignment, assignment.state === 'lost')
      if (assignment.state === 'reading') member!.resume(assignment, next)
      else
        log.error(
          { topic: assignment.topic, partition: assignment.partition, next, low, high },
          'the broker no longer has the next record of this partition: it is not read',
        )
    }
  }

  /** Restarts assignments at their stored positions, if they are still current. */
  function reload(assignments: readonly Assignment[]): void {
    const mine = assignments.filter(isCurrent)
    member!.pause(mine)
    begin(mine.map(hold))
  }

  async function store(assignment: Assignment, chunk: Chunk): Promise<void> {
    try {
      await pipeline.submit(chunk)
      stored.set(partitionName(assignment), chunk.recordOf!.next)
    } catch (error) {
      if (!isCurrent(assignment)) return
      if (error instanceof Fenced) metrics.kafkaFenced.inc()
      reload([assignment])
    }
  }

  /** Does not read a partition while an organisation whose records it just had is beyond its share (rule SHARE-14). */
  function restWhileBeyondShare(assignment: Assignment, orgs: ReadonlySet<string>): void {
    if (!underWay.isBeyondShare(orgs)) return
    member!.pause([assignment])
    const look = setInterval(() => {
      if (isCurrent(assignment) && !finished && underWay.isBeyondShare(orgs)) return
      clearInterval(look)
      if (isCurrent(assignment) && !finished) member!.resume(assignment, assignment.fetched)
    }, restMs)
  }

  async function look(): Promise<void> {
    const mine = [...held.values()]
    const lookedAt = Date.now()
    let bounds: ReadonlyMap<string, Bounds>
    try {
      bounds = await boundsOf(kafka, topics.all)
      brokerTrouble = undefined
      reportLag(metrics, topics.all, [...held.values()], stored, bounds)
      const isGone = (name: string) => stored.get(name)! < bounds.get(name)!.low
      const gone = mine.filter(
        (assignment) =>
          isCurrent(assignment) &&
          (assignment.state === 'lost' || (assignment.state === 'reading' && isGone(partitionName(assignment)))),
      )
      if (gone.length > 0) reload(gone)
    } catch (error) {
      brokerTrouble = 'Kafka does not answer'
      throw error
    }
    const read = readAssignments()
    if (read.length > 0 && !finished) await member?.commit(read)
    backlog.look(lookedAt, bounds, await positionsIn(db, topics.all))
  }

  function readAssignments(): (TopicPartition & { readonly offset: number })[] {
    return [...held.values()]
      .filter(({ state }) => state === 'reading')
      .map(({ topic, partition }) => ({ topic, partition, offset: stored.get(partitionName({ topic, partition }))! }))
  }

  return {
    /** Sets the group member that reads, and loads the partitions assigned before. */
    begin(joined: Member): void {
      member = joined
      begin([...held.values()])
    },
    /** Replaces all assignments by these partitions. */
    assign(assignments: readonly TopicPartition[]): void {
      for (const assignment of held.values()) reportLost(metrics, assignment, false)
      held.clear()
      begin(assignments.map(hold))
      metrics.kafkaPlaces.set(held.size)
      if (assignments.length === 0) metrics.kafkaLag.reset()
    },
    /** The assignment that this fetch continues; if the fetch does not continue it, the assignment is reloaded. */
    readingAt(fetched: Fetched): Assignment | undefined {
      const assignment = held.get(partitionName(fetched))
      if (assignment?.state !== 'reading' || finished) return undefined
      if (assignment.fetched === fetched.from) return assignment
      reload([assignment])
      return undefined
    },
    pass(at: TopicPartition, from: number, next: number): void {
      const assignment = held.get(partitionName(at))
      if (assignment?.state === 'reading' && from >= assignment.fetched) assignment.fetched = next
    },
    /** Gives chunks to the pipeline, without waiting for it; false if the assignment is no longer current. */
    submit(assignment: Assignment, chunks: readonly Chunk[], { next, records }: Fetched): boolean {
      if (!isCurrent(assignment) || finished) return false
      chunks.forEach((chunk, i) => {
        const claim = { ...chunk.recordOf!, from: i === 0 ? assignment.claimed : chunk.recordOf!.from }
        const record = {
          partition: partitionName(assignment),
          org: chunk.org.uuid,
          size: records[i]!.value?.length ?? 0,
        }
        underWay.add(record, store(assignment, { ...chunk, recordOf: claim }))
      })
      assignment.fetched = assignment.claimed = next
      restWhileBeyondShare(assignment, new Set(chunks.map(({ org }) => org.uuid)))
      return true
    },
    /** Waits until there is room for more records. */
    room: (beat: () => Promise<void>) => underWay.room(beat),
    reload,
    /** Reports the lag, checks for lost positions, and commits the stored positions to the broker. */
    look,
    trouble: () => brokerTrouble,
    /** Until when all that the broker had is stored, by whichever process; epoch ms. */
    storedUntil: () => backlog.storedUntil(),
    lost: () => lostText([...held.values()].filter(({ state }) => state === 'lost')),
    /** Accepts nothing more, and resolves when everything accepted is stored or given up. */
    async finish(): Promise<void> {
      finished = true
      await underWay.ended()
      await member
        ?.commit(readAssignments())
        .catch((error: unknown) =>
          log.warn({ err: error }, 'the stored positions were not committed to the broker; the database has them'),
        )
    },
  }
}

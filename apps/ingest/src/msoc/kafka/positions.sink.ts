import { and, eq, sql } from 'drizzle-orm'
import { type AnyDatabase, rowsOf } from '@carapace/shared/core/time-series/time-series.queries'
import { ingestPositions } from '@carapace/shared/msoc/ingest/ingest.table'
import type { Database, Transaction } from '../../core/database.ts'
import type { TopicPartition } from '../../core/kafka-group.ts'
import { sqlArray } from '../../core/sql-array.ts'
import type { Chunk } from '../chunk.ts'

/** A topic's partition as one string. */
export const partitionName = ({ topic, partition }: TopicPartition): string => `${topic}/${partition}`

/**
 * The stored positions of partitions, by `partitionName`: the offset of each one's next record. Partitions that were
 * never read begin at `firstOf`.
 */
export async function readPositions(
  db: Database,
  partitions: readonly TopicPartition[],
  firstOf: (partition: TopicPartition) => Promise<number>,
): Promise<ReadonlyMap<string, number>> {
  const known = await storedPositions(db, partitions)
  const fresh = partitions.filter((one) => !known.has(partitionName(one)))
  if (fresh.length === 0) return known
  const firsts = await Promise.all(fresh.map(firstOf))
  await db.execute(sql`
    INSERT INTO ingest_positions (topic, partition, next)
    SELECT * FROM unnest(${sqlArray(
      fresh.map(({ topic }) => topic),
      'text',
    )}, ${sqlArray(
      fresh.map(({ partition }) => partition),
      'int4',
    )}, ${sqlArray(firsts, 'int8')})
    ON CONFLICT DO NOTHING`)
  return storedPositions(db, partitions)
}

async function storedPositions(db: Database, partitions: readonly TopicPartition[]): Promise<Map<string, number>> {
  const rows = await rowsOf<TopicPartition & { next: string | number }>(
    db,
    sql`
    SELECT p.topic, p.partition, p.next FROM ingest_positions p
    JOIN unnest(${sqlArray(
      partitions.map(({ topic }) => topic),
      'text',
    )}, ${sqlArray(
      partitions.map(({ partition }) => partition),
      'int4',
    )}) AS a(topic, partition)
      ON a.topic = p.topic AND a.partition = p.partition`,
  )
  return new Map(rows.map((row) => [partitionName(row), Number(row.next)]))
}

/** The stored positions of all partitions of these topics, by `partitionName`. */
export async function positionsIn(db: AnyDatabase, topics: readonly string[]): Promise<Map<string, number>> {
  const rows = await rowsOf<TopicPartition & { next: string | number }>(
    db,
    sql`SELECT topic, partition, next FROM ingest_positions WHERE topic = ANY(${sqlArray(topics, 'text')})`,
  )
  return new Map(rows.map((row) => [partitionName(row), Number(row.next)]))
}

/** Consecutive records of a partition, without a gap. */
interface Run extends TopicPartition {
  readonly from: number
  next: number
  readonly chunks: Set<Chunk>
}

/**
 * Moves the positions past this transaction's records, and with that claims the records (fencing). Returns the chunks
 * that must not be stored here: another process, or an attempt with unknown result, moved the position before.
 */
export async function movePositions({ db }: Transaction, chunks: readonly Chunk[]): Promise<Set<Chunk>> {
  const records = chunks.filter(({ recordOf }) => recordOf !== undefined)
  if (records.length === 0) return new Set()
  const runs = runsOf(records)
  // of two transactions at one partition, the second waits for the commit of the first, and sees the moved position
  const moved = await rowsOf<TopicPartition>(
    db,
    sql`
    WITH asked AS (
      SELECT * FROM unnest(
        ${sqlArray(
          runs.map(({ topic }) => topic),
          'text',
        )}, ${sqlArray(
          runs.map(({ partition }) => partition),
          'int4',
        )},
        ${sqlArray(
          runs.map(({ from }) => from),
          'int8',
        )}, ${sqlArray(
          runs.map(({ next }) => next),
          'int8',
        )}
      ) AS a(topic, partition, from_offset, next_offset)),
    mine AS (
     
      SELECT p.topic, p.partition, a.next_offset
      FROM ingest_positions p
      JOIN asked a ON a.topic = p.topic
      AND a.partition = p.partition
      WHERE p.next = a.from_offset ORDER BY p.topic, p.partition FOR UPDATE OF p)
    UPDATE ingest_positions p SET next = mine.next_offset, moved_at = now() FROM mine
    WHERE p.topic = mine.topic AND p.partition = mine.partition RETURNING p.topic, p.partition`,
  )
  const ours = new Set(moved.map(partitionName))
  const stored = new Set(runs.filter((run) => ours.has(partitionName(run))).flatMap((run) => [...run.chunks]))
  return new Set(records.filter((chunk) => !stored.has(chunk)))
}

/** One run per partition: records that do not continue the first one's were read twice, and are left out. */
function runsOf(records: readonly Chunk[]): Run[] {
  const runs = new Map<string, Run>()
  for (const chunk of records) {
    const { topic, partition, from, next } = chunk.recordOf!
    const name = partitionName(chunk.recordOf!)
    const run = runs.get(name)
    if (!run) runs.set(name, { topic, partition, from, next, chunks: new Set([chunk]) })
    else if (run.next === from) {
      run.next = next
      run.chunks.add(chunk)
    }
  }
  return [...runs.values()]
}

const isOf = ({ topic, partition }: TopicPartition) =>
  and(eq(ingestPositions.topic, topic), eq(ingestPositions.partition, partition))

/** The stored position of a partition; undefined if it was never read. */
export async function positionOf(db: AnyDatabase, partition: TopicPartition): Promise<number | undefined> {
  const [row] = await db.select({ next: ingestPositions.next }).from(ingestPositions).where(isOf(partition))
  return row?.next
}

/** Skips the records between a partition's position and another offset; false if the position moved meanwhile. */
export async function giveUp(db: AnyDatabase, partition: TopicPartition, from: number, next: number): Promise<boolean> {
  const moved = await db
    .update(ingestPositions)
    .set({ next, movedAt: new Date() })
    .where(and(isOf(partition), eq(ingestPositions.next, from)))
    .returning({ next: ingestPositions.next })
  return moved.length > 0
}

import { sql } from 'drizzle-orm'
import { getTableConfig } from 'drizzle-orm/pg-core'
import { type AnyDatabase, keptAs, lockPartitions, partitionsOf, rowsOf } from './time-series.queries.ts'
import { createStatements, indexName, type Partition, partitionNamed, type TimeSeries } from './time-series.ts'

/** An arbitrary number: it names the lock that a move holds during a step, so that no two moves do the same step. */
const moveLock = 7_262_002

/**
 * A read that takes longer than this blocks a step's lock: it is better to repeat the step than to let all other
 * queries queue behind it.
 */
const lockTimeout = '10s'

/** The name of the natively partitioned table until its last partition is moved. */
const nativeTableOf = (series: TimeSeries) => `${series.name}_native`

/** How many partitions of the table must still be moved; undefined: it was never native, or all are moved. */
export async function partitionsToMove(db: AnyDatabase, series: TimeSeries): Promise<number | undefined> {
  const parent = (await keptAs(db, series.name)) === 'native' ? series.name : nativeTableOf(series)
  return (await keptAs(db, parent)) === 'native' ? (await partitionsOf(db, parent)).length : undefined
}

/**
 * Replaces a natively partitioned table by a hypertable, with the current and future partitions as its chunks (rule
 * TIMESERIES-6). It is one transaction, which locks readers and writers out while PostgreSQL reads those partitions
 * once, to check that their rows belong there. Does nothing if this is already done.
 */
export async function beginMove(db: AnyDatabase, series: TimeSeries, now: number): Promise<void> {
  await db.transaction(async (tx) => {
    await lockStep(tx)
    await lockPartitions(tx)
    if ((await keptAs(tx, series.name)) !== 'native') return
    await tx.execute(sql`LOCK TABLE ONLY ${series.table} IN ACCESS EXCLUSIVE MODE`)
    await tx.execute(sql`ALTER TABLE ${series.table} RENAME TO ${sql.identifier(nativeTableOf(series))}`)
    for (const by of series.indexes)
      await tx.execute(
        sql`ALTER INDEX ${sql.identifier(indexName(series, by))}
            RENAME TO ${sql.identifier(`${indexName(series, by)}_native`)}`,
      )
    for (const statement of createStatements(series, true)) await tx.execute(statement)
    for (const partition of await waiting(tx, series)) if (partition.to > now) await attach(tx, series, partition)
  })
}

/**
 * Moves the newest waiting partition in one transaction; returns it, or undefined when all are moved. It becomes a
 * chunk without a copy. Only if events came late, so that a chunk of its time already exists, its rows are copied into
 * that chunk. Writers and readers of the table continue meanwhile; the rows that they do not see yet are older than
 * those that they see.
 */
export async function moveNewest(db: AnyDatabase, series: TimeSeries): Promise<Partition | undefined> {
  return db.transaction(async (tx) => {
    await lockStep(tx)
    const newest = (await waiting(tx, series)).at(-1)
    if (!newest) {
      await tx.execute(sql`DROP TABLE IF EXISTS ${sql.identifier(nativeTableOf(series))}`)
      return undefined
    }
    // creating a chunk takes this lock: no chunk can be created between the check and attaching
    if (!(await hasChunkIn(tx, series, newest)))
      await tx.execute(sql`LOCK TABLE ${series.table} IN SHARE UPDATE EXCLUSIVE MODE`)
    if (await hasChunkIn(tx, series, newest)) await copyInto(tx, series, newest)
    else await attach(tx, series, newest)
    return newest
  })
}

async function lockStep(tx: AnyDatabase): Promise<void> {
  await tx.execute(sql`SET LOCAL lock_timeout = ${sql.raw(`'${lockTimeout}'`)}`)
  await tx.execute(sql`SELECT pg_advisory_xact_lock(${sql.raw(String(moveLock))})`)
}

/** The partitions that are not moved yet, oldest first. */
async function waiting(tx: AnyDatabase, series: TimeSeries): Promise<Partition[]> {
  return (await partitionsOf(tx, nativeTableOf(series))).map((name) => {
    const partition = partitionNamed(series, name)
    if (!partition)
      throw new Error(
        `${name} is a partition of ${series.name} that Carapace did not make: its name does not contain its span. ` +
          'Detach it before the move.',
      )
    return partition
  })
}

async function hasChunkIn(tx: AnyDatabase, series: TimeSeries, { from, to }: Partition): Promise<boolean> {
  const chunks = await rowsOf(
    tx,
    sql`
    SELECT 1 FROM timescaledb_information.chunks
   
      WHERE hypertable_schema = current_schema()
      AND hypertable_name = ${series.name}
      AND range_start < ${isoTimeOf(to)}::timestamptz
      AND range_end > ${isoTimeOf(from)}::timestamptz
      LIMIT 1`,
  )
  return chunks.length > 0
}

async function attach(tx: AnyDatabase, series: TimeSeries, { name, from, to }: Partition): Promise<void> {
  await detach(tx, series, name)
  const slices = JSON.stringify({ [series.time.name]: [isoTimeOf(from), isoTimeOf(to)] })
  await tx.execute(sql.raw(`CALL attach_chunk('"${series.name}"', '"${name}"', '${slices}')`))
}

async function copyInto(tx: AnyDatabase, series: TimeSeries, { name }: Partition): Promise<void> {
  await detach(tx, series, name)
  const columns = sql.join(
    getTableConfig(series.table).columns.map((column) => sql.identifier(column.name)),
    sql`, `,
  )
  await tx.execute(sql`INSERT INTO ${series.table} (${columns}) SELECT ${columns} FROM ${sql.identifier(name)}`)
  await tx.execute(sql`DROP TABLE ${sql.identifier(name)}`)
}

async function detach(tx: AnyDatabase, series: TimeSeries, name: string): Promise<void> {
  await tx.execute(sql`ALTER TABLE ${sql.identifier(nativeTableOf(series))} DETACH PARTITION ${sql.identifier(name)}`)
}

const isoTimeOf = (ms: number): string => new Date(ms).toISOString()
